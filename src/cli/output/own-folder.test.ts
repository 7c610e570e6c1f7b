import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readSettings } from '#target';
import { reportsWith, verdictOn } from '../../reporting/example.test.support.ts';
import { commandHere, recordedTerminal } from '../../testing/terminal.test.support.ts';
import { demandLedger } from '../orders/recorded-orders.ts';
import { runProgram } from '../program.ts';
import { demandFolder, folderAt, holdFolder, writeReport } from './folder.ts';

const built = commandHere();

const put = (folder: string, files: Readonly<Record<string, string>>): string => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
};

const newFolder = (files: Readonly<Record<string, string>> = {}): string =>
  put(mkdtempSync(join(built.folder, 'reports-')), files);

/** The files of a folder, with their texts. */
const textsIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

const runInto = (folder: string) =>
  built.run(['run', '--only', 'balances.read/answers-with-its-record', '--reports', folder], {
    PATH: process.env.PATH ?? '',
  });

test('a folder that holds only what systems put there is an empty one', () => {
  const folder = newFolder({ '.DS_Store': '', '._reports': '', 'Thumbs.db': '', 'desktop.ini': '' });
  mkdirSync(join(folder, 'lost+found'));
  const before = readdirSync(folder);
  demandFolder(folder);
  expect(readdirSync(folder)).toEqual(before);
});

test('a folder of reports is known again after other files were put into it', async () => {
  const above = newFolder();
  const folder = put(join(above, 'release-1'), { 'README.md': 'x', '.gitignore': '*' });
  mkdirSync(join(folder, 'baselines'));
  expect((await runInto(folder)).code).toBe(0);
  put(folder, { 'notes.txt': 'kept' });
  rmSync(join(folder, 'verdict.json'));
  expect((await runInto(folder)).code).toBe(0);
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('kept');
  expect(readdirSync(folder)).toContain('.ramp-conformance');
  expect(readdirSync(folder)).not.toContain('.ramp-conformance.lock');
  // An upload leaves out the mark, and brings what the action has put there.
  for (const name of ['notes.txt', '.ramp-conformance']) rmSync(join(folder, name));
  put(folder, { 'compare.md': 'of the action' });
  for (const ours of [folder, above]) expect(() => demandFolder(ours)).not.toThrow();
});

const conformed = () => JSON.stringify({ ...observed, verdict: 'conforms', exitCode: 0 });

const observed = verdictOn(reportsWith(), { facts: { 'balances.read': { $: 'object' } } });

/** A marked folder of reports in which others put what is theirs, or which is theirs. */
const ours = { '.ramp-conformance': '', 'verdict.json': conformed(), 'junit.xml': 'of theirs', 'compliance.html': 'x' };

