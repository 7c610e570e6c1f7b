import { describe, expect, test } from 'vitest';
import type { OperationId } from '#contract';
import { type Reply, Untested } from '#evidence';
import { type Aftermath, type Page, type Pair, pageOf } from '#probes';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import {
  keepsAsCreated,
  keepsItsTerms,
  keepsOrderOnce,
  leavesNoTrace,
  listsEachOnce,
  observesDelay,
} from './offramps.ts';
import { present } from './pagination.ts';
import { codesOf, pagesOf } from './trace.test.support.ts';

const setting = settingOf();

const made = {
  id: 'A1',
  created_at: '2025-01-01T00:00:00.900Z',
  client_offramp_reference: 'Ref',
  from: { amount: '10.25', asset: 'USDC', address: '0xABC' },
};

const order = replyOf({ operation: 'offramp.initiate', status: 201, body: made });

const listedBack = (ids: readonly string[], { due = [order], quiet = true, growsByItself = false } = {}) => {
  const pages = pagesOf(
    'offramp.list',
    ids.map((id) => ({ id })),
  );
  return codesOf(listsEachOnce({ created: [order], pages, due, growsByItself }, { ...setting, quiet }).findings);
};

test('a listing that is too long to be walked through can show an item twice, and not that it is missing', () => {
  expect(listedBack(['a1', 'A1'], { due: [] })).toEqual(['NOT_LISTED_ONCE']);
  expect(listedBack(['a1'], { due: [] })).toEqual([]);
  expect(() => listedBack(['B2'], { due: [] })).toThrow(Untested);
});

test('where items come by themselves, one that stands twice shows nothing, and one that is missing does', () => {
  expect(() => listedBack(['a1', 'A1'], { growsByItself: true })).toThrow('come into the listing by themselves');
  expect(listedBack(['a1'], { growsByItself: true })).toEqual([]);
  expect(listedBack(['B2', 'B2'], { growsByItself: true })).toEqual(['NOT_LISTED_ONCE']);
});

test('how long an offramp took to show is told where it was looked for in vain', () => {
  const at = (seconds: number) => ({ receivedMs: seconds * 1_000 });
  const order = { ...replyOf({ operation: 'offramp.initiate', status: 201, body: { id: 'A' } }), ...at(0) };
  const read = (status: number, seconds: number) => ({
    ...replyOf({ operation: 'offramp.read', status, input: { offrampId: 'a' }, body: {} }),
    ...at(seconds),
  });
  const told = (...reads: readonly ReturnType<typeof read>[]) =>
    observesDelay([order, ...reads], settingOf()).facts?.map(({ fact }) => fact);
  expect(told(read(404, 1), read(200, 13), read(404, 20))).toEqual(['after 13 s']);
  expect(told(read(200, 13))).toEqual(['at once']);
  expect(() => told(read(404, 1))).toThrow('no created offramp can be read');
});

const record = (id: string, reference: string, more: object = {}) => ({
  id,
  status: 'pending',
  client_offramp_reference: reference,
  from: { amount: '100.00', asset: 'USDC' },
  to: { recipient_id: 'r', currency: 'USD' },
  created_at: '2026-01-02T03:04:05.678Z',
  ...more,
});

const ordered = (id: string, reference: string, status = 201) =>
  replyOf({
    operation: 'offramp.initiate',
    status,
    body: status < 300 ? record(id, reference) : { message: 'no' },
    sent: { client_offramp_reference: reference },
  });

const listed = (...data: readonly object[]) => replyOf({ operation: 'offramp.list', body: { data } });
const read = (body: object) => replyOf({ operation: 'offramp.read', body });

const foundBy = (judge: typeof keepsItsTerms, ...replies: readonly Reply[]) =>
  judge(replies, settingOf()).findings.map(({ code, where }) => `${code} ${where}`);

