// The plan of a run: its requests and judgements, settled before the first test.
import type { OperationId } from '#contract';
import type { Target } from './target.ts';

/** File that records the orders of a run before they are sent. */
export interface LedgerPlace {
  readonly file: string;
  /** Separates the orders of this run from others in the file. */
  readonly run: string;
  readonly target: string;
  /**
   * True where an intent must have reached the disk before its request leaves. Not so on the embedded sandbox, which
   * moves no money and ends with this process: there the system's own cache is enough.
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

/** Such as `the short test (smoke) skips this; the full test (gate) covers it`. */
export const skipText = (profile: Profile, covering: Profile): string =>
  `${profileWords[profile]} skips this; ${profileWords[covering]} covers it`;

export interface PlanBounds {
  /** Requests to a right service. */
  readonly expected: number;
  readonly requests: number;
  /** Orders that a right service accepts in a whole run with all roles; undefined for a part. */
  readonly accepted: number | undefined;
  /** Orders that any service may accept, with unanswered ones. */
  readonly acceptedByAny: number;
  /** Orders of each operation that moves money; refused ones count, because a service may store them. */
  readonly orders: Readonly<Partial<Record<OperationId, number>>>;
}

export interface Plan {
  readonly target: Target;
  readonly seed: number;
  /** 0 or absent for the standing cases of a gate; any other number draws others of the same families. */
  readonly turn?: number;
  readonly profile: Profile;
  /** Announced before the first test; the target's limits enforce them. */
  readonly bounds?: PlanBounds;
  /** Requirement ids; undefined runs all. */
  readonly only?: readonly string[];
  /** Rules that are judged from the requests of `only`; nothing is sent for them. */
  readonly alongside?: readonly string[];
  /** Values that a user allowed reports to show, besides known ones. */
  readonly shownValues?: readonly string[];
  /** Absent where no money can move, as in `prove`. */
  readonly ledger?: LedgerPlace;
  /** Amounts by lower-case currency that earlier runs deposited within the last hour: they may be credited now. */
  readonly earlierDeposits?: Readonly<Record<string, readonly number[]>>;
  /** Replays one case of one requirement. */
  readonly replay?: {
    readonly requirement: string;
    readonly path?: string | undefined;
    readonly probe?: string | undefined;
  };
}

/** The parts of a plan for judging: without key, address and orders. */
export interface JudgedPlan extends Pick<Plan, 'seed' | 'profile' | 'ledger'> {
  readonly target: Pick<
    Target,
    'label' | 'environment' | 'embedded' | 'money' | 'readOnly' | 'quiet' | 'facts' | 'given'
  >;
}
