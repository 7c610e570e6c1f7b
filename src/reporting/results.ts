import type { Facts } from '#baseline';
import type { Finding, GatheredReports, JudgedPlan, RequirementId, Traffic } from '#contract';
import type { BaselineComparison, Gate, KnownWaiver, MoneyOperations, RecordingSummary } from './verdict.ts';

/** The end of a run as its judge takes it: the reports of the tests, and all that decides what they mean. */
export interface Results extends Omit<GatheredReports, 'startedAt' | 'requests'> {
  readonly plan: JudgedPlan;
  readonly startedAt: string | Date;
  readonly endedAt: string | Date;
  readonly requests: Traffic;
  readonly gate: Gate;
  /** The version under test, as its vendor calls it. */
  readonly release?: string | undefined;
  /** The version of the catalogue by which the run is judged; undefined means the newest. */
  readonly requirementSet?: string | undefined;
  /** The requirements to which the run was narrowed; undefined means all. */
  readonly selected?: ReadonlySet<RequirementId> | undefined;
  /** Requirements that the user leaves out for good, each with the reason that the reports give. */
  readonly leftOut?: ReadonlyMap<RequirementId, string> | undefined;
  /** Requirements that must be tested. */
  readonly required?: ReadonlySet<RequirementId> | undefined;
  /** The part of several machines' run that this is, as `2/4`. */
  readonly shard?: string;
  /** The size of the recording, where one is judged and nothing was sent. */
  readonly recording?: RecordingSummary | undefined;
  readonly harnessVersion: string;
  readonly waivers?: {
    /** All that the run was given, each with its state. */
    readonly given: readonly KnownWaiver[];
    /** Id of the waiver that covers a finding. */
    readonly covers: (requirement: RequirementId, finding: Finding) => string | undefined;
  };
  /** Observed facts, for the baseline. */
  readonly facts?: Facts;
  readonly baseline?: BaselineComparison;
  /** Failures of the gate other than requirements: stale or expired waivers, breaking drift from a baseline. */
  readonly otherFailures?: readonly string[];
  /** Orders by the ledger; without one they are counted in the evidence. */
  readonly money?: MoneyOperations;
}
