import { describe, expect, test } from 'vitest';
import { Untested } from '#evidence';
import type { OwnersPages } from '#probes';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { type Defect, idsUpTo, surveyListing, surveyOf } from '../probes/listings/listing-survey.test.support.ts';
import { type CheckContext, guiltyReplies, type Judge } from './judgement.ts';
import {
  countsItsItems,
  countsItsPages,
  endsAfterLast,
  fillsInnerPages,
  listsReadRecords,
  losesNoItem,
  repeatsNoItem,
  separatesSubaccounts,
} from './pagination-walks.ts';

const setting = settingOf();
const busy: CheckContext = { ...setting, quiet: false };
const codes = <T>(judge: Judge<T>, data: T, where = setting): readonly string[] =>
  judge(data, where).findings.map(({ code }) => code);

const judges = {
  countsItsPages,
  countsItsItems: countsItsItems(false),
  repeatsNoItem,
  fillsInnerPages,
  losesNoItem,
  endsAfterLast,
} as const;

const first = { id: 'item-1' };

test.each<[string, keyof typeof judges, Defect, string]>([
  [
    'items that small pages lack',
    'losesNoItem',
    ({ data, limit }) => (limit === 5 ? { data: data.slice(1) } : {}),
    'ITEM_LOST',
  ],
  [
    'an end that begins anew',
    'endsAfterLast',
    ({ data }) => (data.length === 0 ? { data: [first] } : {}),
    'ITEM_REPEATED',
  ],
])('%s: %s', (_what, name, defect, code) => {
  expect(new Set(codes(judges[name], surveyOf(23, defect)))).toEqual(new Set([code]));
  const unsteady = surveyOf(23, defect, { isSteady: false });
  expect(() => judges[name](unsteady, busy)).toThrow('never read twice with the same items');
  expect(codes(judges[name], unsteady)).not.toEqual([]);
  const growing = surveyOf(23, defect, { isSteady: false, growsByItself: true });
  expect(() => judges[name](growing, setting)).toThrow('come into the listing by themselves');
});

test('the finding is shown by the page in which it shows, and the one before that has the item too', () => {
  const twice: Defect = ({ data, page }) => (page === 3 ? { data: [...data, first] } : {});
  const [found] = repeatsNoItem(surveyOf(23, twice), setting).findings;
  expect(found && guiltyReplies(found).map(({ body }) => body)).toMatchObject([{ page: 1 }, { page: 3 }]);
});

test.each(Object.entries(judges))('%s is untested of what was not walked through', (_name, judge) => {
  const nothing = { isWhole: false, small: [], beyond: [] };
  expect(() => judge(surveyOf(23, undefined, nothing), setting)).toThrow(Untested);
});

test.each<[keyof typeof judges, number, Defect | undefined]>([
  ['repeatsNoItem', 1, undefined],
  ['fillsInnerPages', 5, undefined],
  ['losesNoItem', 5, undefined],
  ['endsAfterLast', 0, undefined],
  ['countsItsPages', 23, () => ({ totalPages: undefined })],
  ['countsItsItems', 23, () => ({ count: undefined })],
])('%s is untested of %i items that show nothing of it', (name, items, defect) => {
  expect(() => judges[name](surveyOf(items, defect), setting)).toThrow(Untested);
});

test('large pages alone show all but what small ones lose', () => {
  const alone = surveyOf(23, undefined, { small: [] });
  expect(() => losesNoItem(alone, setting)).toThrow('pages of one size only');
  for (const judge of [countsItsPages, repeatsNoItem, fillsInnerPages]) expect(codes(judge, alone)).toEqual([]);
});

test('a page past the end may be refused, but does not break the service', () => {
  const past = (status: number) => [{ number: 9, reply: replyOf({ operation: 'offramp.list', status }) }];
  for (const status of [200, 400, 404])
    expect(codes(endsAfterLast, surveyOf(23, undefined, { beyond: past(status) }))).toEqual([]);
  expect(codes(endsAfterLast, surveyOf(23, undefined, { beyond: past(500) }))).toEqual(['SERVER_ERROR']);
  expect(() => endsAfterLast(surveyOf(23, undefined, { beyond: past(429) }), setting)).toThrow(Untested);
});

const owned = (owner: string, items: number): OwnersPages => ({ owner, pages: surveyOf(items).large });

test('an item of one subaccount in the listing of another is found', () => {
  const apart = [owned('one', 3), owned('other', 0)];
  const every = apart.flatMap(({ pages }) => pages.map(({ reply }) => reply));
  expect(separatesSubaccounts(apart, setting)).toEqual({ findings: [], judged: every });
  const [first, last] = [owned('one', 1), owned('other', 3)];
  expect(separatesSubaccounts([last, first], setting).findings).toMatchObject([
    { code: 'FOREIGN_ITEM', where: '$.data[0].id', shownBy: first.pages[0]?.reply, against: last.pages[0]?.reply },
  ]);
  expect(() => separatesSubaccounts([owned('one', 3), owned('one', 3)], setting)).toThrow(Untested);
  expect(() => separatesSubaccounts([owned('one', 0), owned('other', 0)], setting)).toThrow(Untested);
});

