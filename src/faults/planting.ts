import type { RequirementId } from '#contract';
import type { Fault } from '#sandbox';
import type { PlantedFault } from './planted.ts';

/** A defect, with the sentence that describes it. */
export type Described = readonly [sentence: string, fault: Fault];

/** Faults by id, so that no id can stand twice in a table. */
type Table = Readonly<Record<string, Described>>;

/** Faults that one requirement must notice. */
export const against = (requirement: RequirementId, table: Table): readonly PlantedFault[] =>
  againstAll([requirement], table);

/** Faults that each of several requirements must notice. */
export const againstAll = (requirements: readonly RequirementId[], table: Table): readonly PlantedFault[] =>
  Object.entries(table).map(([id, [sentence, fault]]) => ({ id, sentence, requirements, ...fault }));

/** One fault for each way to go wrong; the name of a way follows a common beginning of the ids. */
export const under = <T>(
  beginning: string,
  ways: Readonly<Record<string, T>>,
  describe: (way: T, name: string) => Described,
): Table =>
  Object.fromEntries(
    Object.entries(ways).map(([name, way]) => [`${beginning}/${name}`, describe(way, name)]),
  );

/** One fault for each of several members or values. */
export const each = <T extends string>(
  values: readonly T[],
  describe: (value: T) => readonly [id: string, ...Described],
): Table =>
  Object.fromEntries(
    values.map((value) => {
      const [id, sentence, fault] = describe(value);
      return [id, [sentence, fault] as const];
    }),
  );
