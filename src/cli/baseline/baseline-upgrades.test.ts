import { beforeAll, expect, test } from 'vitest';
import { type Change, compareFacts, endpointNames, type Facts, factsOf } from '#baseline';
import type { Profile } from '#contract';
import { planted, runOnSandbox, severalAtOnce } from '../testing/in-process.test.support.ts';
import { upgrades } from './baseline-upgrades.test.support.ts';

/** What a run observes of the sandbox as it is, or as another version that shows a fault or a variation to every request. */
const observe = async (id: string | null, seed: number, profile: Profile): Promise<Facts> => {
  const { reports, target } = await runOnSandbox(id === null ? undefined : planted(id), { seed, profile });
  return factsOf(reports, target.facts);
};

let accepted: Readonly<Partial<Record<Profile, Facts>>>;

beforeAll(async () => {
  accepted = { smoke: await observe(null, 1, 'smoke'), gate: await observe(null, 7, 'gate') };
});

const heaviest = (changes: readonly Change[]): string => changes[0]?.class ?? 'no drift';

test('a run observes facts of every endpoint', () => {
  const { gate = {}, smoke = {} } = accepted;
  expect(Object.keys(smoke).sort()).toEqual([...endpointNames].sort());
  expect(Object.keys(gate).sort()).toEqual([...endpointNames].sort());
  expect(Object.values(gate).flatMap((facts) => Object.keys(facts)).length).toBeGreaterThan(800);
});

test('five runs against the same service show no drift', async () => {
  const seeds = Array.from({ length: 5 }, (_, index) => 1000 + index * 7919);
  const runs = await severalAtOnce(seeds, (seed) => observe(null, seed, 'smoke'));
  expect(runs).toHaveLength(5);
  for (const facts of runs) {
    expect(compareFacts(accepted.smoke ?? {}, facts)).toEqual([]);
    expect(facts).toEqual(accepted.smoke);
  }
});

test('whatever cases a seed draws, a gate run shows no drift', async () => {
  for (const facts of await severalAtOnce([1_987_654_321, -42], (seed) => observe(null, seed, 'gate'))) {
    expect(compareFacts(accepted.gate ?? {}, facts)).toEqual([]);
    expect(facts).toEqual(accepted.gate);
  }
});

test('each upgrade is reported in its class', async () => {
  expect(upgrades.length).toBeGreaterThanOrEqual(40);
  const met = await severalAtOnce(upgrades, async ([id, , profile = 'smoke'], index) => [
    id,
    heaviest(compareFacts(accepted[profile] ?? {}, await observe(id, index + 2, profile))),
  ]);
  expect(met).toEqual(upgrades.map(([id, drift]) => [id, drift]));
});

test('a value that a person has let be shown is a fact by itself', async () => {
  const only = ['records/hold-values-that-occur', 'withdrawal.read/answers-with-its-record'] as const;
  const stateWith = async (...shownValues: readonly string[]) => {
    const always = planted('withdrawal/further-status');
    const { reports, target } = await runOnSandbox(always, { only, shownValues });
    return factsOf(reports, target.facts)['withdrawal.read']?.['$.status'];
  };
  expect(await stateWith()).toBe('another value req');
  expect(await stateWith('awaiting_confirmations')).toBe('enum:awaiting_confirmations req');
});
