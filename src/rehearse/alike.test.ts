import { expect, test } from 'vitest';
import { alikeLines } from './alike.ts';
import { chooseVariations } from './choice.ts';

const { together, alone } = chooseVariations({ only: [], circumstances: false });

const linesOf = (...starts: readonly string[]) =>
  alikeLines(starts.flatMap((start) => [...together, ...alone].find(({ id }) => id.startsWith(start)) ?? []));

test('variations that differ in some words are one line', () => {
  expect(
    linesOf(
      'pages/a-page-past-the-end-is-answered-404',
      'pages/a-page-past-the-end-is-answered-with',
      'pages/a-page-past-the-end-is-answered-400',
    ),
  ).toEqual([
    'A page past the end is answered: 404; 400.',
    'Limits: the document is silent; pages/a-page-past-the-end-is-answered-{404,400}',
    'A page past the end is answered with the last one, under its own number.',
    'Limits: an example of the document differs; pages/a-page-past-the-end-is-answered-with-the-last-one-under-its-own-number',
  ]);
});

test('one sentence of two records is one line, and different sentences are two', () => {
  expect(
    linesOf('onramp/amounts-and-fees', 'offramp/amounts-and-fees', 'onramp/amounts-are-written').filter(
      (_, at) => at % 2 === 0,
    ),
  ).toEqual([
    'Amounts and fees are written with eight places, the echoed amount too.',
    'Amounts are written without trailing zeros.',
  ]);
});

test('a list of ends keeps no comma of its sentences', () => {
  expect(linesOf('pages/a-limit-above-twenty-is-clamped', 'pages/a-limit-above-four')[0]).toBe(
    'A limit above: twenty is clamped to twenty; four is clamped to four; and so echoed.',
  );
});
