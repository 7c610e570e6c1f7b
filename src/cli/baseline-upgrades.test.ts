import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Change, compareFacts, type Facts } from '#baseline';
import { observe } from './baseline-observing.test.support.ts';
import { upgrades } from './baseline-upgrades.test.support.ts';
import { type Built, buildCommand } from './built.test.support.ts';

const patience = 600_000;
let built: Built;
let accepted: Facts;

beforeAll(async () => {
  built = await buildCommand();
  const [first] = await observe(built.folder, [[null, 1]]);
  accepted = first?.facts ?? {};
}, patience);

afterAll(() => rmSync(built.folder, { recursive: true, force: true }));

const heaviest = (changes: readonly Change[]): string => changes[0]?.class ?? 'no drift';

test('a run observes facts of every endpoint', () => {
  expect(Object.keys(accepted)).toHaveLength(15);
  expect(Object.values(accepted).flatMap((facts) => Object.keys(facts)).length).toBeGreaterThan(800);
});

test('ten runs against the same service show no drift', { timeout: patience }, async () => {
  const runs = await observe(
    built.folder,
    Array.from({ length: 10 }, (_, index) => [null, 1000 + index * 7919] as const),
  );
  expect(runs).toHaveLength(10);
  for (const { facts } of runs) expect(facts).toEqual(accepted);
});

test('whatever cases a seed draws, a gate run shows no drift', { timeout: patience }, async () => {
  const seeds = [7, 1_987_654_321, -42].map((seed) => [null, seed, 'gate'] as const);
  const [first, ...others] = await observe(built.folder, seeds);
  expect(others).toHaveLength(seeds.length - 1);
  for (const { facts } of others) expect(compareFacts(first?.facts ?? {}, facts)).toEqual([]);
  for (const { facts } of others) expect(facts).toEqual(first?.facts);
});

test('each upgrade is reported in its class', { timeout: patience }, async () => {
  expect(upgrades.length).toBeGreaterThanOrEqual(40);
  const asked = upgrades.map(([id], index) => [id, index + 2] as const);
  const half = Math.ceil(asked.length / 2);
  const runs = await Promise.all(
    [asked.slice(0, half), asked.slice(half)].map((part) => observe(built.folder, part)),
  );
  const met = runs.flat().map(({ id, facts }) => [id, heaviest(compareFacts(accepted, facts))]);
  expect(met).toEqual(upgrades.map(([id, drift]) => [id, drift]));
});
