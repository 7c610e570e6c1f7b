import { CallRefused } from '#client';
import type { OperationId } from '#contract';
import { lacking, type Reply, Untested } from '#evidence';
import type { Profile } from '#run';
import type { Service } from './service.ts';

export type Attempted<T> =
  | { readonly value: T }
  | {
      readonly failure: unknown;
      /** True if the request may have reached the service. */
      readonly isSent: boolean;
    };

/** Keeps an error for the checks that it affects. */
export const attempt = async <T>(ask: () => Promise<T>): Promise<Attempted<T>> => {
  try {
    return { value: await ask() };
  } catch (failure) {
    return { failure, isSent: !(failure instanceof Untested || failure instanceof CallRefused) };
  }
};

export const isAnswered = <T>(seen: Attempted<T>): seen is { readonly value: T } => 'value' in seen;

/** @throws The error of a request without an answer. */
export const answerOf = <T>(seen: Attempted<T>): T => {
  if (isAnswered(seen)) return seen.value;
  throw seen.failure;
};

/**
 * Which probes may run at the same time. `reads` change nothing. `balanceNeutral` probes place orders that should not
 * move the balances, and read the balances; if one probe moves them, the readings of the others prove nothing.
 * `exclusive` needs the account alone, and so does `sequences` after the valid orders are placed. `orders` change
 * listings and balances, and any number of them run together. `quiet` probes read what orders change, and run together
 * while no order is placed. `wrongKeys` probes send refused keys, for which a service may lock the caller out; they run
 * when no other probe waits.
 */
export type Mode = (typeof modes)[number];

/** In the order of their turns. */
export const modes = ['reads', 'balanceNeutral', 'exclusive', 'sequences', 'orders', 'quiet', 'wrongKeys'] as const;

/** The origin of a check's data, made at most once in a run. */
export type Source<T> = Probe<T> | Derived<T>;

type SourcesOf<Inputs extends readonly unknown[]> = {
  readonly [Place in keyof Inputs]: Source<Inputs[Place]>;
};

/** A named reason to send requests. */
export interface Probe<T> {
  readonly kind: 'probe';
  readonly id: string;
  readonly mode: Mode;
  /** The smallest profile that includes it. */
  readonly minProfile: Profile;
  readonly from: readonly Source<unknown>[];
  readonly send: (service: Service, inputs: readonly unknown[]) => Promise<T>;
  /** Selects the probe's replies from a recording. Without it, a recording has no data for the probe. */
  readonly select?: (recorded: Recorded) => T;
  readonly drawn?: DrawnCases;
}

interface Derived<T> {
  readonly kind: 'derived';
  readonly from: readonly Source<unknown>[];
  /** An input that cannot be gathered is undefined; if this holds for every input, the source fails. */
  readonly partial?: true;
  readonly derive: (inputs: readonly unknown[]) => T;
}

interface DrawnCases {
  readonly shrink: (service: Service, search: Search) => Promise<Shrunk | undefined>;
}

export interface Search {
  /** True if the result of a case breaks the promise. */
  readonly fails: (result: unknown) => Promise<boolean>;
  readonly results: readonly unknown[];
  readonly maxCases: number;
  /** False to end the search. */
  readonly goesOn: () => boolean;
}

export interface Shrunk {
  readonly result: unknown;
  /** fast-check's path to the case. */
  readonly path: string;
  readonly seed: number;
}

interface ProbeOptions<T, Inputs extends readonly unknown[]> {
  readonly mode: Mode;
  readonly minProfile?: Profile;
  /** Sources that are gathered first. */
  readonly from?: SourcesOf<Inputs>;
  readonly send: (service: Service, ...inputs: Inputs) => Promise<T>;
  readonly select?: (recorded: Recorded) => T;
}

export const probe = <T, const Inputs extends readonly unknown[] = readonly []>(
  id: string,
  { mode, minProfile = 'smoke', from, send, select }: ProbeOptions<T, Inputs>,
): Probe<T> => ({
  kind: 'probe',
  id,
  mode,
  minProfile,
  from: (from ?? []) as readonly Source<unknown>[],
  send: (service, inputs) => send(service, ...(inputs as unknown as Inputs)),
  ...(select ? { select } : {}),
});

export const derive = <T, const Inputs extends readonly unknown[]>(
  from: SourcesOf<Inputs>,
  read: (...inputs: Inputs) => T,
): Derived<T> => ({
  kind: 'derived',
  from: from as readonly Source<unknown>[],
  derive: (inputs) => read(...(inputs as unknown as Inputs)),
});

/** Includes the source itself, if it is a probe. */
export const probesOf = (source: Source<unknown>): readonly Probe<unknown>[] => {
  const known = probesBySource.get(source) ?? [
    ...new Set([...source.from.flatMap(probesOf), ...(source.kind === 'probe' ? [source] : [])]),
  ];
  probesBySource.set(source, known);
  return known;
};

/** A cache: the probes of a source never change. */
const probesBySource = new WeakMap<Source<unknown>, readonly Probe<unknown>[]>();

export const all = <const Inputs extends readonly unknown[]>(...sources: SourcesOf<Inputs>): Source<Inputs> =>
  derive<Inputs, Inputs>(sources, (...inputs) => inputs);

export const available = <T>(...sources: readonly Source<T>[]): Source<readonly T[]> => ({
  kind: 'derived',
  from: sources,
  partial: true,
  derive: (parts) => (parts as readonly (T | undefined)[]).filter((part) => part !== undefined),
});

/** One list, of the sources that the target allows. */
export const joined = (...sources: readonly Source<readonly Reply[]>[]): Source<readonly Reply[]> =>
  derive([available(...sources)], (parts) => parts.flat());

export const ifAllowed = <T>(source: Source<readonly T[]>): Source<readonly T[]> =>
  derive(
    [
      available<readonly T[]>(
        derive([], () => []),
        source,
      ),
    ],
    (parts) => parts.flat(),
  );

/** A source without requests and without replies. */
export const noReplies: Source<readonly Reply[]> = { kind: 'derived', from: [], derive: () => [] };

/** Makes one value for each operation, and keeps it. */
export const perOperation = <Id extends OperationId, T>(make: (operation: Id) => T): ((operation: Id) => T) => {
  const made = new Map<Id, T>();
  return (operation) => {
    const known = made.get(operation) ?? make(operation);
    made.set(operation, known);
    return known;
  };
};

/** Exchanges of another client, for probes that select instead of sending. */
export interface Recorded {
  /** Replies with recognised purposes, in the order of time. */
  readonly replies: readonly Reply[];
}

export const unshown = (what: string): Untested =>
  lacking('NOT_RECORDED', `the recording does not show ${what}`, 'recording');

/** @throws Untested if the recording has no such reply. */
export const repliesTo = ({ replies }: Recorded, probe: string): readonly Reply[] => {
  const own = replies.filter(({ request }) => request.purpose.probe === probe);
  if (own.length === 0) throw unshown(probe);
  return own;
};
