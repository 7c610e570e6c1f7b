import { expect, test } from 'vitest';
import { isOfWholeService, operationIds, requirementOf, requirements } from '#contract';
import { leavingOut, rulesAlongside, selectRequirements } from './selection.ts';

const idsOf = (...texts: string[]) => [...selectRequirements(texts)];

test('an endpoint is meant by number or operation, with the rules that speak of it', () => {
  expect(idsOf('7')).toEqual(idsOf('offramp.initiate'));
  expect(idsOf('7')).toContain('rails/named-takes-wire');
  expect(idsOf('7')).toContain('offramp.initiate/refuses-a-missing-key');
  expect(idsOf('7')).not.toContain('http/sends-json');
});

test('rules of the whole service go along with an endpoint, and not with what is smaller', () => {
  const alongside = (...texts: string[]) => rulesAlongside(texts, selectRequirements(texts));
  expect(alongside('7')).toEqual(alongside('7', 'rails/'));
  expect(alongside('7')).toContain('http/sends-json');
  expect(alongside('7', 'http/sends-json')).not.toContain('http/sends-json');
  for (const id of alongside('7')) expect(isOfWholeService(requirementOf(id))).toBe(true);
  for (const text of ['offramp.initiate/', 'rails/named-takes-wire', 'money']) expect(alongside(text)).toEqual([]);
});

test('an id, its beginning, a tag, several together', () => {
  expect(idsOf('rails/named-takes-wire')).toEqual(['rails/named-takes-wire']);
  expect(idsOf('rails/named').length).toBeGreaterThan(3);
  const tagged = requirements.filter(({ tag }) => tag === 'pagination');
  expect(idsOf('pagination')).toHaveLength(tagged.length);
  expect(idsOf('rails/named-takes-wire', 'rails/named-takes-wire', 'rails/named-takes-swift')).toHaveLength(2);
});

test('what means nothing is refused with what may have been meant', () => {
  expect(() => idsOf('onramp.initate')).toThrow(/did you mean onramp\.initiate/);
  expect(() => idsOf('rails/named-take-wire')).toThrow(/rails\/named-takes-wire/);
  const beyond = String(operationIds.length + 1);
  expect(() => idsOf(beyond)).toThrow(`--only ${beyond}`);
  expect(() => idsOf('')).toThrow(/--only what was given is no/);
});

const leave = (...texts: string[]) => leavingOut(texts.map((what) => ({ what, reason: 'not yet', owner: what })));

test('an endpoint takes its own requirements along, and rules across endpoints only with the last of theirs', () => {
  const alike = 'versions/answer-a-bad-recipient-alike';
  const one = leave('lightning-offramp.initiate');
  expect(one.leftOut.get('lightning-offramp.initiate/leaves-balances-alone')).toContain('not yet');
  expect([one.leftOut.has(alike), one.partly.get(alike)]).toEqual([
    false,
    'left out by lightning-offramp.initiate: not yet',
  ]);
  expect(one.leftOut.has('versions/keep-the-lightning-envelope')).toBe(true);
  const both = leave('10', '7');
  expect([both.leftOut.has(alike), both.partly.has('authentication/comes-before-the-body')]).toEqual([true, true]);
});

test('a rule across endpoints is left out where it is named itself', () => {
  for (const text of ['versions/answer-a-bad-recipient-alike', 'versions/', 'version'])
    expect(leave(text).leftOut.has('versions/answer-a-bad-recipient-alike')).toBe(true);
});
