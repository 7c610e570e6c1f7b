import { expect, test } from 'vitest';
import { compareFacts } from './compare-facts.ts';
import { kinds } from './examples.test.support.ts';
import { sentenceOf } from './index.ts';
import { readFacts } from './written.ts';

const listing = (own: Record<string, string>) =>
  readFacts({
    'offramp.list': { $: 'object', '$.data[]': 'object', ...own },
    service: kinds,
  });

const linesOf = (before: Record<string, string>, after: Record<string, string>) =>
  compareFacts(listing(before), listing(after))
    .filter(({ kind }) => kind !== 'not-seen')
    .map((change) => `${change.class} ${sentenceOf(change)}`);

const states = (values: string, records: number, failed?: number) => ({
  '$.data[].status': `enum:${values} req`,
  'times: $.data[]': `${records}`,
  ...(failed !== undefined && { 'times: $.data[].status, failed': `${failed}` }),
});

test('a value that no record has any more is counted, where chance does not explain it', () => {
  expect(linesOf(states('failed|paid', 25, 3), states('paid', 25))).toEqual([
    'least `data[].status`: `failed` before in 3 of 25 records, now in none of 25',
  ]);
  // A run makes orders of its own, which are pending at first.
  const pending = { ...states('paid|pending', 25), 'times: $.data[].status, pending': '12' };
  expect(linesOf(pending, states('paid', 25))).toEqual([
    'changed `data[].status`: `pending` before in 12 of 25 records, now in none of 25',
  ]);
  expect(linesOf(states('failed|paid', 25, 1), states('paid', 25))).toEqual([]);
  expect(linesOf(states('failed|paid', 25, 3), states('paid', 4))).toEqual([]);
});

const settlement = (form: string, records: number) => ({
  '$.data[].settlement': 'object req',
  ...(form !== '' && { '$.data[].settlement.withdrawal_id': `${form} req` }),
  'times: $.data[]': `${records}`,
});

test('an optional member that all records had, and one that all have now, is counted', () => {
  expect(linesOf(settlement('uuid', 25), settlement('', 20))).toEqual([
    'least `data[].settlement.withdrawal_id` (optional in the document): before in 25 of 25 records, now in none of 20',
  ]);
  expect(linesOf(settlement('null', 25), settlement('uuid', 20))).toEqual([
    'least `data[].settlement.withdrawal_id`: null before in 25 of 25 records, now in none of 20',
  ]);
  expect(linesOf(settlement('uuid', 3), settlement('', 20))).toEqual([]);
});
