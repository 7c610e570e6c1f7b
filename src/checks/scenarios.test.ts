import { expect, test } from 'vitest';
import { Untested } from '#evidence';
import type { StepResult, Trace } from '#probes';
import { keepsBalances } from './balances.ts';
import { replyOf, settingOf } from './reply.test.support.ts';
import { pending } from './rule.ts';
import { keepsConversions, keepsConversionsListed, keepsOrders } from './scenarios.ts';
import { balancesOf, codesOf, failed, type Item, pagesOf, taken, traceOf } from './trace.test.support.ts';
import { holds } from './words.ts';

const setting = settingOf();

const onramp = (id: string, { status = 201, state = 'pending' } = {}): StepResult =>
  taken('start an onramp', replyOf({ operation: 'onramp.initiate', status, body: { id, status: state } }));

const refusal = (status: number): StepResult =>
  taken('unlisted', replyOf({ operation: 'onramp.initiate', status, body: {} }));

const kept = keepsOrders({
  operation: 'onramp.initiate',
  refusedStep: 'unlisted',
  refusal: { status: 400 },
  judge: holds(pending),
  own: ['id'],
});

const ordered = (...steps: readonly StepResult[]) => codesOf(kept([traceOf({ taken: steps })], setting).findings);

test('an accepted order keeps its promises after any others, and a spoilt one is refused', () => {
  expect(ordered(onramp('1'), refusal(400), onramp('2'))).toEqual([]);
  expect(ordered(onramp('1'), onramp('2', { state: 'paid' }))).toEqual(['RULE_BROKEN']);
  expect(ordered(onramp('1'), onramp('1'))).toEqual(['NOT_ITS_OWN']);
  expect(ordered(onramp('1'), refusal(201))).toEqual(['ACCEPTED']);
  expect(ordered(onramp('1'), onramp('2', { status: 500 }))).toEqual(['SERVER_ERROR']);
});

test('an order that is limited says nothing, and where none is accepted a refusal shows nothing', () => {
  expect(ordered(onramp('1'), onramp('2', { status: 429 }), refusal(429))).toEqual([]);
  expect(() => ordered(onramp('1', { status: 403 }), refusal(403))).toThrow(Untested);
});

test('the reason why no order could be sent is given, and a trace that shows nothing excuses no other', () => {
  const missing = failed('start an onramp', 'onramp.initiate', new Untested('no role'), false);
  const silent = failed('start an onramp', 'onramp.initiate', new Error('no answer'));
  expect(() => ordered(missing)).toThrow('no role');
  expect(() => ordered(onramp('1'), silent)).toThrow('no answer');
  const traces = [traceOf({ taken: [onramp('1', { state: 'paid' })] }), traceOf({ taken: [silent] })];
  expect(codesOf(kept(traces, setting).findings)).toEqual(['RULE_BROKEN']);
});

test('ids are compared within a sequence: another may be answered with orders of before', () => {
  const twice = [traceOf({ taken: [onramp('1')] }), traceOf({ taken: [onramp('1')] })];
  expect(kept(twice, setting).findings).toEqual([]);
});

const balancesRead = (
  held: Readonly<Record<string, number>>,
  settled?: Readonly<Record<string, number>>,
): StepResult => ({
  ...taken('read the balances', balancesOf(held)),
  ...(settled && { settled: balancesOf(settled) }),
});

const deposit = (status = 204): StepResult =>
  taken('deposit', replyOf({ operation: 'deposit.simulate', status, sent: { currency: 'BRL' } }));

const balanced = (more: readonly StepResult[], after: Readonly<Record<string, number>>) => {
  const steps = [onramp('0'), ...more];
  const balances = [balancesOf({ usd: 10, brl: 5 }), balancesOf(after)] as const;
  return codesOf(keepsBalances([traceOf({ taken: steps, balances })], setting).findings);
};

test('no balance moves but that of a currency which was deposited, from then on', () => {
  expect(balanced([onramp('1')], { usd: 10, brl: 5 })).toEqual([]);
  expect(balanced([onramp('1')], { usd: 9, brl: 5 })).toEqual(['BALANCE_MOVED']);
  expect(balanced([deposit()], { usd: 10, brl: 99 })).toEqual([]);
  expect(balanced([deposit()], { usd: 9, brl: 99 })).toEqual(['BALANCE_MOVED']);
  expect(balanced([balancesRead({ usd: 10, brl: 4 }), deposit()], { usd: 10, brl: 4 })).toEqual(['BALANCE_MOVED']);
  expect(balanced([deposit(422)], { usd: 10, brl: 4 })).toEqual(['BALANCE_MOVED']);
});

