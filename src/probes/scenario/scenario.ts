import { withCases } from '#generators';
import { casesOf, type Drawing, shrinkBy } from '../drawn.ts';
import type { Service } from '../service.ts';
import { type Probe, probe } from '../source.ts';
import { playSteps, type Trace } from './scenario-play.ts';
import { steps } from './scenario-steps.ts';
import { SequenceArbitrary } from './sequence-arbitrary.ts';

const playAll = (service: Service, numbers: readonly number[], drawn?: number): Promise<Trace> =>
  playSteps(
    service,
    numbers.flatMap((number) => steps[number] ?? []),
    drawn,
  );

const numbered = steps.map((_, number) => number);

/** Twice over, so that each step is taken both before and after each other one. */
const tour = [...numbered, ...numbered];

const describe = (numbers: readonly number[]): string =>
  numbers.length === 0
    ? 'no step'
    : numbers.map((number, at) => `${at + 1}. ${steps[number]?.name}`).join('; ');

const sequences = () =>
  withCases(new SequenceArbitrary(numbered, tour.length), { examples: [tour], describe });

const drawing: Drawing<readonly number[], Trace> = {
  arbitrary: sequences,
  cases: { smoke: 0, gate: 0, deep: 40 },
  send: (service, numbers) => playAll(service, numbers),
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
        traces.push(await playAll(own, value, drawn));
      return traces;
    },
  }),
  drawn: { shrink: shrinkBy(id, drawing) },
};
