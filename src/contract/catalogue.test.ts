import { expect, test } from 'vitest';
import { operationIds, operationOf, operationsOf, requirements, unobservable } from './index.ts';

test('ids are pinned: a baseline, a waiver and a history refer to them', async () => {
  const pinned = requirements.map(({ id, firmness }) => `${id} ${firmness}`).sort();
  await expect(`${pinned.join('\n')}\n`).toMatchFileSnapshot('requirement-ids.txt');
});

test('the table is the one of the document: fourteen endpoints, numbered in order', () => {
  expect(operationIds.map((id) => operationOf(id).number)).toEqual(
    Array.from({ length: 14 }, (_, i) => i + 1),
  );
  expect(operationIds.filter((id) => operationOf(id).movesMoney).map((id) => operationOf(id).number)).toEqual(
    [5, 6, 7, 10],
  );
});

test('every endpoint has stated requirements, and every requirement an endpoint', () => {
  for (const id of operationIds) {
    const { number } = operationOf(id);
    expect(
      requirements.filter((it) => it.firmness === 'stated' && it.endpoints.includes(number)),
    ).not.toEqual([]);
  }
  expect(requirements.filter((requirement) => operationsOf(requirement).length === 0)).toEqual([]);
});

test('a claim is one plain sentence that no other requirement of the same endpoint repeats', () => {
  const told = requirements.map(({ claim, endpoints }) => `${endpoints.join()} ${claim}`);
  expect(new Set(told).size).toBe(told.length);
  for (const { id, claim } of requirements) {
    expect(claim, id).toMatch(/^[A-Z].*\.$/);
    expect(claim, id).not.toMatch(/\bshould\b/);
  }
});

test('what cannot be observed says why', () => {
  expect(unobservable.length).toBeGreaterThan(5);
  for (const { reason } of unobservable) expect(reason).toMatch(/\.$/);
});
