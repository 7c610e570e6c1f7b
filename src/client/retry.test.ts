import { expect, test } from 'vitest';
import type { OperationId } from '#contract';
import { defaultLimits } from './request.ts';
import { FailureCount, RetryBudget } from './retry.ts';

const budgetOf = (operation: OperationId, { isFullKey = true } = {}): RetryBudget =>
  new RetryBudget({ operation, isFullKey }, defaultLimits);

const limitOf = (operation: OperationId, isFullKey = true): string => budgetOf(operation, { isFullKey }).limit;

const waits = (
  named: number | undefined,
  times: number,
  operation: OperationId = 'balances.read',
): (number | undefined)[] => {
  const budget = budgetOf(operation);
  return Array.from({ length: times }, () => budget.waitAfter(named));
};

test('waits longer each time where no time is named, and gives up in the end', () => {
  expect(waits(undefined, 5)).toEqual([250, 500, 1000, 2000, 4000]);
  const all = waits(undefined, 20);
  expect(all.indexOf(undefined)).toBe(12);
  // A limit by the minute lifts in the meantime.
  expect(all.reduce<number>((sum, each) => sum + (each ?? 0), 0)).toBeGreaterThan(60_000);
});

test('an order is sent three times at most, with longer waits between', () => {
  expect(waits(undefined, 4, 'onramp.initiate')).toEqual([2_000, 8_000, undefined, undefined]);
  expect(waits(0, 3, 'offramp.initiate')).toEqual([0, 8_000, undefined]);
});

test('waits as long as is named, a minute too, within its bound', () => {
  expect(waits(7_000, 2)).toEqual([7_000, 7_000]);
  expect(waits(60_000, 2)).toEqual([60_000, undefined]);
  expect(waits(99_999_000, 1)).toEqual([undefined]);
});

test('believes once that it may be at once', () => {
  expect(waits(0, 3)).toEqual([0, 500, 1000]);
});

test('an operation is given up after three failures in a row, by itself', () => {
  const givenUp = new FailureCount();
  const fail = (times: number) => {
    for (let n = 0; n < times; n += 1) givenUp.add('balances.read');
  };
  fail(2);
  givenUp.clear('balances.read');
  fail(2);
  expect(givenUp.isReached('balances.read')).toBe(false);
  fail(1);
  expect(givenUp.isReached('balances.read')).toBe(true);
  expect(givenUp.isReached('taxonomy.list')).toBe(false);
});

test('orders of one operation are given up alone', () => {
  const givenUp = new FailureCount();
  const order = (operation: OperationId) => limitOf(operation);
  for (const operation of ['onramp.initiate', 'onramp.initiate', 'offramp.initiate'] as const)
    givenUp.add(order(operation));
  givenUp.add(order('onramp.initiate'));
  expect([order('onramp.initiate'), order('deposit.simulate')].map((each) => givenUp.isReached(each))).toEqual([
    true,
    false,
  ]);
});

test('keys that are to be refused are given up where a long pause does not lift the limit', () => {
  const refused = limitOf('balances.read', false);
  const again = (named: number, kind = refused) => {
    const givenUp = new FailureCount();
    // The second was under way when the first was limited; the others came after the pause.
    for (const sentAt of [0, 1, ...Array.from({ length: 3 }, () => performance.now() + 2 * named)])
      givenUp.addAfterPause(kind, named, sentAt);
    return givenUp.isReached(kind);
  };
  expect(again(30_000)).toBe(true);
  expect(again(1_000)).toBe(false);
  expect(again(30_000, limitOf('balances.read'))).toBe(false);
});

test('keys that are to be refused are given up together, and nothing else is for them', () => {
  const givenUp = new FailureCount();
  const refused = (operation: OperationId) => limitOf(operation, false);
  for (const operation of ['balances.read', 'taxonomy.list', 'onramp.initiate'] as const)
    givenUp.add(refused(operation));
  expect(givenUp.isReached(refused('conversion.list'))).toBe(true);
  givenUp.clear(refused('subaccount.read'));
  expect(givenUp.isReached(refused('conversion.list'))).toBe(true);
  expect(givenUp.isReached(limitOf('balances.read'))).toBe(false);
});
