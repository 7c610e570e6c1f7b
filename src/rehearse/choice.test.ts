import { expect, test } from 'vitest';
import { answering, requirements } from '#contract';
import { chooseLapses, chooseVariations, isWithin } from './choice.ts';

const idsOf = (some: readonly { readonly id: string }[]): readonly string[] => some.map(({ id }) => id);

const all = chooseVariations({ only: [], circumstances: true });

test('a right client is tried under no circumstance that was not asked for', () => {
  expect(all.circumstances.length).toBeGreaterThan(30);
  expect(chooseVariations({ only: ['orders'], circumstances: false }).circumstances).toEqual([]);
  const [one] = idsOf(all.circumstances);
  expect(idsOf(chooseVariations({ only: [one ?? ''], circumstances: false }).circumstances)).toEqual([one]);
  expect(chooseVariations({ only: [], circumstances: false }).leftOut).toEqual(all.circumstances);
});

test('an endpoint, by number or name, stands for what it is about', () => {
  const { together, alone } = chooseVariations({ only: ['8'], circumstances: false });
  expect(new Set(idsOf([...together, ...alone]).map((id) => id.split('/')[0]))).toEqual(
    new Set(['offramp', 'pages', 'listings']),
  );
  expect(idsOf(chooseVariations({ only: ['offramp.list'], circumstances: false }).alone)).toEqual(idsOf(alone));
});

test('an order stands for the connections that are lost on it', () => {
  const { alone, circumstances } = chooseVariations({ only: ['7'], circumstances: true });
  expect(idsOf(alone)).toContain('filter/the-answer-to-an-order-of-each-kind-is-lost-and-the-order-is-kept');
  expect(idsOf(circumstances)).toContain('filter/the-connection-is-closed-on-an-order-of-each-kind-before-it-arrives');
  const lost = alone.filter(({ id }) => id.startsWith('filter/'));
  expect(lost.map((one) => isWithin(one, new Set(['offramp.list'])))).toEqual([false]);
});

test('a text that names nothing is refused with what is near', () => {
  expect(() => chooseVariations({ only: ['onramps'], circumstances: false })).toThrow(/--only must name .*onramp/);
  expect(() => chooseLapses(['taxonmy'])).toThrow(/--only must name a fault, .*did you mean taxonomy( or |\?$)/);
  expect(() => chooseLapses(['rate-limit'])).toThrow(/; rehearse --faults --list shows them$/);
});

test('one word stands for variations and faults of a subject', () => {
  expect(new Set(idsOf(chooseLapses(['taxonomy'])).map((id) => id.split('/')[0]))).toEqual(new Set(['taxonomy.list']));
  expect(new Set(idsOf(chooseLapses(['onramp'])).map((id) => id.split('/')[0]))).toEqual(
    new Set(['onramp.initiate', 'onramp']),
  );
});

test('what a client does not ask it does not meet, and what is about all endpoints it does', () => {
  const asked = new Set(['onramp.initiate'] as const);
  const isMetById = (subject: string): boolean[] =>
    [...all.together, ...all.alone].filter(({ id }) => id.startsWith(`${subject}/`)).map((one) => isWithin(one, asked));
  expect(new Set(isMetById('onramp'))).toEqual(new Set([true]));
  expect(new Set(isMetById('json'))).toEqual(new Set([true]));
  expect(new Set(isMetById('withdrawal'))).toEqual(new Set([false]));
});

test('each stands under a heading of the document', () => {
  const sections = new Set(requirements.map(({ section }) => section));
  const variations = [...all.together, ...all.alone, ...all.circumstances];
  expect(variations.filter(({ heading }) => !sections.has(heading)).map(({ id }) => id)).toEqual([]);
});

test.each([
  ['members/members-that-may-be-null-are-left-out', 'Resources and their fields', 'shown'],
  ['members/error-bodies-leave-the-path-out-which-is-optional', 'Resources: Error body', 'promised'],
  ['pages/the-first-page-has-the-number-0', 'Limits', 'silent'],
  ['pages/a-listing-without-items-has-one-page', 'Resources: Pagination envelopes', 'silent'],
  [
    'withdrawal/a-withdrawal-is-in-the-state-processing-and-its-rate-is-another-at-each-read',
    'Resources: Withdrawal',
    'shown',
  ],
  ['timestamps/utc-is-written-00-00-instead-of-z', 'Resources: Conventions', 'promised'],
])('%s stands under %s, and the document has it %s', (id, heading, basis) => {
  expect([...all.together, ...all.alone].find((one) => one.id === id)).toMatchObject({ heading, basis });
});

test('a right client may fail where the document says otherwise in words', () => {
  const digits = [...all.together, ...all.alone].filter(({ id }) => /^timestamps\/.*digits/.test(id));
  expect(digits).toEqual([]);
  expect(all.circumstances.filter(({ words }) => words === 'with milliseconds')).toHaveLength(3);
});

test('the faults are few, and of every operation with a record', () => {
  const lapses = chooseLapses([]);
  expect(lapses.length).toBeGreaterThan(40);
  expect(lapses.length).toBeLessThan(80);
  expect(lapses.filter(({ sentence }) => sentence === 'A valid request is answered 500.')).toHaveLength(
    answering.length,
  );
});
