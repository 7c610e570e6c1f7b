import { expect, test } from 'vitest';
import { replyOf } from '../../attribution/reply.test.support.ts';
import type { Page } from './page.ts';
import { isCovered } from './sample.ts';

const pageAt = (number: number, limit?: number): Page => {
  const ids = [`${number}-1`, `${number}-2`];
  const items = ids.map((id) => ({ id }));
  return { reply: replyOf({}), number, items, ids, page: number, limit, totalPages: 20, count: 40 };
};

test('a sample covers a page by the places of its items', () => {
  const sampled = [1, 2, 8, 9].map((number) => pageAt(number, 2));
  const own = [1, 8].map((number) => pageAt(number, 2));
  expect(own.map((page) => isCovered(page, own, sampled))).toEqual([true, true]);
  const others = [1, 5].map((number) => pageAt(number, 2));
  expect(others.map((page) => isCovered(page, others, sampled))).toEqual([true, false]);
});

test('no sample covers a page whose places are unknown', () => {
  const sampled = [1, 2, 8, 9].map((number) => pageAt(number, 2));
  const own = [pageAt(1), pageAt(8)];
  expect(own.map((page) => isCovered(page, own, sampled))).toEqual([false, false]);
});
