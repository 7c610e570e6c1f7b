import type { Method, OperationId } from '#contract';
import type { Exchange, WireNote } from '#run';

export type { WireNote };

/** A part of a request that can carry a key. */
export interface KeyPlace {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  /** In an `authorization` header; without one the header has the bare key. */
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

/** The particulars of a valid order. */
export interface OrderTraits {
  readonly isPlain?: true;
  /** The listed value, where another order stands for the usual one. */
  readonly value?: string;
  readonly rail?: string;
  readonly to?: 'named' | 'local';
  /** By default the first subaccount: the individual, if any. */
  readonly role?: 'business';
  /** The content type names the encoding. */
  readonly inUtf8?: true;
}

/** Kinds of invalid input, worded to follow "a request with". A gateway usually blocks a kind, for any value. */
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
  /** In words, without data. */
  readonly case?: string;
  /** The status is a fact of its own: a service may accept the value for one role only. */
  readonly apart?: true;
  readonly order?: OrderTraits;
  /** Position of a drawn case in the order of drawing. */
  readonly drawn?: number;
  /** A listed case, which is the same under any seed. */
  readonly example?: true;
  /** Another client sent the request, so nobody chose the record for its state. */
  readonly recorded?: true;
  /** Kind of invalid input: a gateway may block it in its own words. */
  readonly odd?: Oddity;
  /** An invalid or doubtful order: its handler may fail and close the connection. */
  readonly invalid?: true;
  /** An undocumented way, which only its own check judges; or an impossible path. */
  readonly detour?: true | 'to nowhere';
  /** A refused valid order in another way: its amount is meant. */
  readonly tried?: true;
  /** The only difference from an accepted order, so a refusal has a known reason. */
  readonly changed?: Changed;
}

/** `other` changes test other reasons; `prefix` removes 0x from addresses, for a firewall. */
export interface Changed {
  readonly kind: 'value' | 'rail' | 'invented' | 'omitted' | 'role' | 'prefix' | 'other';
  readonly path: string;
}

/** Ways that a router may resolve without the guard, or fail to read. */
export type Detour = 'HEAD' | 'a slash more' | 'an encoded letter' | 'capitals' | 'a broken escape' | 'to nowhere';

/** Differences in sending from the document. */
export interface Manner {
  /** Content type of the body; null sends none. */
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
  /** Body of the order without an answer that this one replaces: it may have arrived. */
  readonly lost?: unknown;
}

/** An exchange that can be sent again, answered or not. */
export interface SentExchange {
  readonly operation: OperationId;
  readonly request: Pick<SentRequest, 'input' | 'purpose' | 'credential' | 'manner' | 'sentBody'>;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** A fault in HTTP or JSON that any client notices; contains no value of the payload. */
export interface WireProblem {
  /** Upper snake case, stable: `JSON_DUP_KEY`, `PROTO_REDIRECT`, ... */
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
  /** Parsed JSON; undefined when empty or unusable (then `problems` has the reason). */
  readonly body: unknown;
  readonly empty: boolean;
  readonly problems: readonly WireProblem[];
  readonly notes: readonly WireNote[];
  readonly request: SentRequest;
  /** Redacted on each read. */
  readonly exchange: Exchange;
  readonly elapsedMs: number;
  readonly receivedAt: Date;
  /** Times of sending and answer in a monotonic clock: `performance`, or that of a recording. */
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly serverDate?: Date | undefined;
  /** True where the key came back in the body or a header. */
  readonly echoesKey: boolean;
  /** Text of an error's body and of its header lines, beyond `body` and `headers`. */
  readonly errorText?: string | undefined;
  /** Product of a page in place of JSON. */
  readonly product?: string | undefined;
  /** The page that first refused the caller for the same request: it shows another party. */
  readonly before?: Reply | undefined;
}
