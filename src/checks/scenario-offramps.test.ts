import { expect, test } from 'vitest';
import { Untested } from '#evidence';
import type { StepResult } from '#probes';
import { replyOf, settingOf } from './reply.test.support.ts';
import { listsWhatWasCreated, readsWhatWasCreated } from './scenarios.ts';
import { codesOf, failed, type Item, pagesOf, taken, traceOf } from './trace.test.support.ts';

const setting = settingOf();

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
  return codesOf(listsWhatWasCreated([traceOf({ taken: steps, offramps })], { ...setting, quiet }).findings);
};

test('each created offramp is to be listed once', () => {
  expect(listed([order('A')], [record('a'), old])).toEqual([]);
  expect(listed([order('A')], [old])).toEqual(['NOT_LISTED_ONCE', 'WRONG_COUNT']);
  expect(listed([order('A')], [record('A'), record('A'), old])).toEqual(['NOT_LISTED_ONCE']);
  expect(listed([order('A')], [record('A'), record('A'), old], false)).toEqual([]);
});

test('an item is listed as it was made, and an instant may be kept to the second', () => {
  expect(listed([order('A')], [record('A', { created_at: '2025-01-01T00:00:10Z' }), old])).toEqual([]);
  expect(listed([order('A')], [record('A', { created_at: '2025-01-01T00:00:12Z' }), old])).toEqual(['DISAGREES']);
  expect(listed([order('A')], [record('A', { from: { amount: '10' } }), old])).toEqual([]);
  expect(listed([order('A')], [record('A', { from: { amount: '1' } }), old])).toEqual(['DISAGREES']);
});

test('a refused order is not listed, unless as one that has failed', () => {
  const steps = [order('A'), order('B', 400)];
  expect(listed(steps, [record('A'), record('B'), old])).toEqual(['REFUSED_BUT_CREATED', 'WRONG_COUNT']);
  expect(listed(steps, [record('A'), record('B', { status: 'failed' }), old])).toEqual([]);
});

test('orders without a clear answer and accepted lightning offramps may be listed or not', () => {
  const more = [record('A'), record('X'), old];
  expect(listed([order('A')], more)).toEqual(['WRONG_COUNT']);
  for (const doubt of [order('B', 500), lightning(201), failed('x', 'offramp.initiate', new Untested(''))])
    expect(listed([order('A'), doubt], more)).toEqual([]);
  expect(listed([order('A'), lightning(400)], more)).toEqual(['WRONG_COUNT']);
});

test('an item from before the first order that shows late is not counted, nor are those of others', () => {
  const late = record('LATE', { created_at: '2025-01-01T00:00:05.000Z' });
  expect(listed([order('A')], [record('A'), late, old])).toEqual([]);
  expect(listed([order('A')], [record('A'), record('X'), record('Y'), old], false)).toEqual([]);
});

test('an item that stands twice on a page shows wherever a page is read', () => {
  const body = { data: [{ id: '1' }, { id: '1' }] };
  const page = taken('read page 1', replyOf({ operation: 'offramp.list', body }));
  expect(listed([order('A'), page], [record('A'), old])).toEqual(['ITEM_REPEATED']);
});

test('without a created offramp nothing is shown, and an order without an answer is no pass', () => {
  expect(() => listed([order('A', 422)], [old])).toThrow(Untested);
  const broken = failed('start an offramp', 'offramp.initiate', new Error('no answer'));
  expect(() => listed([order('A'), broken], [record('A'), old])).toThrow('no answer');
  expect(listed([order('A'), broken], [old])).toContain('NOT_LISTED_ONCE');
});

const created = replyOf({ operation: 'offramp.initiate', status: 201, body: record('A') });

const read = (body: object, status = 200, early: readonly StepResult[] = []) => {
  const seen = { value: replyOf({ operation: 'offramp.read', status, body }) };
  return codesOf(readsWhatWasCreated([traceOf({ taken: early, read: [{ created, seen }] })], setting).findings);
};

test('each created offramp is read as it was made, early and in the end', () => {
  const early = (body: object, status = 200) => [
    taken('read the first', replyOf({ operation: 'offramp.read', status, body })),
  ];
  expect(read(record('A'))).toEqual([]);
  expect(read(record('A'), 200, early({}, 404))).toEqual([]);
  expect(read({ ...record('A'), client_offramp_reference: 'ref-B' })).toEqual(['DISAGREES']);
  expect(read(record('A'), 200, early({ ...record('A'), client_offramp_reference: 'ref-B' }))).toEqual(['DISAGREES']);
  expect(read({}, 404)).toEqual(['REFUSED']);
});

test('an item that comes into a listing by itself is not counted, and excuses no refused order', () => {
  const growing = ['offramp.list'] as const;
  const judged = (after: readonly Item[], steps: readonly StepResult[] = [order('A'), order('B', 400)]) => {
    const offramps = [pagesOf('offramp.list', [old]), pagesOf('offramp.list', after)] as const;
    return codesOf(listsWhatWasCreated([traceOf({ taken: steps, offramps, growing })], setting).findings);
  };
  expect(() => judged([record('X'), record('A'), old])).toThrow('come into the listing by themselves');
  expect(judged([record('A'), old])).toEqual([]);
  expect(judged([record('X'), record('A'), record('B'), old])).toEqual(['REFUSED_BUT_CREATED']);
  expect(judged([record('X'), old])).toEqual(['NOT_LISTED_ONCE']);
});
