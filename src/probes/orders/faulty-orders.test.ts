import { expect, test } from 'vitest';
import { orderIds } from '#contract';
import { isNoJsonObject, noJsonKinds } from '#generators';
import { countOf, sentBy } from '../sent.test.support.ts';
import { brokenTexts, incompleteOrders, mistypedOrders, oddOrders } from './faulty-orders.ts';

test('faulty orders stay within their share of requests', async () => {
  const odd = (['deposit.simulate', 'onramp.initiate', 'offramp.initiate'] as const).map(oddOrders);
  expect(await countOf(odd)).toBeLessThanOrEqual(25);
  const faulty = orderIds.flatMap((id) => [mistypedOrders(id), incompleteOrders(id), brokenTexts(id)]);
  expect(await countOf(faulty)).toBeLessThanOrEqual(110);
  expect(await countOf([brokenTexts('lightning-offramp.initiate')], 'smoke')).toBe(1);
});

test('a gate tries the likeliest texts on each order, and deep every kind', async () => {
  const sent = await Promise.all(orderIds.map((operation) => sentBy(brokenTexts(operation))));
  expect(sent.map(({ length }) => length)).toEqual([6, 6, 6, 6]);
  const deep = await sentBy(brokenTexts('onramp.initiate'), { profile: 'deep' });
  const kinds = deep.map(({ request }) => request.purpose.case?.replace(/^.*: /, ''));
  expect(new Set(kinds)).toEqual(new Set(noJsonKinds));
  expect(sent.flat().every(({ request }) => isNoJsonObject(request.sentBody ?? ''))).toBe(true);
});

test('a mistyped rail is tried too', async () => {
  const sent = await sentBy(mistypedOrders('offramp.initiate'));
  const cases = sent.map(({ request }) => request.purpose.case ?? '');
  expect(cases.filter((one) => one.startsWith('to.payment_rail: '))).toHaveLength(2);
});
