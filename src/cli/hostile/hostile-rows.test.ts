import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type HostileRow, hostileRows, type Result } from './hostile-rows.test.support.ts';

const root = resolve(import.meta.dirname, '../../..');

const exitCodes: Readonly<Record<Result, string>> = {
  finding: '1',
  inconclusive: '3',
  refused: '2',
  'goes on': '-',
};

/** As if no row of a table were laid out over several lines. */
const textOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8').replace(/\[\s+/g, '[').replace(/,\s+/g, ', ');

const line = ({ row, result, shownBy }: HostileRow): string =>
  [
    String(row).padStart(2),
    result.padEnd(12),
    exitCodes[result],
    shownBy.map(([file]) => file).join(', '),
  ].join('  ');

/** Shown with HOSTILE_TABLE=1. */
const table = (): string =>
  [...hostileRows]
    .sort((one, other) => one.row - other.row)
    .map(line)
    .join('\n');

test('each of the 82 hostile cases has a result and a test that shows it', () => {
  const rows = new Set(hostileRows.map(({ row }) => row));
  expect(Array.from({ length: 82 }, (_, index) => index + 1).filter((row) => !rows.has(row))).toEqual([]);
  const absent = hostileRows.flatMap(({ row, shownBy }) =>
    shownBy
      .filter(([file, words]) => !textOf(file).includes(words))
      .map(([file, words]) => `${row}: ${file} has no ${words}`),
  );
  expect(absent).toEqual([]);
  if (process.env.HOSTILE_TABLE) process.stdout.write(`${table()}\n`);
});
