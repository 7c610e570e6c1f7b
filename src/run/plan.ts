// What a run sends and judges, settled before its first test.
import type { OperationId } from '#contract';
import type { Target } from './target.ts';

/** The file in which the orders of a run are written down before they leave. */
export interface LedgerPlace {
  readonly file: string;
  /** Distinguishes the orders of this run from those of others in the same file. */
  readonly run: string;
  /** Label of the target. */
  readonly target: string;
  /**
   * True where an intent must have reached the disk before its request leaves. Not so on the embedded sandbox, which
   * moves no money and ends with this process: there the system's own cache is enough.
   */
  readonly durable: boolean;
}

/** How much a run sends, the least first. */
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
  /** Requests to a service that conforms. */
  readonly expected: number;
  readonly requests: number;
  /** Orders that a service which conforms accepts of a whole run with all roles; undefined of a part of one. */
  readonly accepted: number | undefined;
  /** Orders that any service may have accepted, those without an answer counted. */
  readonly acceptedByAny: number;
  /** Orders of each operation that moves money; refused ones count, because a service may have kept them. */
  readonly orders: Readonly<Partial<Record<OperationId, number>>>;
}

/** Decides what a run sends and judges. */
export interface Plan {
  readonly target: Target;
  readonly seed: number;
  /** 0, or not given, where a gate sends its standing cases; any other number draws others of the same families. */
  readonly turn?: number;
  readonly profile: Profile;
  /** Announced before the first test; the budgets of the target hold the client to them. */
  readonly bounds?: PlanBounds;
  /** Requirement ids to run; undefined runs all. */
  readonly only?: readonly string[];
  /** Rules that are judged too, by what is sent for `only`: nothing is sent for them. */
  readonly alongside?: readonly string[];
  /** Values of sets that a person has let be shown, besides those that are known. */
  readonly shownValues?: readonly string[];
  /** Left out where no money can move, as in `prove`. */
  readonly ledger?: LedgerPlace;
  /** Amounts by lower-case currency that earlier runs deposited within the last hour: they may be credited during this one. */
  readonly earlierDeposits?: Readonly<Record<string, readonly number[]>>;
  /** Replays one case of one requirement. */
  readonly replay?: {
    readonly requirement: string;
    readonly path?: string | undefined;
    readonly probe?: string | undefined;
  };
}

/** A plan as far as it is judged: without key, address and orders. */
export interface JudgedPlan extends Pick<Plan, 'seed' | 'profile' | 'ledger'> {
  readonly target: Pick<
    Target,
    'label' | 'environment' | 'embedded' | 'money' | 'readOnly' | 'quiet' | 'facts' | 'given'
  >;
}