describe('what is of others', () => {
  test.each([
    ['run', ['run', '--seed', 'x']],
    ['another command', ['doctor', '--target', 'none']],
    ['a run that would be one', ['run', '--only', 'balances.read']],
  ])('stays where the choices lead out of their folder, %s', async (_, args) => {
    const above = newFolder({ 'prepared/ramp-conformance.json': '{"reports":"../other"}' });
    const cwd = join(above, 'prepared');
    put(join(above, 'other'), ours);
    expect(await runProgram(recordedTerminal(args, { cwd }))).toBe(2);
    expect(textsIn(join(above, 'other'))).toEqual(ours);
    mkdirSync(join(cwd, 'inside'));
    symlinkSync(join(above, 'other'), join(cwd, 'inside/out'));
    writeFileSync(join(cwd, 'ramp-conformance.json'), '{"reports":"inside/out/below"}');
    const terminal = recordedTerminal(['run'], { cwd });
    expect(await runProgram(terminal)).toBe(2);
    expect(terminal.written.err).toContain('reports of ramp-conformance.json leads out of the folder of this file');
    expect(textsIn(join(above, 'other'))).toEqual(ours);
  });

  test('is moved, and not deleted, also where no verdict stands beside it', async () => {
    const folder = newFolder({ '.ramp-conformance': '', 'junit.xml': 'of theirs' });
    expect(await runProgram(recordedTerminal(['run', '--waivers', 'none.json', '--reports', folder]))).toBe(2);
    expect(readFileSync(join(folder, '.previous/junit.xml'), 'utf8')).toBe('of theirs');
    const files = { '.previous/notes.txt': 'of theirs', '.previous/junit.xml': 'of theirs' };
    const full = newFolder({ ...ours, ...files });
    const { code, err } = await runInto(full);
    expect([code, err]).toEqual([2, expect.stringContaining('.previous in --reports is not from ramp-conformance')]);
    for (const [name, text] of Object.entries(files)) expect(readFileSync(join(full, name), 'utf8')).toBe(text);
    expect(existsSync(join(full, 'verdict.json'))).toBe(false);
  });

  const hidden = 'one whose name is not shown here';
  test.each<[name: string, shown: string, words: readonly string[]]>([
    ['thesis.txt', 'thesis.txt', ['run']],
    ['desktop.ini.txt', 'desktop.ini.txt', ['run']],
    ['Key-4711.txt', hidden, ['run']],
    // Names of the reports of many a tool, which a run removes where they are its own.
    ['junit.xml', 'junit.xml', ['run']],
    ['allure-results', 'allure-results', ['run']],
    ['summary.md', 'summary.md', ['run']],
    ['verdict.json', 'verdict.json', ['run']],
    ['compare.html', 'compare.html', ['compare', 'runs', 'runs']],
    ['rehearsal.xml', 'rehearsal.xml', ['rehearse', '--', 'true']],
    ['proof.json', 'proof.json', ['prove', '--only', 'balances.read']],
  ])('is not written over in a folder that our mark is not in: %s', async (name, shown, [command = '', ...words]) => {
    const files = { [name]: '{"format":1}', 'README.md': 'theirs' };
    const folder = newFolder(files);
    const cwd = newFolder({ 'runs/verdict.json': conformed() });
    const terminal = recordedTerminal([command, '--reports', folder, ...words], { cwd });
    expect(await runProgram(terminal)).toBe(2);
    expect(terminal.written.err).toContain(
      `--reports has files that ramp-conformance did not write, such as ${shown};`,
    );
    expect(textsIn(folder)).toEqual(files);
  });
});

test('a folder of reports that is a link is refused, and what it leads to stays as it is', async () => {
  const files = { '.ramp-conformance': '', 'junit.xml': 'of another run' };
  const elsewhere = newFolder(files);
  const link = join(newFolder(), 'reports');
  symlinkSync(elsewhere, link);
  const { code, err } = await runInto(link);
  expect(err).toContain('--reports is a symbolic link');
  expect(code).toBe(2);
  expect(textsIn(elsewhere)).toEqual(files);
});

test('a folder that became a link since it was looked at is not written through', () => {
  const [elsewhere, link] = [newFolder(), join(newFolder(), 'reports')];
  symlinkSync(elsewhere, link);
  expect(() => writeReport(link, 'rehearsal.html', 'x')).toThrow('is a symbolic link');
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('a copy of the reports by hard links, as `cp -al` makes it, stays as it is', async () => {
  const [folder, copy] = [newFolder(ours), newFolder()];
  for (const name of Object.keys(ours)) linkSync(join(folder, name), join(copy, name));
  expect((await runInto(folder)).code).toBe(0);
  expect(textsIn(copy)).toEqual(ours);
  for (const name of ['verdict.json', 'junit.xml'] as const)
    expect(readFileSync(join(folder, name), 'utf8')).not.toBe(ours[name]);
});

test.skipIf(process.platform === 'win32')(
  'a link on the way to the reports is refused only where others may put it',
  () => {
    const top = newFolder();
    const cwd = join(top, 'project');
    mkdirSync(join(cwd, 'inner'), { recursive: true });
    symlinkSync(top, join(top, 'tmp'));
    symlinkSync('inner', join(cwd, 'link'));
    expect(folderAt(join(top, 'tmp/reports'), cwd)).toBe(join(top, 'tmp/reports'));
    expect(folderAt(join(top, 'tmp/project/inner/reports'), cwd)).toBe(join(cwd, 'inner/reports'));
    for (const named of [
      'link/reports',
      '../tmp/reports',
      join(cwd, 'link/reports'),
      join(top, 'tmp/project/link/reports'),
    ])
      expect(() => folderAt(named, cwd)).toThrow('is a symbolic link');
  },
);

/** Ways in which a call ends before its run has begun. */
const deep = `${'{"targets":'.repeat(2_000)}1${'}'.repeat(2_000)}`;

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['a configuration file 2,000 objects deep', { 'ramp-conformance.json': deep }, []],
  ['one that names the folder', { 'ramp-conformance.json': '{"reports":"reports","x":1}' }, []],
  ['settings that cannot be used', { '.env': 'RAMP_BASE_URL=ftp://x' }, []],
  ['waivers that are not there', {}, ['--waivers', 'none.json']],
])('no forged or older `conforms` survives a call that is refused for %s', async (_, files, args) => {
  const cwd = newFolder(files);
  put(join(cwd, 'reports'), ours);
  expect(await runProgram(recordedTerminal(['run', ...args], { cwd }))).toBe(2);
  expect(existsSync(join(cwd, 'reports/junit.xml'))).toBe(false);
  const left = join(cwd, 'reports/verdict.json');
  if (existsSync(left)) expect(JSON.parse(readFileSync(left, 'utf8'))).toMatchObject({ verdict: 'refused' });
});

