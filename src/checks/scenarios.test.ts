import { expect, test } from 'vitest';
import { Untested, untested } from '#evidence';
import { pageOf, type StepResult } from '#probes';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { keepsBalances } from './balances.ts';
import { holds } from './judges.ts';
import { present } from './pagination.ts';
import { pending } from './rule.ts';
import { keepsConversions, keepsOrders, listsCreated } from './scenarios.ts';
import { balancesOf, codesOf, failed, type Item, pagesOf, taken, traceOf } from './trace.test.support.ts';

const setting = settingOf();

const onramp = (id: string, { status = 201, state = 'pending' } = {}): StepResult =>
  taken('start an onramp', replyOf({ operation: 'onramp.initiate', status, body: { id, status: state } }));

const refusal = (status: number): StepResult =>
  taken(
    'unlisted',
    replyOf({ operation: 'onramp.initiate', status, body: { message: 'One of USDT, USDC, BTC_LIGHTNING' } }),
  );

const kept = keepsOrders({
  operation: 'onramp.initiate',
  refusedStep: 'unlisted',
  refusal: { status: 400 },
  judge: holds(pending),
  own: ['id'],
});

const ordered = (...steps: readonly StepResult[]) => codesOf(kept([traceOf({ taken: steps })], setting).findings);

test('an order that is limited says nothing, and where none is accepted a refusal shows nothing', () => {
  expect(ordered(onramp('1'), onramp('2', { status: 429 }), refusal(429))).toEqual([]);
  expect(() => ordered(onramp('1', { status: 403 }), refusal(403))).toThrow(Untested);
});

