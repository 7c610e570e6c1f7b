import type { RequirementId } from '#contract';
import type { PlantedFault } from '#faults';
import { describeOutcome, isKilled, type Outcomes } from './judging.ts';

export type Result = 'killed' | 'survived';

/** A fault that a check should have noticed and did not. */
export interface Survivor {
  readonly requirement: RequirementId;
  readonly fault: string;
  readonly sentence: string;
  /** How the check ended instead. */
  readonly instead: string;
}

/** Which requirement notices which fault. */
export class KillMatrix {
  readonly #results = new Map<RequirementId, Map<string, Result>>();
  readonly #survivors: Survivor[] = [];
  readonly #alsoKilledBy = new Map<string, readonly RequirementId[]>();

  /** Notes how the checks ended that must notice a fault. */
  add({ id, sentence }: Pick<PlantedFault, 'id' | 'sentence'>, promised: Outcomes): void {
    for (const [requirement, outcome] of promised) {
      const row = this.#results.get(requirement) ?? new Map<string, Result>();
      this.#results.set(requirement, row.set(id, isKilled(outcome) ? 'killed' : 'survived'));
      if (!isKilled(outcome))
        this.#survivors.push({ requirement, fault: id, sentence, instead: describeOutcome(outcome) });
    }
  }

  /** Notes who else noticed it. */
  addFurther({ id }: Pick<PlantedFault, 'id'>, outcomes: Outcomes): void {
    const killers = [...outcomes].flatMap(([requirement, outcome]) =>
      isKilled(outcome) ? [requirement] : [],
    );
    if (killers.length > 0) this.#alsoKilledBy.set(id, killers);
  }

  get survivors(): readonly Survivor[] {
    return this.#survivors.toSorted((one, other) => one.fault.localeCompare(other.fault));
  }

  /** By requirement, then by fault; in the order of the ids, so that two proofs can be compared. */
  get rows(): Readonly<Record<string, Readonly<Record<string, Result>>>> {
    return inOrder([...this.#results].map(([requirement, row]) => [requirement, inOrder(row)]));
  }

  /** By fault: the requirements that noticed it without having to. */
  get alsoKilledBy(): Readonly<Record<string, readonly string[]>> {
    return inOrder(this.#alsoKilledBy);
  }
}

const inOrder = <T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> =>
  Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
