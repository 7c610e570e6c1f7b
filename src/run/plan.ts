// The plan of a run: its requests and judgements, fixed before the first test.
import type { OperationId } from '#contract';
import type { Target } from './target.ts';

/** The file in which a run records its orders before it sends them. */
export interface LedgerPlace {
  readonly file: string;
  /** Distinguishes the orders of this run from others in the file. */
  readonly run: string;
  readonly target: string;
  /**
   * True if the intent of an order must be on the disk before its request leaves. The embedded sandbox does not need
   * this: it moves no money and ends with this process.
   */
  readonly durable: boolean;
}

/** The smallest first. */
export const profiles = ['smoke', 'gate', 'deep'] as const;
export type Profile = (typeof profiles)[number];

const profileWords: Readonly<Record<Profile, string>> = {
  smoke: 'the short test (smoke)',
  gate: 'the full test (gate)',
  deep: 'the long test (deep)',
};

/** `the short test (smoke) skips this; the full test (gate) covers it`. */
export const skipText = (profile: Profile, covering: Profile): string =>
  `${profileWords[profile]} skips this; ${profileWords[covering]} covers it`;

export interface PlanBounds {
  /** Requests to a conforming service. */
  readonly expected: number;
  readonly requests: number;
  /** Orders that a conforming service accepts in a whole run with all roles; undefined for a part of a run. */
  readonly accepted: number | undefined;
  /** The most orders that any service may accept, those without an answer included. */
  readonly acceptedByAny: number;
  /** Orders of each operation that moves money. Refused orders count, because a service may store them. */
  readonly orders: Readonly<Partial<Record<OperationId, number>>>;
}

export interface Plan {
  readonly target: Target;
  readonly seed: number;
  /** 0 or undefined for the fixed cases of a gate. Any other number draws other cases of the same families. */
  readonly turn?: number;
  readonly profile: Profile;
  /** Announced before the first test; the limits of the target enforce them. */
  readonly bounds?: PlanBounds;
  /** Requirement ids; all requirements if undefined. */
  readonly only?: readonly string[];
  /** Rules that are judged by the requests of `only`; no request is sent for them. */
  readonly alongside?: readonly string[];
  /** Values that a user allows reports to show, in addition to known values. */
  readonly shownValues?: readonly string[];
  /** Undefined if no money can move, as in `prove`. */
  readonly ledger?: LedgerPlace;
  /**
   * Amounts that earlier runs deposited within the last hour, by currency in lower case: they may be credited during
   * this run.
   */
  readonly earlierDeposits?: Readonly<Record<string, readonly number[]>>;
  readonly replay?: {
    readonly requirement: string;
    readonly path?: string | undefined;
    readonly probe?: string | undefined;
  };
}

/** The parts of a plan that a judge needs: no key, address or orders. */
export interface JudgedPlan extends Pick<Plan, 'seed' | 'profile' | 'ledger'> {
  readonly target: Pick<
    Target,
    'label' | 'environment' | 'embedded' | 'money' | 'readOnly' | 'quiet' | 'facts' | 'given'
  >;
}
