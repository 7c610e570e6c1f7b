import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLeaks } from '#reporting';
import { moneyIn, searchedLedger, unknownIn } from './recorded-orders.ts';

const line = (run: string, more: object) => `${JSON.stringify({ run, order: '1.1', ...more })}\n`;

test('a ledger is searched where this run wrote it, and its amounts are no account numbers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-ledger-'));
  const file = join(folder, 'ledger.jsonl');
  const searched = (...lines: readonly string[]) => {
    writeFileSync(file, lines.join(''));
    const ledger = searchedLedger({ file, run: 'r2', target: 'here', durable: false });
    return findLeaks([{ ...ledger, search: 'all' }], { secrets: [], numbers: [] });
  };
  const other = line('r1', { unit: 'jane@mail.example' });
  expect(searched(other, line('r2', { amount: '123456789012', unit: 'USD' }))).toEqual([]);
  expect(searched(other, line('r2', { amount: '1', unit: '123456789012' }))).toEqual([
    { file: 'ledger.jsonl', kind: 'long number', line: 2 },
  ]);
});

test('a run whose tests never came to open a ledger has nothing in it to be searched', () => {
  const absent = join(tmpdir(), `ramp-ledger-${process.pid}`, 'ledger.jsonl');
  expect(searchedLedger({ file: absent, run: 'r1', target: 'here', durable: false }).text).toBe('');
});

test('an order of any kind whose outcome nobody has looked up is told', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-ledger-'));
  const place = { file: join(folder, 'ledger.jsonl'), run: 'r1', target: 'here', durable: false };
  const at = '2026-11-01T00:00:00.000Z';
  const intent = (order: string, operation: string) => line('r1', { order, operation, at, target: 'here' });
  const settled = (order: string, outcome: string, by?: string) => line('r1', { order, at, outcome, by });
  writeFileSync(
    place.file,
    [
      ...['onramp.initiate', 'lightning-offramp.initiate', 'deposit.simulate'].map((id, nth) => intent(`${nth}`, id)),
      ...['3', '4', '5', '6', '7'].map((order) => intent(order, 'offramp.initiate')),
      settled('2', 'unknown') + settled('4', 'not listed') + settled('5', 'accepted') + settled('7', 'no order'),
      intent('8', 'onramp.initiate') + settled('6', 'unknown', 'PUT_OFF') + settled('8', 'unknown', 'PUT_OFF'),
      settled('6', 'listed', 'listing'),
    ].join(''),
  );
  expect(moneyIn(place).unknown?.map(({ answer, listing }) => [answer, listing])).toEqual([
    ...Array(4).fill([undefined, 'not looked up']),
    [undefined, 'not listed'],
    [503, 'listed'],
    [503, 'not looked up'],
  ]);
  expect(unknownIn(place)).toEqual([
    '1 order of unknown outcome could not be looked up: see ledger.jsonl',
    '3 orders of unknown outcome cannot be found in a listing: ask the vendor, and see ledger.jsonl',
  ]);
});
