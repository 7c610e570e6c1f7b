import type { KeyKind } from './admission.ts';
import type { Refuse } from './error.ts';
import type { MoneyOperation, Reply } from './operation.ts';
import type { Policies } from './policies.ts';
import type { Store } from './store.ts';

export interface HandledRequest<O extends string = string> {
  readonly operation: O;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Parsed JSON; undefined on operations without a body. */
  readonly body: unknown;
  readonly store: Store;
  readonly policies: Policies;
  /** Undefined if the key is unknown. */
  readonly caller: KeyKind | undefined;
  readonly at: Date;
  readonly refuse: Refuse;
}

export interface Route<O extends string = string> {
  readonly operation: O;
  readonly method: 'GET' | 'POST';
  readonly paths: readonly string[];
  readonly handle: (call: HandledRequest) => Reply;
}

export const get = <const O extends string>(
  operation: O,
  paths: string | readonly string[],
  handle: Route['handle'],
): Route<O> => ({
  operation,
  method: 'GET',
  paths: [paths].flat(),
  handle,
});

export const post = <O extends MoneyOperation>(
  operation: O,
  path: string,
  handle: (call: HandledRequest<O>) => Reply,
): Route<O> => ({
  operation,
  method: 'POST',
  paths: [path],
  handle: (call) => handle({ ...call, operation }),
});

export function parameter(call: HandledRequest, name: string): string {
  return call.params[name] ?? '';
}
