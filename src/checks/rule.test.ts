import { expect, test } from 'vitest';
import { replyOf } from './reply.test.support.ts';
import { disagreements } from './rule.ts';

const placesWhere = (mine: unknown, theirs: unknown): readonly string[] =>
  disagreements(replyOf({ body: { member: mine } }), { member: theirs }, ['member', 'absent']).map(
    ({ where }) => where,
  );

test.each([
  ['letter case', '0xAB', '0xab'],
  ['places', '10.50', 10.5],
  ['zone', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000+00:00'],
  ['nothing to compare with', 'USDC', undefined],
])('what differs in %s alone agrees', (_, mine, theirs) => {
  expect(placesWhere(mine, theirs)).toEqual([]);
});