test('the reason why no order could be sent is given, and a trace that shows nothing excuses no other', () => {
  const missing = failed('start an onramp', 'onramp.initiate', untested('NOT_SET', 'no role'), false);
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

const deposit = (status = 204): StepResult =>
  taken('deposit', replyOf({ operation: 'deposit.simulate', status, sent: { currency: 'BRL' } }));

test('balances that stay show nothing where no order was accepted, and those that move do', () => {
  const refused = [refusal(400), deposit(422)];
  expect(() => keepsBalances([traceOf({ taken: refused })], setting)).toThrow(Untested);
  expect(() => keepsBalances([traceOf({ taken: [deposit()] })], setting)).toThrow(Untested);
  expect(() => keepsConversions([traceOf({ taken: refused })], setting)).toThrow(Untested);
  const balances = [balancesOf({ usd: 10 }), balancesOf({ usd: 9 })] as const;
  expect(codesOf(keepsBalances([traceOf({ taken: refused, balances })], setting).findings)).toEqual(['BALANCE_MOVED']);
});

const conversion = (id: string, amount = '1.0'): Item => ({ id, amount });

const both = [conversion('1'), conversion('2')];
const refusedOnly = [refusal(400), deposit()];

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

const record = (id: string, changes: object = {}): Item => ({
  id,
  created_at: '2025-01-01T00:00:10.250Z',
  client_offramp_reference: `ref-${id}`,
  status: 'pending',
  from: { amount: '10.00', asset: 'USDC' },
  ...changes,
});

const order = (id: string, status = 201): StepResult =>
  taken(
    'start an offramp',
    replyOf({
      operation: 'offramp.initiate',
      status,
      sent: { client_offramp_reference: `ref-${id}` },
      body: status < 300 ? record(id) : {},
    }),
  );

const lightning = (status: number): StepResult =>
  taken('start a lightning offramp', replyOf({ operation: 'lightning-offramp.initiate', status }));

const old = record('OLD', { created_at: '2025-01-01T00:00:00.000Z' });

const listed = (steps: readonly StepResult[], after: readonly Item[], quiet = true, before = [old]) => {
  const offramps = [pagesOf('offramp.list', before), pagesOf('offramp.list', after)] as const;
  return codesOf(listsCreated([traceOf({ taken: steps, offramps })], { ...setting, quiet }).findings);
};

test('a refused order is not listed, unless as one that has failed', () => {
  const steps = [order('A'), order('B', 400)];
  expect(listed(steps, [record('A'), record('B'), old])).toEqual(['REFUSED_BUT_CREATED', 'WRONG_COUNT']);
  expect(listed(steps, [record('A'), record('B', { status: 'failed' }), old])).toEqual([]);
});

test('orders without a clear answer and accepted lightning offramps may be listed or not', () => {
  const more = [record('A'), record('X'), old];
  expect(listed([order('A')], more)).toEqual(['WRONG_COUNT']);
  for (const doubt of [order('B', 500), lightning(201), failed('x', 'offramp.initiate', untested('NO_SUCH_CASE', ''))])
    expect(listed([order('A'), doubt], more)).toEqual([]);
  expect(listed([order('A'), lightning(400)], more)).toEqual(['WRONG_COUNT']);
});

test('an item from before the first order that shows late is not counted, nor are those of others', () => {
  const late = record('LATE', { created_at: '2025-01-01T00:00:05.000Z' });
  expect(listed([order('A')], [record('A'), late, old])).toEqual([]);
  expect(listed([order('A')], [record('A'), record('X'), record('Y'), old], false)).toEqual([]);
});

test('without a created offramp nothing is shown, and an order without an answer is no pass', () => {
  expect(() => listed([order('A', 422)], [old])).toThrow(Untested);
  const broken = failed('start an offramp', 'offramp.initiate', new Error('no answer'));
  expect(() => listed([order('A'), broken], [record('A'), old])).toThrow('no answer');
  expect(listed([order('A'), broken], [old])).toContain('NOT_LISTED_ONCE');
});

test('an item that comes into a listing by itself is not counted, and excuses no refused order', () => {
  const growing = ['offramp.list'] as const;
  const judged = (after: readonly Item[], steps: readonly StepResult[] = [order('A'), order('B', 400)]) => {
    const offramps = [pagesOf('offramp.list', [old]), pagesOf('offramp.list', after)] as const;
    return codesOf(listsCreated([traceOf({ taken: steps, offramps, growing })], setting).findings);
  };
  expect(() => judged([record('X'), record('A'), old])).toThrow('come into the listing by themselves');
  expect(judged([record('A'), old])).toEqual([]);
  expect(judged([record('X'), record('A'), record('B'), old])).toEqual(['REFUSED_BUT_CREATED']);
  expect(judged([record('X'), old])).toEqual(['NOT_LISTED_ONCE']);
});

const unnamed = (operation: 'offramp.list' | 'conversion.list', ...data: readonly object[]) =>
  present(pageOf(replyOf({ operation, body: { data, total: data.length } }), 1));

test('conversions that lack a member, a total or an id show no change of it', () => {
  const judged =
    (before: readonly object[], after: readonly object[], total: unknown = after.length) =>
    () => {
      const pages = unnamed('conversion.list', ...after).map((page) => ({ ...page, count: total }));
      const trace = traceOf({ taken: refusedOnly, conversions: [unnamed('conversion.list', ...before), pages] });
      return codesOf(keepsConversions([trace], setting).findings);
    };
  expect(judged(both, [{ id: '1' }, { id: '2' }])()).toEqual([]);
  expect(judged(both, [{ id: '1', amount: '3' }, { id: '2' }])()).toEqual(['VALUES_MOVED']);
  expect(judged(both, both, undefined)()).toEqual([]);
  expect(judged(both, both, 3)()).toEqual(['WRONG_COUNT']);
  expect(judged(both, [{ amount: '1.0' }, { amount: '1.0' }])).toThrow('have no id');
});

test('offramps without ids are neither counted nor missing, nor the same twice', () => {
  const page = taken('read', replyOf({ operation: 'offramp.list', body: { data: [{}, {}] } }));
  const offramps = [unnamed('offramp.list', {}), unnamed('offramp.list', {}, {})] as const;
  const judged = (...steps: readonly StepResult[]) =>
    codesOf(listsCreated([traceOf({ taken: [order('A'), ...steps], offramps })], setting).findings);
  expect(() => judged(page)).toThrow('have no id');
  const twice = taken('read', replyOf({ operation: 'offramp.list', body: { data: [{ id: 'x' }, { id: 'X' }] } }));
  expect(judged(twice)).toEqual(['ITEM_REPEATED']);
});
