import { describe, expect, test } from 'vitest';
import { amountIn, valueAt } from '#evidence';
import type { Fault, Hook, SeenRequest, WireReply } from '#sandbox';
import { errorBody, forget, refusing, succeeded } from '../../faults/rewriting.ts';
import { runOnSandbox } from '../../testing/in-process.test.support.ts';
import { withOutcome } from './gateway.test.support.ts';

// Refusals of valid orders on a service of others, whole: what a try finds, what is kept back, and what hides behind a refusal.

type Refusal = () => Partial<WireReply>;
type Which = (request: SeenRequest) => boolean;

const refusal =
  (status: number, message: string): Refusal =>
  () => ({ status, body: errorBody(status, message) });

/** Looks before the service does, so that whatever is wrong with an order does not show. */
const before =
  (which: Which, answer: Refusal): Hook =>
  (reply, request) => {
    if (request.method !== 'POST' || reply.status === 401 || reply.status === 403 || !which(request)) return;
    if (succeeded(reply)) forget(request);
    reply.headers['content-type'] = 'application/json';
    Object.assign(reply, answer());
  };

const run = (reply: Hook, policies: Fault['policies'] = {}) =>
  runOnSandbox(
    { reply, policies: { ...policies, deposit: { ...policies.deposit, effect: (held) => held } } },
    { profile: 'gate', prompt: true },
  );

const isNoDeposit: Which = ({ operation }) => operation !== 'deposit.simulate';

const has =
  (path: string, wanted: unknown): Which =>
  ({ body }) =>
    valueAt(body, path) === wanted;

/** After so many orders of a kind. */
const after = (orders: number): Which => {
  const counts = new Map<unknown, number>();
  return ({ operation }) => {
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    return count > orders;
  };
};

test.each<[string, Which]>([
  ['a least amount', ({ body }) => amountIn(body) < 99.5],
  ['multiples of ten', ({ body }) => amountIn(body) % 10 !== 0],
])('%s is found by a try, and all that stands on accepted orders is tested', async (_what, which) => {
  const { verdict } = await run(refusing(which, refusal(422, '10の倍数のみ')));
  expect(withOutcome(verdict, 'deviates')).toEqual([]);
  expect(verdict.requirements.filter(({ untestedBy }) => untestedBy === 'service')).toEqual([]);
  expect(verdict.exitCode).toBe(0);
});

test.each<[string, () => Hook]>([
  ['a region', () => refusing(has('currency', 'GHS'), refusal(403, 'GHS is not available in your region'))],
  [
    'a corridor',
    () => refusing(has('to.asset', 'USDT'), refusal(409, 'USDT non disponible depuis BRL, seulement USD, EUR')),
  ],
  ['a tier', () => refusing(has('to.payment_rail', 'SWIFT'), refusal(422, 'Level 2 needed'))],
  ['a quota of three', () => refusing(after(3), refusal(422, 'quota'))],
  ['a quota of requests', () => before(after(45), refusal(422, 'Tageslimit'))],
  [
    'another type',
    () =>
      refusing((request) => !has('to.payment_rail', undefined)(request), refusal(400, 'payment_rail must be a number')),
  ],
  [
    'the person alone',
    () =>
      refusing(
        (request) => !isNoDeposit(request) && !String(request.params.subaccountId).includes('b'),
        refusal(422, 'Not for you'),
      ),
  ],
])('%s is nobody’s broken promise, and keeps the verdict open', async (_what, hook) => {
  const { verdict } = await run(hook());
  expect(withOutcome(verdict, 'deviates')).toEqual([]);
  expect(verdict.exitCode).toBe(3);
});

describe.each<[string, Fault['policies']]>([
  ['an unlisted currency', { deposit: { allows: () => true } }],
  ['an unlisted asset', { onramp: { allowsAsset: () => true } }],
  ['a forbidden rail', { rails: { judge: () => undefined } }],
  ['an unverified subaccount', { kyc: { mayMoveMoney: () => true } }],
])('%s that is accepted', (_what, policies) => {
  test.each<[string, Which, Refusal]>([
    ['a quota', after(25), refusal(422, 'Tageslimit erreicht')],
    ['hours', () => true, refusal(409, 'Closed')],
    ['a least amount', ({ body }) => amountIn(body) < 101, refusal(400, 'Too little')],
    ['funds', isNoDeposit, refusal(402, 'No funds')],
  ])('behind %s does not end with 0', async (_screen, which, answer) => {
    const { verdict } = await run(before(which, answer), policies);
    expect(verdict.exitCode).not.toBe(0);
  });
});
