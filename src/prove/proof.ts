import { type RequirementId, requirementOf } from '#contract';
import type { Fault } from '#faults';
import type { CheckOutcome } from '#harness';
import { reported } from '#run';
import type { Outcomes } from './control-run.ts';

type Result = 'killed' | 'kept back' | 'survived';

interface Survivor {
  readonly requirement: RequirementId;
  readonly fault: string;
  readonly sentence: string;
  readonly instead: string;
}

/** A correct service may refuse in the same words. */
interface KeptBack {
  readonly requirement: RequirementId;
  readonly fault: string;
  readonly why: string;
}

interface FalsePositive {
  readonly requirement: RequirementId;
  readonly variation: string;
  readonly sentence: string;
  readonly raised: string;
}

export interface Passing {
  readonly variation: string;
  readonly passed: number;
  readonly falsePositives: readonly FalsePositive[];
}

/** Only a finding proves that a check can fail. */
export const isKilled = ({ findings }: CheckOutcome): boolean => findings.length > 0;

/** True if the service is the reason, which makes the verdict inconclusive. */
export const isKeptBack = ({ findings, reasons: [first] }: CheckOutcome): boolean =>
  findings.length === 0 && first?.by === 'service' && !first.failed;

/** One line without a value of the payload. */
export const describeOutcome = ({ findings, reasons }: CheckOutcome): string => {
  const [first] = findings;
  if (first !== undefined)
    return `${first.code} at ${first.where}: expected ${first.expected}, actual ${first.observed}`;
  const why = reported(reasons);
  if (why === undefined) return 'no finding';
  return why.failed ? `no result: ${why.code} ${why.reason}` : `untested: ${why.reason}`;
};

export class KillMatrix {
  readonly #results = new Map<RequirementId, Map<string, Result>>();
  readonly #survivors: Survivor[] = [];
  readonly #keptBack: KeptBack[] = [];

  add({ id, sentence, keptBack: why }: Pick<Fault, 'id' | 'sentence' | 'keptBack'>, promised: Outcomes): void {
    for (const [requirement, outcome] of promised) {
      const row = this.#results.get(requirement) ?? new Map<string, Result>();
      const isNoticed = why === undefined ? isKilled(outcome) : isKeptBack(outcome);
      const noticed = why === undefined ? 'killed' : 'kept back';
      this.#results.set(requirement, row.set(id, isNoticed ? noticed : 'survived'));
      if (!isNoticed) this.#survivors.push({ requirement, fault: id, sentence, instead: describeOutcome(outcome) });
      else if (why !== undefined) this.#keptBack.push({ requirement, fault: id, why });
    }
  }

  get keptBack(): readonly KeptBack[] {
    return this.#keptBack.toSorted((one, other) => one.fault.localeCompare(other.fault));
  }

  get survivors(): readonly Survivor[] {
    return this.#survivors.toSorted((one, other) => one.fault.localeCompare(other.fault));
  }

  /** By requirement, then by fault, sorted by id, so that two proofs can be compared. */
  get rows(): Readonly<Record<string, Readonly<Record<string, Result>>>> {
    return inOrder([...this.#results].map(([requirement, row]) => [requirement, inOrder(row)]));
  }
}

const inOrder = <T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> =>
  Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));

export interface Proof {
  readonly format: 2;
  readonly seed: number;
  readonly holds: boolean;
  readonly counts: {
    readonly requirements: number;
    readonly faults: number;
    readonly variations: number;
    readonly pairs: number;
    readonly killed: number;
    /** Pairs whose fault no refusal can show. */
    readonly keptBack: number;
    readonly survived: number;
    readonly checksPassed: number;
    readonly falsePositives: number;
  };
  readonly survived: readonly Survivor[];
  readonly keptBack: readonly KeptBack[];
  readonly falsePositives: readonly FalsePositive[];
  /** Variations that no check reaches. */
  readonly idle: readonly string[];
  /** Requirements that can fail or change and have no fault. */
  readonly withoutFault: readonly RequirementId[];
  readonly missing: readonly RequirementId[];
  readonly matrix: Readonly<Record<string, Readonly<Record<string, Result>>>>;
}

interface ProofInput {
  readonly seed: number;
  readonly matrix: KillMatrix;
  readonly faultless: Passing;
  readonly passing: readonly Passing[];
  readonly demanded: Iterable<RequirementId>;
  /** True if all checks ran, so that each variation must reach one. */
  readonly isWhole: boolean;
  readonly missing: readonly RequirementId[];
}

/** The proof holds if every fault is detected, no check fails without a fault, and every requirement has a fault. */
export const proofOf = ({ seed, matrix, faultless, passing, demanded, isWhole, missing }: ProofInput): Proof => {
  const { rows, survivors, keptBack } = matrix;
  const results = Object.values(rows);
  const pairs = results.reduce((sum, row) => sum + Object.keys(row).length, 0);
  const falsePositives = [faultless, ...passing].flatMap((it) => it.falsePositives);
  const withoutFault = [...demanded].filter(
    (id) => requirementOf(id).firmness !== 'silent' && rows[id] === undefined && !missing.includes(id),
  );
  const isIdle = ({ passed, falsePositives: found }: Passing) => passed + found.length === 0;
  const idle = isWhole ? passing.filter(isIdle).map(({ variation }) => variation) : [];
  return {
    format: 2,
    seed,
    holds: [survivors, falsePositives, idle, withoutFault, missing].every(({ length }) => length === 0),
    counts: {
      requirements: results.length,
      faults: new Set(results.flatMap((row) => Object.keys(row))).size,
      variations: passing.filter((it) => !isIdle(it)).length,
      pairs,
      killed: pairs - survivors.length - keptBack.length,
      keptBack: keptBack.length,
      survived: survivors.length,
      checksPassed: passing.reduce((sum, { passed }) => sum + passed, 0),
      falsePositives: falsePositives.length,
    },
    survived: survivors,
    keptBack,
    falsePositives,
    idle,
    withoutFault,
    missing,
    matrix: rows,
  };
};
