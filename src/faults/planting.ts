import type { RequirementId } from '#contract';
import type { Fault } from '#sandbox';
import type { PlantedFault } from './planted.ts';

/** A sentence that tells the defect, and the defect. */
export type Told = readonly [sentence: string, fault: Fault];

/** Faults by id, so that no id can stand twice in a table. */
type Table = Readonly<Record<string, Told>>;

/** Faults that one requirement must notice. */
export const against = (requirement: RequirementId, table: Table): readonly PlantedFault[] =>
  againstAll([requirement], table);

/** Faults that each of several requirements must notice. */
export const againstAll = (requirements: readonly RequirementId[], table: Table): readonly PlantedFault[] =>
  Object.entries(table).map(([id, [sentence, fault]]) => ({ id, sentence, requirements, ...fault }));

/** The same ways to go wrong for several operations or values: names under a common beginning. */
export const under = <T>(
  beginning: string,
  ways: Readonly<Record<string, T>>,
  told: (way: T, name: string) => Told,
): Table =>
  Object.fromEntries(Object.entries(ways).map(([name, way]) => [`${beginning}/${name}`, told(way, name)]));

/** One fault for each of several members or values. */
export const each = <T extends string>(
  values: readonly T[],
  told: (value: T) => readonly [id: string, ...Told],
): Table =>
  Object.fromEntries(
    values.map((value) => {
      const [id, sentence, fault] = told(value);
      return [id, [sentence, fault] as const];
    }),
  );
