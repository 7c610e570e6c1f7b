import type { OperationId } from './call.ts';
import type { PartialPolicies, Policies } from './policies.ts';
import type { Store } from './world.ts';

/** A reply on its way out. A fault may change any of it, `body` in place too: it is a copy. */
export interface WireReply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** Sent as it is instead of `body`. */
  raw?: Buffer | string;
  delayMs?: number;
  /** Without a length, in two chunks. */
  chunked?: boolean;
  gzip?: boolean;
  closeConnection?: boolean;
  /** Without a `Date`. */
  undated?: boolean;
  /** No reply at all: the connection is torn down. */
  destroy?: boolean;
}

/** One service: what it holds and the policies it follows. */
export interface ServedWorld {
  /** From the request's `x-ramp-world`; empty without. */
  readonly name: string;
  readonly faultId: string | undefined;
  readonly fault: Fault | undefined;
  readonly policies: Policies;
  readonly store: Store;
  /** For faults that remember from one reply to the next. */
  readonly memory: Map<string, unknown>;
}

export interface SeenRequest {
  /** Undefined where the path is none of the document's. */
  readonly operation: OperationId | undefined;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed JSON; undefined where there is none, where it is malformed, and where the key was refused first. */
  readonly body: unknown;
  readonly world: ServedWorld;
}

/** Changes the reply, or returns another in its place. */
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that changes in place returns nothing.
export type Hook = (reply: WireReply, request: SeenRequest) => WireReply | undefined | void;

/** One defect, or one freedom that a right service may take. */
export interface Fault {
  readonly policies?: PartialPolicies;
  readonly reply?: Hook;
}

export type FaultFinder = (id: string) => Fault | undefined;
