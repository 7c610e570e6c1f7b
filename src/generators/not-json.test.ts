import { expect, test } from 'vitest';
import { settingOf } from '../checks/reply.test.support.ts';
import { oddTexts } from './not-json.ts';
import { depositOrder, lightningOfframpOrder, offrampOrder, onrampOrder } from './orders.ts';

const setting = settingOf();
const recipient = 'f2f1f0a4-9f8c-4b54-a1f6-3a3b0f0f5c11';

test.each([
  ['deposit', depositOrder(setting), 'accountNumber'],
  ['onramp', onrampOrder(setting), 'client_onramp_reference'],
  ['offramp', offrampOrder(setting, { recipient, currency: 'USD' }), 'client_offramp_reference'],
  ['lightning offramp', lightningOfframpOrder(setting, recipient), 'recipient_id'],
])('texts of a %s are JSON with what its name says', (_noun, order, text) => {
  const [tiny, twice, half, plain] = oddTexts(order);
  expect(tiny?.rawBody).toContain('"amount":1e-400');
  expect([...(twice?.rawBody ?? '').matchAll(new RegExp(`"${text}":`, 'g'))]).toHaveLength(2);
  expect(half?.rawBody).toMatch(new RegExp(`"${text}":"[^"]+\\\\ud83d"`));
  expect(plain).toMatchObject({ contentType: 'text/plain' });
  for (const { rawBody } of [tiny, twice, half, plain].filter((it) => it !== undefined))
    expect(Object.keys(JSON.parse(rawBody)).toSorted()).toEqual(Object.keys(order).toSorted());
});