test.each([
  [['run', '--hlep']],
  [['run', '--profile', 'fast']],
  [['run', '--only', 'offrmp.list']],
  [['run', '--require', 'evrything']],
  [['run', '--seed', 'x']],
  [['run', '--gate']],
  [['run', '--release', '']],
  [['run', 'now']],
  [['run', '--quiet', '--verbose']],
  [['run', '--api-key', 'x']],
  [['check', '--partal', 'traffic.har']],
])('a call whose words are not understood touches nothing: %j', async (args) => {
  const cwd = newFolder();
  const folder = put(join(cwd, 'reports'), ours);
  expect(await runProgram(recordedTerminal(args, { cwd }))).toBe(2);
  expect(textsIn(folder)).toEqual(ours);
});

test('a refusal costs no report: those of the earlier run are kept apart, until a run sends requests again', async () => {
  const folder = newFolder({ 'verdict.json': JSON.stringify(observed), 'compliance.html': 'earlier' });
  const inFolder = (name: string) => readFileSync(join(folder, name), 'utf8');
  const refused = async () => {
    const terminal = recordedTerminal(['run', '--waivers', 'none.json', '--reports', folder]);
    expect(await runProgram(terminal)).toBe(2);
    expect(readdirSync(folder)).toEqual(['.previous', 'verdict.json']);
    expect(JSON.parse(inFolder('verdict.json'))).toMatchObject({ verdict: 'refused', exitCode: 2, requirements: [] });
    return terminal.written.err;
  };
  expect(await refused()).toMatch(/The reports of the earlier run are now in .*\.previous\./);
  expect(await refused()).not.toContain('earlier run');
  expect(JSON.parse(inFolder('.previous/verdict.json'))).toEqual(JSON.parse(JSON.stringify(observed)));
  expect(inFolder('.previous/compliance.html')).toBe('earlier');
  expect(inFolder('.previous/previous.txt')).toContain('the run before');
  expect((await runInto(folder)).code).toBe(0);
  expect(inFolder('.previous/compliance.html')).toBe('earlier');
  const { runId } = JSON.parse(inFolder('verdict.json'));
  expect((await runInto(folder)).code).toBe(0);
  expect(JSON.parse(inFolder('.previous/verdict.json'))).toMatchObject({ runId });
});

test('a forged lock beside a forged verdict keeps no green page of another run', async () => {
  const cwd = newFolder();
  const folder = join(cwd, 'reports');
  const underWay = { ...observed, verdict: 'inconclusive', exitCode: 3 };
  const junit = (runId: string) => `<testsuites><property name="runId" value="${runId}"/></testsuites>`;
  for (const [runId, left] of [
    [observed.runId ?? '', true],
    ['abcd-efgh', false],
  ] as const) {
    put(folder, {
      ...ours,
      'verdict.json': JSON.stringify(underWay),
      'junit.xml': junit(runId),
      '.ramp-conformance.lock': '1 another-machine 600 2026-11-01T00:00:00.000Z\n',
    });
    expect(await runProgram(recordedTerminal(['run', '--waivers', 'none.json'], { cwd }))).toBe(2);
    for (const name of ['compliance.html', 'junit.xml']) expect(existsSync(join(folder, name))).toBe(left);
    expect(JSON.parse(readFileSync(join(folder, 'verdict.json'), 'utf8'))).toMatchObject({ verdict: 'inconclusive' });
  }
});

