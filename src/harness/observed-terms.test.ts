import { expect, test } from 'vitest';
import type { Reply } from '#evidence';
import { createTerms } from './observed-terms.ts';

const replyOf = (body: unknown, subaccountId = 'one'): Reply =>
  ({
    operation: 'subaccount.read',
    status: 200,
    body,
    request: { input: { subaccountId }, credential: { in: 'header', value: 'sk-4eC39HqLyjWDarjt' }, purpose: {} },
  }) as unknown as Reply;

const person = { firstName: 'Wesley', lastName: 'de Souza', phone: '+5511987650123', id: 'c0ffee00-aaaa' };

test.each([
  ['zahlungsweg', true],
  ['risk_score', true],
  ['wesley', false],
  ['WESLEY', false],
  ['souzaLimit', false],
  ['de', true],
  ['x_5511987650123', false],
  ['c0ffee00_aaaa', false],
  ['token_4eC39HqLyj', false],
])('the name of a member that is %s is shown: %s', (name, isShown) => {
  const terms = createTerms();
  terms.meet(name, replyOf({}), false);
  // What is read later counts too.
  terms.read(replyOf(person));
  expect(terms.terms()).toEqual(isShown ? { shown: [name], personal: [] } : { shown: [], personal: [name] });
});

test.each([
  ['awaiting_review', ['one', 'two'], ['awaiting_review']],
  ['awaiting_review', ['one', 'one'], []],
  ['wesley', ['one', 'two'], []],
])('the value %s of the subaccounts %j is shown: %j', (value, holders, shown) => {
  const terms = createTerms();
  terms.read(replyOf({ ...person, status: value }));
  for (const holder of holders) terms.meet(value, replyOf({}, holder), true);
  expect(terms.terms().shown).toEqual(shown);
});