test('a finding names the cache that has kept one of the pages', () => {
  const defect: Defect = ({ data, limit }) => (limit === 5 ? { data: data.slice(1) } : {});
  const survey = surveyOf(23, defect);
  const keptBy = (value: string) =>
    survey.small.map((page) => ({ ...page, reply: { ...page.reply, headers: { 'x-cache': value } } }));
  const observed = (small: typeof survey.small) => losesNoItem({ ...survey, small }, setting).findings[0]?.observed;
  expect(observed(keptBy('HIT'))).toBe('an item that other pages lack (X-Cache HIT)');
  expect(observed(keptBy('MISS'))).toBe('an item that other pages lack');
});

test.each(Object.keys(judges).filter((name) => name !== 'endsAfterLast'))(
  'items without an id are not counted, lost or repeated: %s',
  (name) => {
    const withoutId = ({ data }: { readonly data: readonly object[] }) => ({
      data: data.map(() => ({ status: 'pending' })),
    });
    const inSmallPages: Defect = (page) => (page.limit === 5 ? withoutId(page) : {});
    for (const idless of [withoutId, inSmallPages])
      expect(() => codes(judges[name as keyof typeof judges], surveyOf(23, idless))).toThrow('have no id');
  },
);

describe('a listing of 1,003 items, of which a sample is read', () => {
  const surveyOfLong = async (defect?: Defect) =>
    (await surveyListing({ idsAt: () => idsUpTo(1_003), greatestLimit: 50, ...(defect && { defect }) })).survey;

  test('keeps every promise', async () => {
    const survey = await surveyOfLong();
    for (const judge of Object.values(judges)) expect(codes(judge, survey)).toEqual([]);
  });

  test.each<[string, keyof typeof judges, Defect, string]>([
    [
      'counts a page more',
      'countsItsPages',
      ({ totalPages }) => ({ totalPages: Number(totalPages) + 1 }),
      'WRONG_TOTAL_PAGES',
    ],
    [
      'counts a page less',
      'countsItsPages',
      ({ totalPages }) => ({ totalPages: Number(totalPages) - 1 }),
      'WRONG_TOTAL_PAGES',
    ],
    ['counts an item more', 'countsItsItems', ({ count }) => ({ count: Number(count) + 1 }), 'WRONG_COUNT'],
    [
      'lacks an item in large pages',
      'losesNoItem',
      ({ data, limit }) => (limit === 50 ? { data: [{ id: 'other' }, ...data.slice(1)] } : {}),
      'ITEM_LOST',
    ],
    [
      'lacks an item in small pages',
      'losesNoItem',
      ({ data, limit }) => (limit === 10 ? { data: [{ id: 'other' }, ...data.slice(1)] } : {}),
      'ITEM_LOST',
    ],
    [
      'has short pages',
      'fillsInnerPages',
      ({ data, limit }) => (limit === 50 ? { data: data.slice(1) } : {}),
      'PAGE_NOT_FULL',
    ],
    [
      'shows one item on all pages',
      'repeatsNoItem',
      ({ data }) => ({ data: [...data.slice(1), first] }),
      'ITEM_REPEATED',
    ],
  ])('that %s is found by %s', async (_what, name, defect, code) => {
    expect(codes(judges[name], await surveyOfLong(defect))).toEqual([code]);
  });

  test('that counts a hundred pages too many is walked through to its end', async () => {
    const survey = await surveyOfLong(({ totalPages }) => ({ totalPages: Number(totalPages) + 100 }));
    expect(codes(judges.countsItsPages, survey)).toEqual(['WRONG_TOTAL_PAGES']);
    expect(codes(judges.countsItsItems, survey)).toEqual([]);
  });

  test('lists records that are read by their ids at its newest end', async () => {
    const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) - seconds * 1_000).toISOString();
    const dated: Defect = ({ data }) => ({ data: data.map(({ id }) => ({ id, created_at: at(Number(id.slice(5))) })) });
    const survey = await surveyOfLong(dated);
    const read = (id: string, seconds: number) =>
      replyOf({ operation: 'offramp.read', body: { id, created_at: at(seconds) } });
    const found = (...reads: ReturnType<typeof read>[]) => codes(listsReadRecords, [survey, reads] as const);
    expect(found(read('item-3', 3), read('item-of-long-ago', 500))).toEqual([]);
    expect(found(read('item-3', 3), read('item-of-now', 1.5))).toEqual(['ITEM_LOST']);
    expect(() => found(read('item-of-long-ago', 500))).toThrow('no record was read');
  });
});
