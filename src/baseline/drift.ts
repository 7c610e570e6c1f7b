/** In the order of weight. */
export const driftClasses = ['breaking', 'risky', 'additive', 'reported', 'evidence lost'] as const;
export type DriftClass = (typeof driftClasses)[number];

/** The heaviest of several; undefined for none. */
export const heaviest = (classes: readonly (DriftClass | undefined)[]): DriftClass | undefined =>
  driftClasses.find((each) => classes.includes(each));

export const without = (some: readonly string[], others: readonly string[]): readonly string[] =>
  some.filter((each) => !others.includes(each));
