import type { Method, OperationId } from '#contract';
import type { Exchange, WireNote } from '#run';

export type { WireNote };

/** A part of a request that can contain a key. */
export interface KeyPlace {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  /** Only in an `authorization` header; without a scheme the header has the bare key. */
  readonly scheme?: 'Bearer' | 'Basic';
}

/** The key in the documented header, or in a place that the service must ignore. */
export type Credential =
  | { readonly in: 'header'; readonly value: string }
  | { readonly in: 'other places'; readonly places: readonly KeyPlace[]; readonly value: string }
  | { readonly in: 'none' };

export type CallInput = Readonly<Record<string, unknown>> & {
  readonly query?: Readonly<Record<string, string | number | readonly number[]>>;
  readonly body?: unknown;
};

/** Properties of a valid order. */
export interface OrderTraits {
  readonly isPlain?: true;
  /** The listed value, if the order replaces the usual one. */
  readonly value?: string;
  readonly rail?: string;
  readonly to?: 'named' | 'local';
  /** By default the first subaccount: the individual, if there is one. */
  readonly role?: 'business';
  /** True if the content type names the encoding. */
  readonly inUtf8?: true;
}

/** Kinds of invalid input, in words that follow "a request with". A gateway usually blocks a kind with any value. */
export const oddities = [
  'malformed JSON',
  'JSON that is no object',
  'a wrong type',
  'a null',
  'a member twice',
  'an unusual text',
  'an invalid amount',
  'another content type',
  'the body of another version',
  'an invalid value',
  'an unusual path',
  'a malformed id',
  'a malformed page number',
  'another letter case',
  'a wrong key',
  'an unusual request',
] as const;

export type Oddity = (typeof oddities)[number];

/** The reason for a request: its probe and case. */
export interface Purpose {
  readonly probe: string;
  /** A few words without data. */
  readonly case?: string;
  /** True if the status is a fact of its own, because a service may accept the value for one role only. */
  readonly apart?: true;
  readonly order?: OrderTraits;
  /** The position of a drawn case in the order of drawing. */
  readonly drawn?: number;
  /** True for a fixed case, which is the same with any seed. */
  readonly example?: true;
  /** True if another client sent the request, so that nobody chose the record for its state. */
  readonly recorded?: true;
  /** The kind of invalid input, which a gateway may block in its own words. */
  readonly odd?: Oddity;
  /** True for an invalid or doubtful order: its handler may fail and close the connection. */
  readonly invalid?: true;
  /** An undocumented path, which only its own check judges, or an impossible path. */
  readonly detour?: true | 'to nowhere';
  /** True for a refused valid order that is sent in another way. Its amount must not change. */
  readonly tried?: true;
  /** The only difference from an accepted order, so that a refusal has a known reason. */
  readonly changed?: Changed;
}

/** Changes of kind `other` test other reasons; `prefix` removes 0x from addresses, for a firewall. */
export interface Changed {
  readonly kind: 'value' | 'rail' | 'invented' | 'omitted' | 'role' | 'prefix' | 'other';
  readonly path: string;
}

/** Paths that a router may resolve without a check of the key, or fail to read. */
export type Detour = 'HEAD' | 'a slash more' | 'an encoded letter' | 'capitals' | 'a broken escape' | 'to nowhere';

/** How a request differs from the document. */
export interface Manner {
  /** The content type of the body; null sends none. */
  readonly contentType?: string | null;
  readonly detour?: Detour;
}

export interface SentRequest {
  readonly input: CallInput;
  readonly method: Method | 'HEAD';
  /** Below the base URL, as sent. */
  readonly path: string;
  readonly sentBody?: string | undefined;
  readonly contentType?: string | undefined;
  readonly credential: Credential;
  readonly purpose: Purpose;
  readonly manner?: Manner;
  /** The body of the order that this one replaces. The first order had no answer, and may have arrived. */
  readonly lost?: unknown;
}

/** An exchange that can be repeated, answered or not. */
export interface SentExchange {
  readonly operation: OperationId;
  readonly request: Pick<SentRequest, 'input' | 'purpose' | 'credential' | 'manner' | 'sentBody'>;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** A fault in HTTP or JSON that any client notices, without a value of the payload. */
export interface WireProblem {
  /** Upper snake case, never changed: `JSON_DUP_KEY`, `PROTO_REDIRECT`, ... */
  readonly code: string;
  /** JSON path into the body, `status`, or `header <name>`. */
  readonly where: string;
  readonly expected: string;
  readonly observed: string;
}

/** An answered exchange, with any status. Its members contain payload; only `exchange` may be shown. */
export interface Reply {
  readonly operation: OperationId;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Media type in lower case, without parameters. */
  readonly contentType: string | undefined;
  /** Parsed JSON; undefined if empty or unusable (`problems` then has the reason). */
  readonly body: unknown;
  readonly empty: boolean;
  readonly problems: readonly WireProblem[];
  readonly notes: readonly WireNote[];
  readonly request: SentRequest;
  /** The exchange, redacted on each read. */
  readonly exchange: Exchange;
  readonly elapsedMs: number;
  readonly receivedAt: Date;
  /** Milliseconds in a monotonic clock: `performance`, or that of a recording. */
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly serverDate?: Date | undefined;
  /** True if the key came back in the body or a header. */
  readonly echoesKey: boolean;
  /** The text of an error's body and header lines, in addition to `body` and `headers`. */
  readonly errorText?: string | undefined;
  /** The product that sent a page instead of JSON. */
  readonly product?: string | undefined;
  /** The page that refused the caller at first for the same request; it came from another sender. */
  readonly before?: Reply | undefined;
}
