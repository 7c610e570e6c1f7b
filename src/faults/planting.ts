import { listings, type PaginationRule, type RequirementId } from '#contract';
import type { Hook, PartialPolicies } from '#sandbox';
import type { PlantedFault } from './planted.ts';

/** The sentence that describes a defect, then its hook on the reply, its decisions in the place of policies, or both. */
export type Described = readonly [sentence: string, ...defect: (Hook | PartialPolicies)[]];

/** Faults by id, so that no id can stand twice in a table. */
type Table = Readonly<Record<string, Described>>;

/** Faults that one requirement must notice. */
export const against = (requirement: RequirementId, table: Table): readonly PlantedFault[] =>
  againstAll([requirement], table);

/** Faults that each of several requirements must notice. */
export const againstAll = (requirements: readonly RequirementId[], table: Table): readonly PlantedFault[] =>
  Object.entries(table).map(([id, [sentence, ...defect]]) =>
    Object.assign(
      { id, sentence, requirements },
      ...defect.map((part) => (typeof part === 'function' ? { reply: part } : { policies: part })),
    ),
  );

/** Faults that the same rules of both listings must notice, because the sandbox pages both alike. */
export const againstBoth = (rules: readonly PaginationRule[], table: Table): readonly PlantedFault[] =>
  againstAll(
    listings.flatMap((listing) => rules.map((rule) => `${listing}/${rule}` as const)),
    table,
  );

/** Ways to go wrong by name, each with its sentence. */
export type Ways<T> = Readonly<Record<string, readonly [sentence: string, way: T]>>;

/** One fault for each way to go wrong; the name of a way follows a common beginning of the ids. */
export const under = <T>(
  beginning: string,
  ways: Readonly<Record<string, T>>,
  describe: (way: T, name: string) => Described,
): Table =>
  Object.fromEntries(
    Object.entries(ways).map(([name, way]) => [`${beginning}/${name}`, describe(way, name)]),
  );

/** One fault for each of several members, values or kinds. */
export const each = <const T>(
  values: readonly T[],
  describe: (value: T) => readonly [id: string, ...Described],
): Table =>
  Object.fromEntries(
    values.map((value) => {
      const [id, ...described] = describe(value);
      return [id, described];
    }),
  );
