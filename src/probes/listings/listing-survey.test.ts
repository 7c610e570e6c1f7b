import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listings } from '#contract';
import type { ListingSurvey } from '#probes';
import { replyOf } from '../../attribution/reply.test.support.ts';
import { sentBy } from '../sent.test.support.ts';
import { idsUpTo, surveyListing } from './listing-survey.test.support.ts';
import { hasMalformedBound, malformedListingBounds, oddListingBounds, surveys } from './listing-survey.ts';
import { isClamped, type Page } from './page.ts';
import { sizeOf } from './sample.ts';

const idsOf = (pages: ListingSurvey['small']) => pages.flatMap(({ ids }) => ids).toSorted();

test('a survey walks through the listing in pages of several sizes, once', async () => {
  const { survey, requests, pauses } = await surveyListing({ idsAt: () => idsUpTo(24) });
  expect(survey).toMatchObject({ isWhole: true, isSteady: true });
  for (const walk of [survey.large, survey.small, survey.full]) expect(idsOf(walk)).toEqual(idsUpTo(24).toSorted());
  expect(survey.full.every(({ items, limit }) => items.length === limit)).toBe(true);
  expect(survey.beyond.map(({ number }) => number)).toEqual([6, 2 ** 32 + 1, 25]);
  expect(pauses).toEqual([]);
  expect(requests).toBeLessThanOrEqual(28);
});

test('of pages that are asked for at once, one that fails before an earlier one has come ends the survey', async () => {
  const idsAt = async (request: number) => {
    // The first of the small pages, after three large ones and four under other limits.
    if (request === 7) await nextTurn();
    if (request > 7) throw new Error('no answer');
    return idsUpTo(24);
  };
  await expect(surveyListing({ idsAt })).rejects.toThrow('no answer');
});

test.each([0, 1, 23, 50, 100, 298, 401])('a survey of %i items keeps to its share of a gate', async (items) => {
  const { survey, requests } = await surveyListing({ idsAt: () => idsUpTo(items), greatestLimit: 50 });
  expect(survey.isWhole).toBe(true);
  expect(requests).toBeLessThanOrEqual(items <= 50 ? 28 : 43);
});

test('pages that could not be smaller are not read again', async () => {
  const { survey } = await surveyListing({ idsAt: () => idsUpTo(120), greatestLimit: 10 });
  expect(survey).toMatchObject({ isWhole: true, small: [] });
  expect(survey.beyond.map(({ number }) => number)).toEqual([13, 2 ** 32 + 1, 121]);
});

test('small pages are smaller than the largest', async () => {
  const { survey } = await surveyListing({ idsAt: () => idsUpTo(20), greatestLimit: 4 });
  expect(survey.small.length).toBeGreaterThan(survey.large.length);
});

test('smoke reads first pages only, however long the listing is', async () => {
  for (const items of [0, 23, 700]) {
    const { survey, requests } = await surveyListing({ profile: 'smoke', idsAt: () => idsUpTo(items) });
    expect(requests).toBeLessThanOrEqual(7);
    expect(survey).toMatchObject({ isWhole: false, isSteady: true, small: [], full: [], beyond: [] });
  }
});

test.each([701, 20_000, 1_000_001])('a survey of %i items reads a sample of them', async (items) => {
  const ids = idsUpTo(items);
  const { survey, requests } = await surveyListing({ idsAt: () => ids, greatestLimit: 50 });
  expect(survey).toMatchObject({ isWhole: true, isSteady: true });
  expect([survey.large, survey.small].map(sizeOf)).toEqual([items, items]);
  expect(requests).toBeLessThanOrEqual(50);
});

test('a listing that changes is surveyed again, until it stands still or patience ends', async () => {
  const late = await surveyListing({ idsAt: (request) => idsUpTo(request < 3 ? 23 : 24) });
  expect(late.survey.isSteady).toBe(true);
  expect(idsOf(late.survey.large)).toEqual(idsUpTo(24).toSorted());
  expect(late.pauses).toEqual([70]);
  const never = await surveyListing({ idsAt: (request) => idsUpTo(23 + request) });
  expect(never.survey).toMatchObject({ isSteady: false, growsByItself: true });
  expect(never.pauses).toEqual([70, 210, 420]);
});

