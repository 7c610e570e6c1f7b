import { CallRefused } from '#client';
import { Untested } from '#evidence';

/** The outcome of a request: an answer, or the reason why there is none. */
export type Seen<T> =
  | { readonly value: T }
  | {
      readonly failure: unknown;
      /** Whether it may have reached the service all the same. */
      readonly isSent: boolean;
    };

/** Asks, and keeps what went wrong for those that are concerned by it. */
export const see = async <T>(ask: () => Promise<T>): Promise<Seen<T>> => {
  try {
    return { value: await ask() };
  } catch (failure) {
    return { failure, isSent: !(failure instanceof Untested || failure instanceof CallRefused) };
  }
};

export const isSeen = <T>(seen: Seen<T>): seen is { readonly value: T } => 'value' in seen;

/** The answer; throws what went wrong where there is none. */
export const answerOf = <T>(seen: Seen<T>): T => {
  if (isSeen(seen)) return seen.value;
  throw seen.failure;
};
