import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLeaks } from '#reporting';
import { searchedLedger } from './orders.ts';

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