test('the ids of a payout are found that change once it was made, and none that comes later', () => {
  const paid = (end: string, withdrawal: string | null, status = 'paid') =>
    read(record('A', 'ref-1', { status, settlement: { end_to_end_id: end, withdrawal_id: withdrawal } }));
  expect(foundBy(keepsItsTerms, paid('e1', null), paid('e1', 'w1', 'completed'))).toEqual([]);
  expect(foundBy(keepsItsTerms, paid('', null, 'pending'), paid('e1', 'w1'))).toEqual([]);
  expect(foundBy(keepsItsTerms, paid('', null), paid('e1', 'w1'))).toEqual([]);
  expect(foundBy(keepsItsTerms, paid('e1', 'w1'), paid('e2', 'w1'))).toEqual(['DISAGREES $.settlement.end_to_end_id']);
  expect(foundBy(keepsItsTerms, paid('e1', 'w1'), paid('e1', 'w2'))).toEqual(['DISAGREES $.settlement.withdrawal_id']);
  // What a settlement holds depends on the status.
  expect(foundBy(keepsItsTerms, paid('e1', 'w1'), paid('e2', 'w2', 'completed'))).toEqual([]);
});

test('the letter case of a reference counts, and that of an id does not', () => {
  const shown = (id: string, reference: string) => read(record(id, reference));
  expect(foundBy(keepsItsTerms, shown('A', 'Ref-aB'), shown('A', 'ref-ab'))).toEqual([
    'DISAGREES $.client_offramp_reference',
  ]);
  expect(foundBy(keepsItsTerms, shown('A', 'Ref-aB'), shown('a', 'Ref-aB'))).toEqual([]);
});

describe('an accepted order is one record', () => {
  const order = ordered('A', 'ref-1');

  test('two orders of one reference may be two records, and one whose outcome is not known may be any', () => {
    const both = listed(record('A', 'ref-1'), record('B', 'ref-1'));
    expect(foundBy(keepsOrderOnce, order, ordered('B', 'ref-1'), both)).toEqual([]);
    expect(() => keepsOrderOnce([order, ordered('', 'ref-1', 500), both], settingOf())).toThrow(Untested);
  });

  test('what a whole listing has shown stands in every later one, unless another client has filtered it', () => {
    const whole = (sentMs: number, query: string, ...data: readonly object[]): Reply => {
      const body = { data, count: data.length, page: 1, limit: 50, totalPages: Math.min(1, data.length) };
      const reply = replyOf({ operation: 'offramp.list', body });
      const path = `${reply.request.path.split('?', 1)[0]}${query}`;
      return { ...reply, sentMs, receivedMs: sentMs, request: { ...reply.request, path } };
    };
    const [own, other] = [record('A', 'ref-1'), record('Z', 'ref-9')];
    const first = whole(1, '?page=1&limit=50', own, other);
    expect(foundBy(keepsOrderOnce, order, first, whole(2, '?page=1', other))).toEqual(['NOT_LISTED_ONCE $.data']);
    expect(foundBy(keepsOrderOnce, order, first, whole(2, '?status=paid', other))).toEqual([]);
    expect(foundBy(keepsOrderOnce, order, first, whole(2, '', other, own))).toEqual([]);
    expect(foundBy(keepsOrderOnce, order, whole(1, '', other), whole(2, '', own))).toEqual([]);
    const empty = whole(2, '');
    const credential = { in: 'header', value: 'the key of another account' } as const;
    const ofAnother = { ...empty, request: { ...empty.request, credential } };
    expect(foundBy(keepsOrderOnce, order, first, empty)).toEqual(['NOT_LISTED_ONCE $.data']);
    expect(foundBy(keepsOrderOnce, order, first, ofAnother)).toEqual([]);
  });

  test('an order that was placed for a lost one excuses a record of that', () => {
    const anew = ordered('C', 'ref-3');
    const forLost = { ...anew, request: { ...anew.request, lost: { client_offramp_reference: 'ref-1' } } };
    const all = listed(record('A', 'ref-1'), record('B', 'ref-1'), record('C', 'ref-3'));
    expect(foundBy(keepsOrderOnce, order, forLost, all)).toEqual([]);
    expect(foundBy(keepsOrderOnce, order, anew, all)).toHaveLength(1);
  });

  test('two records of one order show nothing where a gateway answered another, and may have sent this one twice', () => {
    const judged = (failed: OperationId, ...replies: readonly Reply[]) =>
      keepsOrderOnce(replies, {
        ...setting,
        attribution: { ...setting.attribution, hasFailedGateway: (id) => id === failed },
      }).findings;
    const twice = listed(record('A', 'ref-1'), record('B', 'ref-1'));
    expect(() => judged('offramp.initiate', order, twice)).toThrow(/sent others twice/);
    expect(judged('onramp.initiate', order, twice)).toHaveLength(1);
    const refused = listed(record('A', 'ref-1'), record('D', 'ref-4'));
    expect(judged('offramp.initiate', order, ordered('', 'ref-4', 400), refused)).toHaveLength(1);
  });

  test('a record of a refused order is found, save one that failed', () => {
    const refused = ordered('', 'ref-2', 400);
    const both = (status: string) => listed(record('A', 'ref-1'), record('B', 'ref-2', { status }));
    expect(foundBy(keepsOrderOnce, order, refused, both('pending'))).toHaveLength(1);
    expect(foundBy(keepsOrderOnce, order, refused, both('failed'))).toEqual([]);
    expect(foundBy(keepsOrderOnce, order, ordered('', 'ref-2', 408), both('pending'))).toEqual([]);
  });

  test('nothing is shown where no order was accepted, or none shows', () => {
    for (const replies of [
      [ordered('', 'ref-1', 422), listed(record('B', 'ref-9'))],
      [order, listed()],
    ])
      expect(() => keepsOrderOnce(replies, settingOf())).toThrow(Untested);
  });
});

