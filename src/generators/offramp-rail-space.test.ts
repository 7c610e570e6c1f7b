import { expect, test } from 'vitest';
import { rails } from '#contract';
import { type RailCase, railSpace } from './offramp-rail-space.ts';

const space = railSpace();
const textOf = ({ recipient, currency, rail }: RailCase) => `${recipient} ${currency} ${rail ?? 'none'}`;
const expected = (expectation: RailCase['expectation']) =>
  space.filter((place) => place.expectation === expectation).map(textOf);

test('holds every place once', () => {
  expect(new Set(space.map(textOf)).size).toBe(4 * 2 * (rails.length + 2));
  expect(space).toHaveLength(4 * 2 * (rails.length + 2));
});

test('expects acceptance only where the document states it', () => {
  expect(expected('accepted')).toEqual([
    'plain USD none',
    'named USD WIRE',
    'named USD SWIFT',
    'local local none',
  ]);
});

test('expects no named withdrawal but in dollars, complete, over two rails', () => {
  const named = space.filter(({ recipient }) => recipient === 'named' || recipient === 'incomplete');
  expect(named.filter(({ expectation }) => expectation !== 'refused').map(textOf)).toEqual([
    'named USD none',
    'named USD WIRE',
    'named USD SWIFT',
  ]);
});

test('expects of unnamed ones that nonsense is refused with dollars, and leaves the rest open', () => {
  const unnamed = space.filter(({ recipient }) => recipient === 'plain' || recipient === 'local');
  const refused = unnamed.filter(({ expectation }) => expectation === 'refused');
  expect(refused.map(textOf)).toEqual(['plain USD CARRIER_PIGEON', 'local USD CARRIER_PIGEON']);
  expect(refused.map(({ firmness }) => firmness)).toEqual(['implied', 'implied']);
});

test('judges only what is stated or implied', () => {
  for (const { expectation, firmness } of space)
    expect(expectation === 'open').toBe(firmness === 'shown' || firmness === 'silent');
});
