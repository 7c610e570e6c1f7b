import fc from 'fast-check';
import { withCases } from '#generators';
import { casesOf, type Drawing, shrinkBy } from '../drawn.ts';
import { type Probe, probe, type Service } from '../source.ts';
import { runSteps, type Trace } from './scenario-run.ts';
import { steps } from './scenario-steps.ts';

/** The value without a part, in parts of half of it down to one element. */
function* withoutParts<T>(value: readonly T[]): Generator<fc.Value<readonly T[]>> {
  const { length } = value;
  for (let size = Math.ceil(length / 2); size > 0 && size < length; size = size > 1 ? Math.ceil(size / 2) : 0)
    for (let start = 0; start < length; start += size) yield new fc.Value(value.toSpliced(start, size), undefined);
}

/**
 * Sequences of elements. They are made smaller by leaving out whole parts and never by another element: each try costs as
 * many requests as it has steps, and what fails mostly needs two or three of them.
 */
export class SequenceArbitrary<T> extends fc.Arbitrary<readonly T[]> {
  readonly #drawn: fc.Arbitrary<readonly T[]>;

  constructor(elements: readonly T[], maxLength: number) {
    super();
    this.#drawn = fc.array(fc.constantFrom(...elements), {
      minLength: 1,
      maxLength,
      size: 'max',
    });
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<readonly T[]> {
    return new fc.Value(this.#drawn.generate(random, bias).value, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is readonly T[] {
    return Array.isArray(value);
  }

  shrink(value: readonly T[]): fc.Stream<fc.Value<readonly T[]>> {
    return fc.stream(withoutParts(value));
  }
}

const runAll = (service: Service, numbers: readonly number[], drawn?: number): Promise<Trace> =>
  runSteps(
    service,
    numbers.flatMap((number) => steps[number] ?? []),
    drawn,
  );

const numbered = steps.map((_, number) => number);

/** Twice over, so that each step is taken both before and after each other one. */
const tour = [...numbered, ...numbered];

const describe = (numbers: readonly number[]): string =>
  numbers.length === 0 ? 'no step' : numbers.map((number, at) => `${at + 1}. ${steps[number]?.name}`).join('; ');

const sequences = () => withCases(new SequenceArbitrary(numbered, tour.length), { examples: [tour], describe });

const drawing: Drawing<readonly number[], Trace> = {
  arbitrary: sequences,
  cases: { smoke: 0, gate: 0, deep: 40 },
  send: (service, numbers) => runAll(service, numbers),
  failsTwice: true,
  positionOf: ({ drawn }) => drawn,
};

const id = 'scenarios';

/** Sequences of orders and reads, each seen from before its first step to after its last. */
export const scenarios: Probe<readonly Trace[]> = {
  ...probe<readonly Trace[]>(id, {
    mode: 'exclusive',
    minProfile: 'gate',
    send: async (service) => {
      const traces: Trace[] = [];
      for (const { value, drawn, service: own } of await casesOf(id, service, drawing))
        traces.push(await runAll(own, value, drawn));
      return traces;
    },
  }),
  drawn: { shrink: shrinkBy(id, drawing) },
};
