import type { Method, OperationId } from '#contract';
import type { Exchange, WireNote } from '#run';

export type { WireNote };

/** A part of a request that can carry a key. */
export interface KeyPlace {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  /** In an `authorization` header; without one the key stands there bare. */
  readonly scheme?: 'Bearer' | 'Basic';
}

/** The key in the header that the document names, or in other places, in which the service must not look for it. */
export type Credential =
  | { readonly in: 'header'; readonly value: string }
  | { readonly in: 'other places'; readonly places: readonly KeyPlace[]; readonly value: string }
  | { readonly in: 'none' };

export type CallInput = Readonly<Record<string, unknown>> & {
  readonly query?: Readonly<Record<string, string | number | readonly number[]>>;
  readonly body?: unknown;
};

/** What a valid order is about. */
export interface OrderTraits {
  /** The plainest of its operation, whoever places it. */
  readonly isPlain?: true;
  /** The listed value that it is about, where another order stands for the usual one. */
  readonly value?: string;
  readonly rail?: string;
  /** Its recipient, where that is not the plain one. */
  readonly to?: 'named' | 'local';
  /** By default the first subaccount, which is a person where there is one. */
  readonly role?: 'business';
  /** Its content type names the encoding. */
  readonly inUtf8?: true;
}

/** The kinds of invalid input, as a reader names them behind "a request with". A gateway mostly blocks a kind, whatever its values. */
export const oddities = [
  'malformed JSON',
  'JSON that is no object',
  'a wrong type',
  'a null',
  'a member twice',
  'an odd text',
  'an odd amount',
  'another content type',
  'the body of another version',
  'an odd value',
  'an odd path',
  'a malformed id',
  'a malformed page number',
  'another letter case',
  'a wrong key',
  'an odd request',
] as const;

export type Oddity = (typeof oddities)[number];

/** Why a request was sent: the probe, and which of its cases. */
export interface Purpose {
  readonly probe: string;
  /** The case in words, without the data in it. */
  readonly case?: string;
  /** Its status is a fact of its own, because a service may take a value from one role alone. */
  readonly apart?: true;
  /** Of a valid order. */
  readonly order?: OrderTraits;
  /** The position of a case of a drawn probe, in the order of drawing. */
  readonly drawn?: number;
  /** A listed case, and so the same under any seed. */
  readonly example?: true;
  /** Another has asked: the record need not be one that was chosen for its state. */
  readonly recorded?: true;
  /** The kind of invalid input in it: a gateway may block it in its own words. */
  readonly odd?: Oddity;
  /** An order that is to be refused, or of which that is open: what handles it may fail and close the connection. */
  readonly invalid?: true;
  /** Asks by a way that the document does not name, so that only its own check judges the answer; or by a path that cannot exist. */
  readonly detour?: true | 'to nowhere';
  /** A valid order in the way that a person would try who was refused it: its amount is meant. */
  readonly tried?: true;
  /** The one thing in which the request differs from an order that was accepted, so that a refusal of it has a known reason. */
  readonly changed?: Changed;
}

/** `other` changes serve to tell that a refusal is not for another reason; `prefix` takes 0x off addresses, for a firewall. */
export interface Changed {
  readonly kind: 'value' | 'rail' | 'invented' | 'omitted' | 'role' | 'prefix' | 'other';
  readonly path: string;
}

/** Ways to an operation for which a router may find its handler and not the guard before it, or fail to read the path. */
export type Detour = 'HEAD' | 'a slash more' | 'an encoded letter' | 'capitals' | 'a broken escape' | 'to nowhere';

/** How a request is sent, where that differs from what the document says. */
export interface Manner {
  /** Content type of the body; null sends none. */
  readonly contentType?: string | null;
  /** A way to the operation that the document does not name. */
  readonly detour?: Detour;
}

export interface SentRequest {
  readonly input: CallInput;
  readonly method: Method | 'HEAD';
  /** Below the base URL, as sent. */
  readonly path: string;
  /** Exact text of the body; undefined where none was sent. */
  readonly sentBody?: string | undefined;
  /** The media type of the body, where one was named. */
  readonly contentType?: string | undefined;
  readonly credential: Credential;
  readonly purpose: Purpose;
  readonly manner?: Manner;
  /** The body of the order whose answer was lost, and in whose place this one was sent: it may have arrived. */
  readonly lost?: unknown;
}

/** An exchange as far as it can be sent again, whether it was answered or not. */
export interface SentExchange {
  readonly operation: OperationId;
  readonly request: Pick<SentRequest, 'input' | 'purpose' | 'credential' | 'manner' | 'sentBody'>;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** Something wrong with a reply that any reader of HTTP and JSON would stumble over; holds no value of the payload. */
export interface WireProblem {
  /** Upper snake case, stable: `JSON_DUP_KEY`, `PROTO_REDIRECT`, ... */
  readonly code: string;
  /** JSON path into the body, `status`, or `header <name>`. */
  readonly where: string;
  readonly expected: string;
  readonly observed: string;
}

/** An exchange that was answered, with any status. Its members hold payload; only `exchange` may be shown. */
export interface Reply {
  readonly operation: OperationId;
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Media type in lower case, without parameters. */
  readonly contentType: string | undefined;
  /** Parsed JSON; undefined when empty or unusable, and then `problems` says why. */
  readonly body: unknown;
  readonly empty: boolean;
  readonly problems: readonly WireProblem[];
  readonly notes: readonly WireNote[];
  readonly request: SentRequest;
  /** Redacted when read. */
  readonly exchange: Exchange;
  readonly elapsedMs: number;
  readonly receivedAt: Date;
  /** When it was sent and answered, in a clock that no step of the system's moves: that of `performance`, or of a recording. */
  readonly sentMs: number;
  readonly receivedMs: number;
  /** The service's own clock, where it shows one. */
  readonly serverDate?: Date | undefined;
  /** True where the key came back in the body or in a header. */
  readonly echoesKey: boolean;
  /** The text of an error's body, and of heads and trailers around it: what it shows besides `body` and `headers`. */
  readonly errorText?: string | undefined;
  /** The product that a page names which came in place of JSON. */
  readonly product?: string | undefined;
  /** The page that refused the caller when the same was first sent: it shows who else answers. */
  readonly before?: Reply | undefined;
}
