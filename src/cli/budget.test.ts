import { expect, test } from 'vitest';
import type { Profile, Target } from '#contract';
import { budgetFor, describeBudget, within } from './budget.ts';

const target = {
  money: true,
  readOnly: false,
  budgets: { concurrency: 8, maxRequests: 20_000, timeoutMs: 1000, requestsPerSecond: 10 },
  order: { depositCurrency: 'USD', onrampCurrency: 'BRL', offrampAsset: 'USDC', amount: 100 },
} as Target;

const budget = (profile: Profile, given: Target = target) => budgetFor(given, { profile });

test('a deeper profile may send more, and a narrowed run less', () => {
  const [smoke, gate, deep] = (['smoke', 'gate', 'deep'] as const).map((profile) => budget(profile).requests);
  expect(smoke).toBeLessThan(gate ?? 0);
  expect(gate).toBeLessThan(deep ?? 0);
  const selected = new Set(['rails/named-takes-wire'] as const);
  expect(budgetFor(target, { profile: 'gate', selected }).requests).toBeLessThan(gate ?? 0);
});

test('what the user has set counts, and the client is held to the budget', () => {
  const frugal = { ...target, budgets: { ...target.budgets, maxRequests: 50 } };
  expect(budget('deep', frugal).requests).toBe(50);
  expect(within(target, budget('smoke')).budgets.maxRequests).toBe(budget('smoke').requests);
});

test('the money is told, or why none moves', () => {
  const told = describeBudget(target, budget('gate'));
  expect(told).toMatch(/gate: at most \d+ requests, \d+ min at the most/);
  expect(told).toMatch(
    /about \d+ orders, refused ones included, of 100 each: deposits in USD, onramps in BRL/,
  );
  expect(describeBudget({ ...target, readOnly: true }, budget('gate'))).toContain(
    'none moves: the run is read-only',
  );
  expect(describeBudget({ ...target, money: 'RAMP_MONEY_HOST is not set' }, budget('gate'))).toContain(
    'none moves: RAMP_MONEY_HOST is not set',
  );
});
