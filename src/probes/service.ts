import { type Api, CallRefused } from '#client';
import { type Credential, type Reply, type Setting, Untested } from '#evidence';

/** The means by which a probe sends. */
export interface Service extends Setting {
  /** One object for all probes of a run, by which they find what others of the same run saw. */
  readonly run: object;
  /** One method per operation, with the full key. */
  readonly api: Api;
  /** Sends with another credential. */
  readonly as: (credential: Credential) => Api;
  /** Fixes what is drawn. */
  readonly seed: number;
  /** One case of a requirement is asked for again: the cases of every other probe are as ever. */
  readonly replay?: Replayed | undefined;
  /**
   * Sends for each item, as many at a time as the target allows. An item that cannot be sent, or gets no answer, is left
   * out and noted; where that happens to all of them, the first reason is thrown.
   */
  readonly each: <T, R = Reply>(
    items: readonly T[],
    send: (item: T, index: number) => Promise<R>,
  ) => Promise<readonly R[]>;
  /** Waits, for what a service may show with a delay. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Orders of the run until now whose answer was lost; each may have been carried out beside the one placed for it. */
  readonly lostOrders?: () => number;
}

export interface Replayed {
  readonly probe: string;
  readonly path: string;
}

/** The outcome of a request: an answer, or the reason why there is none. */
export type Attempted<T> =
  | { readonly value: T }
  | {
      readonly failure: unknown;
      /** True where it may have reached the service all the same. */
      readonly isSent: boolean;
    };

/** Asks, and keeps what went wrong for those that are concerned by it. */
export const attempt = async <T>(ask: () => Promise<T>): Promise<Attempted<T>> => {
  try {
    return { value: await ask() };
  } catch (failure) {
    return { failure, isSent: !(failure instanceof Untested || failure instanceof CallRefused) };
  }
};

export const isAnswered = <T>(seen: Attempted<T>): seen is { readonly value: T } => 'value' in seen;

/** The answer; throws what went wrong where there is none. */
export const answerOf = <T>(seen: Attempted<T>): T => {
  if (isAnswered(seen)) return seen.value;
  throw seen.failure;
};
