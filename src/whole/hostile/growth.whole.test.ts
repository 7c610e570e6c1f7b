import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareFacts, readFacts } from '#facts';
import { readJson } from '#lib';
import { findLeaks, groupChanges } from '#reporting';
import { moneyIn, searchedLedger, unsettledAt } from '../../cli/orders/recorded-orders.ts';
import { scan } from '../../client/json-scan.ts';
import { newFolder } from '../../testing/terminal.test.support.ts';

/** Linear work takes less than a second here; work that grows with the square of its input takes minutes. */
const timeout = 20_000;

const search = (text: string) =>
  findLeaks([{ file: 'verdict.json', text, search: 'all' }], {
    secrets: ['key-of-a-test-0001'],
    numbers: ['1234567890'],
  });

const size = 100_000;

test.each([
  ['addresses', 'jane@mail.example.com\n'.repeat(size / 10)],
  ['nearly an address', `${'a.'.repeat(size)}@`.repeat(2)],
  ['nearly a token', `eyJ${'a-'.repeat(size)}`],
  ['digits', '1234 '.repeat(size)],
  ['dots after an at sign', `a@${'a.'.repeat(size)}`],
])('the leak search passes over long %s once', { timeout }, (_, text) => {
  expect(search(text)).toBeInstanceOf(Array);
});

test('the leak search passes once over a text for all numbers of a run', { timeout }, () => {
  const numbers = Array.from({ length: size }, (_, at) => String(1_000_000_000 + at));
  const text = numbers.join('\n');
  const leaks = (all: readonly string[]) =>
    findLeaks([{ file: 'a', text, search: 'all' }], { secrets: [], numbers: all });
  expect(leaks(numbers)).toEqual([]);
  expect(leaks(numbers.slice(1))).toHaveLength(1);
});

test.each([
  ['cases of one endpoint', (at: number) => `status: valid order ${at}`],
  ['incidental cases', (at: number) => `status: balances ${at}`],
  ['situations', (at: number) => (at % 2 === 0 ? `observed: case ${at}` : `status: order with case ${at}`)],
])('%s are put together by cause once', { timeout }, (_, name) => {
  const facts = (answer: (at: number) => string) =>
    readFacts({
      'onramp.initiate': Object.fromEntries(Array.from({ length: size / 5 }, (_each, at) => [name(at), answer(at)])),
    });
  const changes = compareFacts(
    facts(() => '200'),
    facts((at) => String(400 + (at % 90))),
  );
  expect(groupChanges(changes)).not.toEqual([]);
});

test('long JSON is read once, also where it is broken', { timeout }, () => {
  const members = Array.from({ length: size }, (_, at) => `"a${at}":"\\u0061"`).join();
  expect(scan(`{${members}}`)).toBeDefined();
  expect(() => readJson(`[${'\n1,'.repeat(size)}`, (line) => new Error(`line ${line}`))).toThrow('line');
});

test('a ledger of 20,000 unsettled orders is read once', { timeout }, () => {
  const file = join(newFolder(), 'ledger.jsonl');
  const line = (at: number) =>
    JSON.stringify({
      run: 'aaaabbbb',
      order: `0.${at}`,
      at: '2026-11-01T00:00:00.000Z',
      target: 'here',
      operation: 'offramp.initiate',
      amount: '1',
      unit: 'USDC',
      reference: `0f8fad5b-d9cb-469f-a165-${String(at).padStart(12, '0')}`,
    });
  writeFileSync(file, Array.from({ length: 20_000 }, (_, at) => `${line(at)}\n`).join(''));
  const place = { file, run: 'aaaabbbb', target: 'here', durable: false };
  expect(unsettledAt(place).orders).toHaveLength(20_000);
  expect(moneyIn(place).operations).toHaveLength(1);
  expect(searchedLedger(place).text).not.toBe('');
});
