import { expect, test } from 'vitest';
import type { OperationId } from '#contract';
import { defaultLimits } from './limits.ts';
import { GivenUp, limitOf, Patience } from './patience.ts';

const waits = (named: number | undefined, times: number): (number | undefined)[] => {
  const patience = new Patience(defaultLimits);
  return Array.from({ length: times }, () => patience.waitAfter(named));
};

test('waits longer each time where no time is named, and gives up in the end', () => {
  expect(waits(undefined, 5)).toEqual([250, 500, 1000, 2000, 4000]);
  const all = waits(undefined, 20);
  expect(all.indexOf(undefined)).toBe(12);
  // A limit by the minute lifts in the meantime.
  expect(all.reduce<number>((sum, each) => sum + (each ?? 0), 0)).toBeGreaterThan(60_000);
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
  const givenUp = new GivenUp();
  const fail = (times: number) => {
    for (let n = 0; n < times; n += 1) givenUp.failed('balances.read');
  };
  fail(2);
  givenUp.passed('balances.read');
  fail(2);
  expect(givenUp.has('balances.read')).toBe(false);
  fail(1);
  expect(givenUp.has('balances.read')).toBe(true);
  expect(givenUp.has('taxonomy.list')).toBe(false);
});

test('orders are given up together, and calls that begin after it bear less', () => {
  const givenUp = new GivenUp();
  const order = (operation: OperationId) => limitOf(operation, { isFullKey: true });
  for (const operation of ['onramp.initiate', 'offramp.initiate'] as const) givenUp.failed(order(operation));
  expect(givenUp.some).toBe(false);
  givenUp.failed(order('onramp.initiate'));
  expect(givenUp.has(order('deposit.simulate'))).toBe(true);
  const patience = new Patience(defaultLimits, { othersGivenUp: givenUp.some });
  const all = Array.from({ length: 20 }, () => patience.waitAfter(undefined));
  expect(all.indexOf(undefined)).toBe(4);
});

test('keys that are to be refused are given up where a long pause does not lift the limit', () => {
  const refused = limitOf('balances.read', { isFullKey: false });
  const again = (named: number, kind = refused) => {
    const givenUp = new GivenUp();
    // The second was under way when the first was limited; the others came after the pause.
    for (const sentAt of [0, 1, ...Array.from({ length: 3 }, () => performance.now() + 2 * named)])
      givenUp.stillLimited(kind, named, sentAt);
    return givenUp.has(kind);
  };
  expect(again(30_000)).toBe(true);
  expect(again(1_000)).toBe(false);
  expect(again(30_000, limitOf('balances.read', { isFullKey: true }))).toBe(false);
});

test('keys that are to be refused are given up together, and nothing else is for them', () => {
  const givenUp = new GivenUp();
  const refused = (operation: OperationId) => limitOf(operation, { isFullKey: false });
  for (const operation of ['balances.read', 'taxonomy.list', 'onramp.initiate'] as const)
    givenUp.failed(refused(operation));
  expect(givenUp.has(refused('conversion.list'))).toBe(true);
  givenUp.passed(refused('subaccount.read'));
  expect(givenUp.has(refused('conversion.list'))).toBe(true);
  expect(givenUp.has(limitOf('balances.read', { isFullKey: true }))).toBe(false);
  expect(givenUp.some).toBe(false);
});