test.each<[string, (request: number) => readonly string[]]>([
  ['loses items', (request) => idsUpTo(300 - request)],
  ['shows others each time', (request) => idsUpTo(23).map((id) => `${id}-${request}`)],
])('a listing that %s does not grow', async (_what, idsAt) => {
  const { survey } = await surveyListing({ idsAt, greatestLimit: 50 });
  expect(survey).toMatchObject({ isSteady: false, growsByItself: false });
});

test('a first page from which as many items go as come grows', async () => {
  const newest = (request: number) => Array.from({ length: 700 }, (_, at) => `item-${request + 700 - at}`);
  const { survey } = await surveyListing({ profile: 'smoke', idsAt: newest });
  expect(survey).toMatchObject({ isSteady: false, growsByItself: true });
});

test('a listing of many pages grows, though requests of one time are answered the last first', async () => {
  const waiting: (() => void)[] = [];
  let items = 75;
  const idsAt = () =>
    new Promise<readonly string[]>((answer) => {
      waiting.push(() => {
        items += 1;
        answer(idsUpTo(items).toReversed());
      });
      setImmediate(() => waiting.pop()?.());
    });
  const { survey } = await surveyListing({ idsAt });
  expect(survey).toMatchObject({ isWhole: true, isSteady: false, growsByItself: true });
});

test('where no bounds are answered with a page, a limit alone is tried', async () => {
  const sent = await sentBy(surveys('offramp.list'));
  const last = sent.map(({ request }) => request.input.query).filter((query) => query?.page === undefined);
  expect(last).toEqual([{ limit: 2 }]);
});

test.each(listings)('the odd bounds of %s stay within the share of a gate', async (listing) => {
  const sent = [malformedListingBounds(listing), oddListingBounds(listing)].map((probe) => sentBy(probe));
  expect((await Promise.all(sent)).flat().length).toBeLessThanOrEqual(16);
});

test('a bound is malformed only where it was sent', () => {
  const asked = (query: string) => {
    const input = { query: Object.fromEntries(new URLSearchParams(query)) };
    const reply = replyOf({ operation: 'offramp.list', input });
    return { ...reply, request: { ...reply.request, path: `/x?${query}` } };
  };
  expect(['page=abc&limit=2', 'page=1&limit=-1', 'limit='].map((it) => hasMalformedBound(asked(it)))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['page=1&limit=2', 'limit=2', ''].map((it) => hasMalformedBound(asked(it)))).toEqual([false, false, false]);
});

test.each<[string, number, (limit: number) => boolean]>([
  ['from 5 on', 5, (limit) => limit < 5],
  ['of common sizes alone', 10, (limit) => ![10, 20, 25, 50, 100].includes(limit)],
])('a listing that takes limits %s is read under those', async (_what, smallest, isRefused) => {
  const { survey } = await surveyListing({
    idsAt: () => idsUpTo(24),
    greatestLimit: 100,
    refuses: ({ limit }) => limit !== undefined && isRefused(limit),
  });
  expect(survey.isWhole).toBe(true);
  expect(survey.single.map((page) => page?.items.length)).toEqual([smallest, Math.min(smallest, 24 - smallest)]);
  expect(idsOf(survey.small)).toEqual(idsUpTo(24).toSorted());
});

test('a walk that ends where further pages are refused is not whole', async () => {
  const { survey } = await surveyListing({
    idsAt: () => idsUpTo(45),
    refuses: ({ page, limit }) => page * limit > 30,
  });
  expect(survey.isWhole).toBe(false);
  expect(survey.large).toHaveLength(3);
  expect(survey.small).toEqual([]);
});

test.each([
  [2, 3, true],
  [2, '3', false],
  ['2', 3, false],
  [2, 0, false],
])('page %j of %j, asked for as the tenth, is the last one: %s', (page, totalPages, isLast) => {
  expect(isClamped({ page, totalPages } as Page, 9, 0)).toBe(isLast);
});