describe('what is fixed of an offramp', () => {
  const first = listed(record('A', 'ref-1'));

  test('shows nothing where no offramp shows twice', () => {
    expect(() => keepsItsTerms([first, listed(record('B', 'ref-2'))], settingOf())).toThrow(Untested);
  });
});

const tried = (status: number, reference: string, recipient = 'named') =>
  replyOf({
    status,
    body: status < 300 ? { id: `ID-${reference}` } : {},
    sent: { client_offramp_reference: reference, to: { recipient_id: recipient } },
  });

const page = (...items: readonly { readonly id: string }[]): Page => ({
  reply: replyOf({ operation: 'offramp.list' }),
  number: 1,
  items,
  ids: items.map(({ id }) => id.toLowerCase()),
  page: 1,
  limit: 100,
  totalPages: 1,
  count: items.length,
});

const listedItem = { id: 'id-kept', client_offramp_reference: 'kept' };

const after = (changes: Partial<Aftermath> = {}): Aftermath => ({
  tried: [tried(400, 'refused')],
  accepted: [tried(201, 'kept')],
  pages: [page(listedItem)],
  ...changes,
});

const judged = (changes: Partial<Aftermath>) => leavesNoTrace(after(changes), setting).findings;

test('a failed record is allowed where the rules for rails refuse, and only there', () => {
  const failed = { id: 'id-2', status: 'failed', client_offramp_reference: 'refused' };
  expect(judged({ pages: [page(listedItem, failed)] })).toEqual([]);
  expect(judged({ pages: [page(listedItem, failed)], tried: [tried(401, 'refused', 'plain')] })).toHaveLength(1);
  expect(judged({ pages: [page(listedItem, { ...failed, status: 'pending' } as never)] })).toHaveLength(1);
});

test('nothing is shown where all was accepted, or where the listing lacks what was accepted', () => {
  expect(() => judged({ tried: [tried(201, 'kept')] })).toThrow('every order was accepted');
  expect(() => judged({ tried: [tried(429, 'limited')] })).toThrow('every order was accepted');
  expect(() => judged({ pages: [page()] })).toThrow('shows no order that was accepted');
});

test('an item without an id may be the one that is missing', () => {
  const pages = present(pageOf(listed({ status: 'pending' }), 1));
  const judged = () => listsEachOnce({ created: [order], pages, due: [], growsByItself: false }, setting);
  expect(judged).toThrow('have no id');
});

test('a record that was not read lacks no reference', () => {
  const pairs = (reply: Reply): readonly Pair[] => [[reply, made]];
  const codes = (reply: Reply) => codesOf(keepsAsCreated(pairs(reply), setting).findings);
  expect(codes(read({ ...made, client_offramp_reference: undefined }))).toEqual(['MISSING_MEMBER']);
  expect(codes(replyOf({ operation: 'offramp.read', status: 404, body: { message: 'no' } }))).toEqual([]);
  expect(codes(replyOf({ operation: 'offramp.read' }))).toEqual([]);
});

test('an order without a reference is found in no listing', () => {
  const withoutReference = replyOf({ status: 400, body: {}, sent: { client_offramp_reference: null } });
  const withNull = { ...listedItem, settlement: null };
  expect(judged({ tried: [withoutReference], pages: [page(withNull)] })).toEqual([]);
});
