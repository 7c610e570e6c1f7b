import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requirements } from '#contract';
import { readHistory } from '#reporting';
import { perform, recordedTerminal } from '../testing/terminal.test.support.ts';
import { merge } from './merge.ts';
import { shareOf } from './shard.ts';
import { shardFile } from './shard-file.ts';

const count = 3;
const firmnessOf = new Map(requirements.map(({ id, firmness }) => [id, firmness]));

const report = (requirement: (typeof requirements)[number]['id'], sent: number) => ({
  requirement,
  findings: [],
  observations:
    firmnessOf.get(requirement) === 'silent'
      ? [{ operation: 'balances.read', situation: 'success', fact: '200' }]
      : [],
  exchanges: [],
  judgements: 1,
  traffic: { sent, retried: 0, rateLimited: 0 },
});

const target = {
  label: 'embedded sandbox',
  environment: 'sandbox',
  embedded: true,
  money: true,
  readOnly: false,
  quiet: true,
  facts: { firstPage: 1, greatestLimit: 50 },
};

const shardFolder = (index: number, change: Record<string, unknown> = {}): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-shard-'));
  const shard = { index, count };
  const reports = [...shareOf(undefined, shard, false)].map((id, place) => report(id, place + 1));
  const run = {
    format: 2,
    shard,
    harness: '0.1.0',
    profile: 'gate',
    seed: 7,
    target,
    startedAt: `2026-01-01T00:00:0${index}.000Z`,
    endedAt: '2026-01-01T00:01:00.000Z',
    end: { reports, crashed: [], interrupted: false },
  };
  writeFileSync(join(folder, shardFile), JSON.stringify({ ...run, ...change }));
  return folder;
};

const merged = async (...folders: string[]) => {
  const terminal = recordedTerminal([...folders, '--json']);
  const code = await perform(merge, terminal);
  return { code, terminal, verdict: JSON.parse(terminal.written.out) };
};

const withTarget = (change: Partial<Record<keyof typeof target, unknown>>) => [
  shardFolder(1),
  shardFolder(2, { target: { ...target, ...change } }),
];

test('shards make one verdict in any order', async () => {
  const { code, verdict, terminal } = await merged(shardFolder(3), shardFolder(1), shardFolder(2));
  expect(code).toBe(0);
  expect(verdict).toMatchObject({
    verdict: 'conforms',
    seed: 7,
    startedAt: '2026-01-01T00:00:01.000Z',
    requests: { sent: requirements.length },
  });
  expect(verdict.counts.untested + verdict.counts.unproven).toBe(0);
  const page = readFileSync(join(terminal.cwd, 'reports/compliance.html'), 'utf8');
  expect(page).toContain('embedded sandbox');
  expect(readHistory(join(terminal.cwd, 'reports')).runs).toMatchObject([{ runId: verdict.runId }]);
});

test('a missing shard leaves the verdict open', async () => {
  const { code, verdict } = await merged(shardFolder(1), shardFolder(2));
  expect(code).toBe(3);
  expect(verdict.verdict).toBe('inconclusive');
  expect(verdict.crashed).toEqual(['shard 3 of 3 is missing']);
});

test.each<[string, Record<string, unknown>]>([
  ['a number that is none', { shard: { index: 2, count: '::error::3' } }],
  ['more shards than there can be', { shard: { index: 2, count: 1e9 } }],
  ['an index beyond', { shard: { index: 5, count } }],
  ['no instant', { startedAt: '\u001b[2J' }],
  ['an unknown requirement', { end: { reports: [report('made-up' as never, 1)], crashed: [] } }],
  ['reports of another form', { end: { reports: [5], crashed: [], interrupted: false } }],
])('a shard with %s is missing', async (_, change) => {
  const terminal = recordedTerminal([shardFolder(2, change)]);
  await expect(perform(merge, terminal)).rejects.toThrow(`no folder holds a ${shardFile}`);
});

test('a torn file is a missing shard', async () => {
  const torn = shardFolder(3);
  writeFileSync(join(torn, shardFile), '{"format":1');
  expect((await merged(shardFolder(1), shardFolder(2), torn)).code).toBe(3);
});

test.each([
  ['a shard given twice', () => [shardFolder(1), shardFolder(1)], 'twice'],
  ['another seed', () => [shardFolder(1), shardFolder(2, { seed: 8 })], 'seed'],
  [
    'another day',
    () => [shardFolder(1), shardFolder(2, { startedAt: '2026-01-02T00:00:02.000Z' })],
    '12 hours',
  ],
  ['another environment', () => withTarget({ environment: 'production' }), 'environment'],
  ['another permission', () => withTarget({ money: 'RAMP_MONEY_HOST is not set' }), 'move money'],
  ['a run that only reads', () => withTarget({ readOnly: true }), 'permission to write'],
  ['another account', () => withTarget({ quiet: false }), 'quiet'],
  ['a real service', () => withTarget({ embedded: false }), 'sandbox'],
  ['another path of the host', () => withTarget({ label: 'host.example/prod' }), 'target'],
  ['another version', () => [shardFolder(1), shardFolder(2, { harness: '0.0.9' })], 'version'],
  ['another profile', () => [shardFolder(1), shardFolder(2, { profile: 'deep' })], 'profile'],
  ['no shard at all', () => [mkdtempSync(join(tmpdir(), 'ramp-none-'))], shardFile],
  ['no folder', () => [], 'reports folders'],
])('%s is refused', async (_, folders, reason) => {
  await expect(perform(merge, recordedTerminal(folders()))).rejects.toThrow(reason);
});

test('a symbolic link in the folder of the whole is refused', async () => {
  const [whole, elsewhere] = ['whole', 'else'].map((name) => mkdtempSync(join(tmpdir(), `ramp-${name}-`)));
  symlinkSync(elsewhere as string, join(whole as string, 'allure-report'));
  const terminal = recordedTerminal([shardFolder(1), '--reports', whole as string]);
  await expect(perform(merge, terminal)).rejects.toThrow('symbolic link, allure-report,');
  expect(readdirSync(elsewhere as string)).toEqual([]);
});
