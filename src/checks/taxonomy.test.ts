import { expect, test } from 'vitest';
import { attribute } from '#attribution';
import type { Reply } from '#evidence';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { succeedsWhereOffered } from './taxonomy.ts';

const listing = (currency: string, status = 200): Reply =>
  replyOf({
    operation: 'taxonomy.list',
    status,
    body: status === 200 ? [{ method: 'pix' }] : { statusCode: status, message: 'no' },
    input: { currency },
  });

const found = (replies: readonly Reply[], { isSet = false, others = [] as readonly Reply[] } = {}) => {
  const { order, ...rest } = settingOf();
  const setting = { ...rest, order: { ...order, hasShownTaxonomy: !isSet } };
  const attribution = attribute({ setting, replies: [...replies, ...others], isValidRequest: () => false })();
  return succeedsWhereOffered(replies, { ...setting, attribution }).findings.map(({ expected }) => expected);
};

const approved = replyOf({
  operation: 'subaccount.read',
  body: { capabilities: { currencies: { COP: { status: 'approved' }, ARS: { status: 'locked' } } } },
});

test.each([400, 404, 409, 410, 422])('a code of the document that is answered %i is not offered', (status) => {
  expect(found([listing('BRL'), listing('COP', status)])).toEqual([]);
});

test('a currency that is set is promised, and the finding names the setting', () => {
  expect(found([listing('BRL'), listing('COP', 400)], { isSet: true })).toEqual([
    'a success (2xx) for a currency of RAMP_TAXONOMY_CURRENCIES',
  ]);
});

test('another answer than that a code is not offered breaks the promise of a code that nobody has set', () => {
  expect(found([listing('BRL'), listing('COP', 415)])).toHaveLength(1);
});

test('where nothing is offered, the user is asked for a currency, save where the capabilities have one', () => {
  const refused = [listing('COP', 400), listing('ARS', 400)];
  expect(() => found(refused)).toThrow('RAMP_TAXONOMY_CURRENCIES is not set');
  expect(() => found(refused, { others: [approved] })).toThrow('currency of the capabilities');
  expect(() => found([listing('ARS', 400)], { others: [approved] })).toThrow('RAMP_TAXONOMY_CURRENCIES is not set');
});
