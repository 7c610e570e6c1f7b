import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportsWith, verdictOn } from '../../reporting/example.test.support.ts';
import { baselineAccept } from '../baseline/baseline.ts';
import type { Command } from '../command.ts';
import { compare } from '../commands/compare.ts';
import { report } from '../commands/report.ts';
import { runProgram } from '../program.ts';
import { prove } from '../prove/prove.ts';
import { commandHere, perform, recordedTerminal } from '../testing/terminal.test.support.ts';

const built = commandHere();

const newFolder = (files: Readonly<Record<string, string>> = {}): string => {
  const folder = mkdtempSync(join(built.folder, 'reports-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

const runInto = (folder: string) =>
  built.run(['run', '--profile', 'smoke', '--only', 'taxonomy.list', '--reports', folder], {
    PATH: process.env.PATH ?? '',
  });

test.each([
  ['thesis.txt', 'thesis.txt'],
  ['Key-4711.txt', 'one whose name is not shown here'],
])('a folder with files of another program is refused, and stays as it is: %s', async (name, shown) => {
  const folder = newFolder({ [name]: 'years of work' });
  const { code, err } = await runInto(folder);
  expect(err).toContain(`--reports has files that are not ours, such as ${shown};`);
  expect(code).toBe(2);
  expect(readdirSync(folder)).toEqual([name]);
});

test('a folder of reports is known again after other files were put into it', async () => {
  const folder = newFolder({ 'README.md': 'x', '.gitignore': '*' });
  mkdirSync(join(folder, 'baselines'));
  expect((await runInto(folder)).code).toBe(0);
  writeFileSync(join(folder, 'notes.txt'), 'kept');
  rmSync(join(folder, 'verdict.json'));
  expect((await runInto(folder)).code).toBe(0);
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('kept');
  expect(readdirSync(folder)).toContain('.ramp-conformance');
  expect(readdirSync(folder)).not.toContain('.ramp-conformance.lock');
  const above = newFolder();
  expect((await runInto(join(above, 'release-1'))).code).toBe(0);
  expect((await runInto(above)).code).toBe(0);
});

test.each(['verdict.json', 'verdict.json.tmp', 'ledger-sandbox.jsonl', 'allure-results', 'baselines'])(
  'a link instead of %s is refused, and what it leads to stays as it is',
  async (name) => {
    const elsewhere = join(newFolder({ precious: 'untouched' }), 'precious');
    const folder = newFolder();
    symlinkSync(elsewhere, join(folder, name));
    const { code, err } = await runInto(folder);
    expect(err).toContain(`--reports has a symbolic link, ${name},`);
    expect(code).toBe(2);
    expect(readFileSync(elsewhere, 'utf8')).toBe('untouched');
  },
);

const observed = verdictOn(reportsWith(), { facts: { 'balances.read': { $: 'object' } } });

test.each<[string, Command, readonly string[], string]>([
  ['baseline accept', baselineAccept, ['vendor'], 'baselines'],
  ['baseline accept', baselineAccept, ['vendor'], 'baselines/vendor'],
  ['compare', compare, ['reports', 'reports'], 'compare.html'],
  ['prove', prove, ['--only', 'balances.read'], 'proof.json'],
  ['report', report, [], 'allure-report'],
  ['report', report, [], 'allure-history.jsonl'],
])('%s follows no link either, %#', async (_, command, args, name) => {
  const terminal = recordedTerminal([...args, '--reports', 'reports']);
  const [elsewhere, folder] = [newFolder(), join(terminal.cwd, 'reports')];
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, 'verdict.json'), JSON.stringify(observed));
  symlinkSync(elsewhere, join(folder, name));
  await expect(perform(command, terminal)).rejects.toThrow(`--reports has a symbolic link, ${name},`);
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('a run that is refused leaves no verdict of an earlier one', async () => {
  const folder = newFolder({ 'verdict.json': JSON.stringify(observed), 'compliance.html': 'earlier' });
  expect(await runProgram(recordedTerminal(['run', '--seed', 'x', '--reports', folder]))).toBe(2);
  expect(readdirSync(folder)).toEqual(['verdict.json']);
  const verdict = JSON.parse(readFileSync(join(folder, 'verdict.json'), 'utf8'));
  expect(verdict).toMatchObject({ verdict: 'refused', exitCode: 2, requirements: [] });
});

test('one run at a time has a folder; what a run that was killed left behind holds nothing', async () => {
  const folder = newFolder({ 'verdict.json': '{"of":"the other"}' });
  const lock = join(folder, '.ramp-conformance.lock');
  writeFileSync(lock, `${process.ppid} ${hostname()}\n`);
  const { code, err } = await runInto(folder);
  expect(err).toContain(`--reports is in use by another run, process ${process.ppid}`);
  expect(code).toBe(2);
  expect(readFileSync(join(folder, 'verdict.json'), 'utf8')).toBe('{"of":"the other"}');
  for (const left of [
    `${process.pid} ${hostname()}\n`,
    `4194305 ${hostname()}\n`,
    `${process.ppid} another-machine\n`,
    '',
  ]) {
    writeFileSync(lock, left);
    expect((await runInto(folder)).code).toBe(0);
    expect(existsSync(lock)).toBe(false);
  }
});