test('one run at a time has a folder; what a run that was killed left behind holds nothing', async () => {
  const underWay = JSON.stringify({ ...observed, verdict: 'inconclusive', exitCode: 3 });
  const folder = newFolder({ 'verdict.json': underWay });
  const lock = join(folder, '.ramp-conformance.lock');
  for (const [holder, shown] of [
    [`${process.ppid} ${hostname()}`, `process ${process.ppid};`],
    ['1 another-machine', 'process 1 of another-machine;'],
  ]) {
    writeFileSync(lock, `${holder} 600 2026-11-01T00:00:00.000Z\n`);
    const { code, err } = await runInto(folder);
    expect(err).toContain(`--reports is in use by another run, ${shown}`);
    expect(code).toBe(2);
    expect(readFileSync(join(folder, 'verdict.json'), 'utf8')).toBe(underWay);
  }
  const silent = new Date(Date.now() - 601_000);
  for (const left of [
    `${process.pid} ${hostname()}\n`,
    `4194305 ${hostname()}\n`,
    `${process.ppid} ${hostname()} 600 2026-11-01T00:00:00.000Z\n`,
    '1 another-machine 600 2026-11-01T00:00:00.000Z\n',
    '',
  ]) {
    writeFileSync(lock, left);
    if (left.includes(' 600 ')) utimesSync(lock, silent, silent);
    await holdFolder(folder, undefined, async () => {
      expect(readFileSync(lock, 'utf8')).toMatch(new RegExp(`^${process.pid} ${hostname()} `));
    });
    expect(existsSync(lock)).toBe(false);
  }
});

test('a run whose last sign looks old, because the clock was put forward, has its folder still', async () => {
  const folder = newFolder();
  const lock = join(folder, '.ramp-conformance.lock');
  writeFileSync(lock, `${process.ppid} ${hostname()} 600 2026-11-01T00:00:00.000Z\n`);
  const beating = `let at = 1e9; setInterval(() => fs.utimesSync(process.argv[1], (at += 5), at), 200)`;
  const holder = spawn(process.execPath, ['-e', beating, lock]);
  onTestFinished(() => void holder.kill());
  await vi.waitUntil(() => statSync(lock).mtimeMs < 1.1e12, { timeout: 20_000 });
  expect(() => demandFolder(folder)).toThrow('--reports is in use by another run');
});

test.skipIf(process.platform === 'win32')(
  'the ledger of a service that orders go to is for its owner alone, whoever made it',
  () => {
    const folder = newFolder({ 'ledger.jsonl': '' });
    chmodSync(join(folder, 'ledger.jsonl'), 0o666);
    const host = 'ramp.example.com';
    const env = { RAMP_BASE_URL: `https://${host}`, RAMP_MONEY_HOST: host, RAMP_API_KEY: 'key-of-a-test-4711' };
    demandLedger(folder, readSettings({ cwd: folder, env }));
    expect(statSync(join(folder, 'ledger.jsonl')).mode & 0o777).toBe(0o600);
  },
);

test('a run gives signs of life, and removes no lock but its own', async () => {
  vi.useFakeTimers();
  const folder = newFolder();
  const lock = join(folder, '.ramp-conformance.lock');
  const long = new Date(Date.now() - 60_000);
  await holdFolder(folder, undefined, async () => {
    utimesSync(lock, long, long);
    vi.advanceTimersByTime(6_000);
    expect(statSync(lock).mtimeMs).toBeGreaterThan(long.getTime());
    writeFileSync(lock, '1 another-machine\n');
  });
  vi.useRealTimers();
  expect(readFileSync(lock, 'utf8')).toBe('1 another-machine\n');
});