test('a deposit of before that is booked late moves what counts, and nothing else does', () => {
  const risen = { usd: 30, brl: 5 };
  expect(balanced([onramp('1'), balancesRead(risen, risen)], risen)).toEqual([]);
  expect(balanced([onramp('1'), balancesRead(risen, risen)], { usd: 29, brl: 5 })).toEqual(['BALANCE_MOVED']);
  expect(balanced([onramp('1'), balancesRead({ usd: 9, brl: 5 }, risen)], { usd: 10, brl: 5 })).toEqual([
    'BALANCE_MOVED',
  ]);
});

test('balances that stay show nothing where no order was accepted, and those that move do', () => {
  const refused = [refusal(400), deposit(422)];
  expect(() => keepsBalances([traceOf({ taken: refused })], setting)).toThrow(Untested);
  expect(() => keepsBalances([traceOf({ taken: [deposit()] })], setting)).toThrow(Untested);
  expect(() => keepsConversions([traceOf({ taken: refused })], setting)).toThrow(Untested);
  const balances = [balancesOf({ usd: 10 }), balancesOf({ usd: 9 })] as const;
  expect(codesOf(keepsBalances([traceOf({ taken: refused, balances })], setting).findings)).toEqual(['BALANCE_MOVED']);
});

const conversion = (id: string, amount = '1.0'): Item => ({ id, amount });

const converted = (
  steps: readonly StepResult[],
  after: readonly Item[],
  total = after.length,
  earlier: readonly Trace[] = [],
) => {
  const before = pagesOf('conversion.list', [conversion('1'), conversion('2')]);
  const conversions = [before, pagesOf('conversion.list', after, total)] as const;
  const traces = [...earlier, traceOf({ taken: steps, conversions })];
  const all = [keepsConversions, keepsConversionsListed].map((judge) => judge(traces, setting).findings);
  const [firm = [], shown = []] = all.map(codesOf);
  return { firm, shown };
};

const both = [conversion('1'), conversion('2')];
/** Orders that are no onramp of which something could come. */
const refusedOnly = [refusal(400), deposit()];

test('conversions stay, with their total and values', () => {
  expect(converted(refusedOnly, both)).toEqual({ firm: [], shown: [] });
  expect(converted(refusedOnly, [conversion('1')]).firm).toEqual(['LISTING_MOVED']);
  expect(converted(refusedOnly, both, 3).firm).toEqual(['WRONG_COUNT']);
  expect(converted(refusedOnly, [conversion('1', '2.0'), conversion('2')]).firm).toEqual(['VALUES_MOVED']);
  expect(converted([onramp('1')], [conversion('1', '2.0'), conversion('2')]).firm).toEqual(['VALUES_MOVED']);
});

test('an onramp may add a conversion, with its total, and may change none', () => {
  const more = [...both, conversion('3')];
  expect(converted(refusedOnly, more).firm).toEqual(['LISTING_MOVED']);
  expect(converted([onramp('1')], more)).toEqual({ firm: [], shown: [] });
  const earlier = [traceOf({ taken: [onramp('1')] })];
  expect(converted(refusedOnly, more, 3, earlier)).toEqual({ firm: [], shown: [] });
  expect(converted([onramp('1')], more, 2)).toEqual({ firm: [], shown: ['WRONG_COUNT'] });
  expect(converted([onramp('1')], both, 3)).toEqual({ firm: [], shown: ['WRONG_COUNT'] });
  expect(converted([onramp('1')], [conversion('3')])).toEqual({ firm: [], shown: ['LISTING_MOVED'] });
});

test('a changed value shows on every page and in every read', () => {
  const page = (data: readonly Item[]) =>
    taken('read page 1', replyOf({ operation: 'conversion.list', body: { data } }));
  const read = taken('read', replyOf({ operation: 'conversion.read', body: conversion('1', '2.0') }));
  expect(converted([...refusedOnly, page([conversion('2', '2.0')])], both).firm).toEqual(['VALUES_MOVED']);
  expect(converted([...refusedOnly, read], both).firm).toEqual(['DISAGREES']);
});

test('a listing without conversions shows nothing', () => {
  const empty = pagesOf('conversion.list', []);
  const trace = traceOf({ taken: refusedOnly, conversions: [empty, empty] });
  expect(() => keepsConversions([trace], setting)).toThrow(Untested);
});

test('conversions of others, which come with nothing done, are nobody’s, and excuse no value that changes', () => {
  const judged = (after: readonly Item[], total = after.length) => {
    const conversions = [pagesOf('conversion.list', both), pagesOf('conversion.list', after, total)] as const;
    const trace = traceOf({ taken: refusedOnly, conversions, growing: ['conversion.list'] });
    return codesOf(keepsConversions([trace], setting).findings);
  };
  expect(() => judged([...both, conversion('3')])).toThrow('come into the listing by themselves');
  expect(judged(both)).toEqual([]);
  expect(judged([conversion('1', '2.0'), conversion('2'), conversion('3')])).toEqual(['VALUES_MOVED']);
});
