import { expect, test } from 'vitest';
import { orderIds, type Profile } from '#contract';
import { valueAt } from '#evidence';
import { isNoJsonObject, noJsonKinds } from '#generators';
import { termsOf } from '../../checks/rails.ts';
import { settingOf } from '../../checks/reply.test.support.ts';
import { sentBy } from '../sent.test.support.ts';
import type { Probe } from '../source.ts';
import { incompleteOrders, mistypedOrders, oddOrders, textsThatAreNoJson } from './faulty-orders.ts';
import { orders } from './orders.ts';
import { nonsenseRails, ordersAgainstRails, ordersToIncomplete, unlistedRails } from './rails.ts';

const countOf = async (probes: readonly Probe<unknown>[], profile?: Profile): Promise<number> => {
  const sent = await Promise.all(probes.map((it) => sentBy(it, profile ? { profile } : {})));
  return sent.flat().length;
};

const railProbes = [ordersAgainstRails, ordersToIncomplete];

test('a gate stays within its share of requests', async () => {
  expect(await countOf([...railProbes, nonsenseRails, unlistedRails])).toBeLessThanOrEqual(40);
  const odd = (['deposit.simulate', 'onramp.initiate', 'offramp.initiate'] as const).map(oddOrders);
  expect(await countOf(odd)).toBeLessThanOrEqual(25);
  const faulty = orderIds.flatMap((id) => [mistypedOrders(id), incompleteOrders(id), textsThatAreNoJson(id)]);
  expect(await countOf(faulty)).toBeLessThanOrEqual(110);
});

test('smoke sends one order for each stated refusal', async () => {
  expect(await countOf(railProbes, 'smoke')).toBe(5);
  expect(await countOf([textsThatAreNoJson('lightning-offramp.initiate')], 'smoke')).toBe(1);
});

const setting = settingOf();
const termsIn = async (probe: Probe<unknown>) =>
  (await sentBy(probe)).map((reply) =>
    JSON.stringify([
      reply.request.input.subaccountId,
      valueAt(reply.request.input.body, 'from.asset'),
      termsOf(reply, setting),
    ]),
  );

test('no order of the rules for rails is sent twice, nor one of the valid ones', async () => {
  const valid = new Set(await termsIn(orders('offramp.initiate')));
  const tried = await termsIn(ordersAgainstRails);
  expect(new Set(tried).size).toBe(tried.length);
  expect(tried.filter((terms) => valid.has(terms))).toEqual([]);
});

test('a gate tries the likeliest texts on each order, and deep every kind', async () => {
  const sent = await Promise.all(orderIds.map((operation) => sentBy(textsThatAreNoJson(operation))));
  expect(sent.map(({ length }) => length)).toEqual([6, 6, 6, 6]);
  const deep = await sentBy(textsThatAreNoJson('onramp.initiate'), { profile: 'deep' });
  const kinds = deep.map(({ request }) => request.purpose.case?.replace(/^.*: /, ''));
  expect(new Set(kinds)).toEqual(new Set(noJsonKinds));
  expect(sent.flat().every(({ request }) => isNoJsonObject(request.sentBody ?? ''))).toBe(true);
});

test('a mistyped rail is tried too', async () => {
  const sent = await sentBy(mistypedOrders('offramp.initiate'));
  const cases = sent.map(({ request }) => request.purpose.case ?? '');
  expect(cases.filter((one) => one.startsWith('to.payment_rail: '))).toHaveLength(2);
});
