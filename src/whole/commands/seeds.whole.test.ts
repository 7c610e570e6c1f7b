import { expect, test } from 'vitest';
import { defaultPolicies, type Fault } from '#sandbox';
import { runOnSandbox, severalAtOnce } from '../../testing/in-process.test.support.ts';

const { recognise } = defaultPolicies.authentication;

/** Numbers far apart, as a random seed is. */
const seeds = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => 1 + at * 104_729);

const verdictsWith = (count: number, always?: Fault) =>
  severalAtOnce(
    seeds(count),
    async (seed) => (await runOnSandbox(always, { profile: 'gate', seed, prompt: true })).verdict,
    6,
  );

for (const [count, tags] of [
  [6, []],
  [100, ['release']],
] as const)
  test(`${count} seeds end alike`, { tags: [...tags], timeout: 900_000 }, async () => {
    const ends = (await verdictsWith(count)).map(({ verdict, requirements }) =>
      JSON.stringify([verdict, requirements.filter(({ outcome }) => !/conforms|observed/.test(outcome))]),
    );
    expect(new Set(ends)).toEqual(new Set([JSON.stringify(['conforms', []])]));
  });

const taking = (isTaken: (key: string, full: string, asked?: string) => boolean): Fault => ({
  policies: {
    authentication: {
      recognise: (key, keys, asked) =>
        recognise(key, keys, asked) ?? (key !== undefined && isTaken(key, keys.full, asked) ? 'full' : undefined),
    },
  },
});

/** Services that take a wrong key of one kind alone. */
const careless: Readonly<Record<string, Fault>> = {
  'any key above 80 letters': taking((key) => key.length > 80),
  'a list that holds the right key': taking((key, full) => key.split(',').includes(full)),
  'the first 8 letters, at one endpoint': taking(
    (key, full, asked) => asked === 'withdrawal.read' && key.startsWith(full.slice(0, 8)),
  ),
  'any key on the second page': {
    policies: {
      authentication: {
        presented: (request, asked) => {
          const key = defaultPolicies.authentication.presented(request, asked);
          return asked === 'conversion.list' && request.query.page === '2' ? `page 2: ${key}` : key;
        },
        recognise: (key, keys, asked) => (key?.startsWith('page 2: ') ? 'full' : recognise(key, keys, asked)),
      },
    },
  },
};

/** How many of twenty seeds find one: a way that is right for one endpoint alone comes to it more seldom. */
const least: Readonly<Record<string, number>> = { 'the first 8 letters, at one endpoint': 3 };

test.each(Object.entries(careless))(
  'of twenty seeds some find a service that takes %s',
  { tags: ['release'], timeout: 600_000 },
  async (kind, fault) => {
    const found = (await verdictsWith(20, fault)).filter(({ requirements }) =>
      requirements.some(({ id, outcome }) => outcome === 'deviates' && id.endsWith('-key')),
    );
    expect(found.length).toBeGreaterThanOrEqual(least[kind] ?? 10);
  },
);
