import { expect, test } from 'vitest';
import { valueAt } from '#evidence';
import { countOf, sentBy } from '../sent.test.support.ts';
import type { Probe } from '../source.ts';
import { orders } from './orders.ts';
import { nonsenseRails, ordersAgainstRails, ordersToIncomplete, unlistedRails } from './rails.ts';

const stated = [ordersAgainstRails, ordersToIncomplete];

test('orders with rails stay within their share of requests, one for each stated refusal in smoke', async () => {
  expect(await countOf([...stated, nonsenseRails, unlistedRails])).toBeLessThanOrEqual(40);
  expect(await countOf(stated, 'smoke')).toBe(5);
});

const termsIn = async (probe: Probe<unknown>) =>
  (await sentBy(probe)).map((reply) =>
    JSON.stringify([
      reply.request.input.subaccountId,
      valueAt(reply.request.input.body, 'from.asset'),
      valueAt(reply.request.input.body, 'to'),
    ]),
  );

test('no order of the rules for rails is sent twice, nor one of the valid ones', async () => {
  const valid = new Set(await termsIn(orders('offramp.initiate')));
  const tried = await termsIn(ordersAgainstRails);
  expect(new Set(tried).size).toBe(tried.length);
  expect(tried.filter((terms) => valid.has(terms))).toEqual([]);
});
