import { expect, test } from 'vitest';
import type { TouchableReply } from '#contract';
import type { Variation } from '#faults';
import { sharedWorlds } from './shared-worlds.ts';

const replies: readonly TouchableReply[] = [
  { operation: 'subaccount.read', status: 200 },
  { operation: 'subaccount.read', status: 404 },
  { operation: 'balances.read', status: 200 },
  { operation: 'onramp.initiate', status: 201 },
];

const named = (id: string, does: Partial<Variation>): Variation => ({ id, sentence: 'A freedom.', ...does });

const records = named('records', { operations: ['subaccount.read'], replies: 'successes' });
const refusals = named('refusals', { operations: ['subaccount.read'], replies: 'refusals' });
const balances = named('balances', { operations: ['balances.read'] });
const everything = named('everything', {});
const orders = named('orders', { operations: ['onramp.initiate'] });
const form = named('form', { formOnly: true });
const anotherForm = named('another form', { formOnly: true });

const worldsOf = (...variations: readonly Variation[]) =>
  sharedWorlds(
    variations.map((variation) => ({ variation, checks: [] })),
    replies,
  ).map((world) => world.map(({ variation }) => variation.id));

test('variations that no reply shows together share a world', () => {
  expect(worldsOf(records, refusals, balances)).toEqual([['records', 'refusals', 'balances']]);
});

test('variations that one reply shows together do not', () => {
  expect(worldsOf(everything, records, balances)).toEqual([['everything'], ['records', 'balances']]);
});

test('what may keep an order from being accepted keeps nothing from others', () => {
  expect(worldsOf(orders, records)).toEqual([['orders'], ['records']]);
});

test('two that decide the same policy do not share a world, whatever they change', () => {
  const policies = { error: { kycNotApproved: () => ({ status: 409, body: {} }) } };
  expect(worldsOf({ ...records, policies }, { ...balances, policies })).toEqual([['records'], ['balances']]);
});

test('one form of what is written goes with what another variation changes, and with no other form', () => {
  expect(worldsOf(form, anotherForm, everything, orders)).toEqual([
    ['form', 'everything'],
    ['another form', 'orders'],
  ]);
});

test('each variation is tried in one world', () => {
  const all = [everything, form, orders, records, refusals, anotherForm, balances];
  expect(
    worldsOf(...all)
      .flat()
      .toSorted(),
  ).toEqual(all.map(({ id }) => id).toSorted());
});
