/** One number, and the two that it is made of. */
export interface Ratio {
  readonly value: number;
  readonly parts: Readonly<Record<string, number>>;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Measures by turns, so that a machine whose speed drifts slows both; the ratio is the median over the turns. */
export async function ratioByTurns<A, B>(
  names: readonly [string, string],
  times: number,
  measures: readonly [() => Promise<A>, () => Promise<B>],
  numbers: (one: A, other: B) => readonly [number, number],
): Promise<Ratio> {
  const both: (readonly [number, number])[] = [];
  for (let turn = 0; turn < times; turn += 1) both.push(numbers(await measures[0](), await measures[1]()));
  const part = (index: 0 | 1) => Math.round(median(both.map((pair) => pair[index])));
  return {
    value: median(both.map(([one, other]) => one / other)),
    parts: { [names[0]]: part(0), [names[1]]: part(1) },
  };
}

/** Says what a ratio means, and how large it may be. */
export interface Row {
  readonly means: string;
  readonly max?: number;
  readonly min?: number;
  readonly measure: () => Promise<Ratio>;
}

/** Measures, and holds the ratio to its bound; a measure that fails does not hold. */
export async function measured(name: string, { max = Number.POSITIVE_INFINITY, min = 0, measure }: Row) {
  const should = min > 0 ? `>= ${min}` : `<= ${max}`;
  try {
    const ratio = await measure();
    return { name, should, holds: ratio.value <= max && ratio.value >= min, ...ratio };
  } catch (error) {
    return { name, should, holds: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

export type MeasuredRatio = Awaited<ReturnType<typeof measured>>;

export const line = ({ name, should, holds, ...rest }: MeasuredRatio): string => {
  const value = 'value' in rest ? rest.value.toFixed(2) : '?';
  const made =
    'parts' in rest ? Object.entries(rest.parts).map(([part, number]) => `${number} ${part}`) : [rest.problem];
  return `${name.padEnd(14)} ${value.padStart(7)}  ${should.padEnd(7)} ${holds ? 'yes' : 'NO '}  ${made.join(', ')}`;
};
