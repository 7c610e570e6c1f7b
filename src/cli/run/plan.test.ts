import { expect, test } from 'vitest';
import type { RequirementId } from '#contract';
import type { Profile, Target } from '#run';
import { describeBounds } from './announce.ts';
import { boundsFor, planFor } from './plan.ts';

const target = {
  money: true,
  readOnly: false,
  budgets: { concurrency: 8, maxRequests: 20_000, timeoutMs: 1000, requestsPerSecond: 10 },
  order: { depositCurrency: 'USD', onrampCurrency: 'BRL', offrampAsset: 'USDC', amount: 100 },
} as Target;

const budget = (profile: Profile, given: Target = target) => boundsFor(given, { profile });

const planned = (given: Target) => planFor(given, { profile: 'smoke', seed: 1, directory: '' }).target.budgets;

const announced = (given: Target = target, bounds = budget('gate', given)) =>
  describeBounds({ target: given, profile: 'gate', bounds });

test('a deeper profile may send more, and a narrowed run less', () => {
  const [smoke, gate, deep] = (['smoke', 'gate', 'deep'] as const).map((profile) => budget(profile).requests);
  expect(smoke).toBeLessThan(gate ?? 0);
  expect(gate).toBeLessThan(deep ?? 0);
  const selected = new Set(['rails/named-takes-wire'] as const);
  expect(boundsFor(target, { profile: 'gate', selected }).requests).toBeLessThan(gate ?? 0);
});

test('what the user has set counts, and the client is held to the budget', () => {
  const frugal = { ...target, budgets: { ...target.budgets, maxRequests: 50 } };
  expect(budget('deep', frugal).requests).toBe(50);
  expect(planned(target).maxRequests).toBe(budget('smoke').requests);
  const probed = { ...frugal, probed: 11 };
  expect(planned(probed).maxRequests).toBe(39);
});

test('orders are bounded by kind, and there are none where nothing that is selected places them', () => {
  const narrowed = (id: RequirementId) => boundsFor(target, { profile: 'gate', selected: new Set([id]) });
  expect(announced(target, narrowed('rails/named-takes-wire'))).toMatch(/no service can accept more than \d+ orders/);
  expect(narrowed('rails/named-takes-wire').orders).toMatchObject({
    'offramp.initiate': expect.toSatisfy((count: number) => count > 0),
    'onramp.initiate': 0,
    'deposit.simulate': 0,
  });
  expect(announced(target, narrowed('subaccount.read/has-its-members'))).toContain('no orders');
  const sequence = narrowed('conversion.list/holds-through-a-sequence').orders;
  expect(Object.values(sequence).every((count) => count > 0)).toBe(true);
  expect(planned(target)).toMatchObject({ maxOrders: budget('smoke').orders, maxAccepted: 50 });
});

test('other amounts are named, and the most that the orders may come to with them', () => {
  const order = { ...target.order, amounts: { BRL: 5000, WIRE: 600 } };
  const text = announced({ ...target, order });
  expect(text).toContain('none above the amount 100 in its own currency (RAMP_AMOUNTS: BRL 5000, WIRE 600):');
  expect(text).toMatch(/300 onramps \(the accepted ones together at most 800000 BRL\)/);
  expect(text).toContain('300 offramps (the accepted ones together at most 96000 USDC)');
});

test('the deadline is named', () => {
  expect(announced({ ...target, deadlineSeconds: 1_800 })).toContain('nothing is sent after 30 min (RAMP_DEADLINE_S)');
});

test('the money is named, or why none moves', () => {
  const text = announced();
  expect(text).toMatch(/gate: about 800 requests in about 80 s, at most 2400\n/);
  expect(text).toContain('a conforming service accepts up to 80 orders, a faulty one at most 160\n');
  expect(text).toMatch(
    /the run sends at most 1200 orders \(refused ones included\), none above the amount 100 in its own currency:\n +300 deposits \(the accepted ones together at most 16000 in each currency\)\n/,
  );
  expect(announced({ ...target, readOnly: true })).toContain('no money moves: the run is read-only');
  expect(announced({ ...target, money: 'RAMP_MONEY_HOST is not set' })).toContain(
    'no money moves: RAMP_MONEY_HOST is not set',
  );
});
