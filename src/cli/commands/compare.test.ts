import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planAcceptance } from '#baseline';
import { readFacts } from '#facts';
import { historyWith, readHistory, type Verdict, withFirstSeen } from '#reporting';
import { finding, ids, mixedVerdict, reportsWith, verdictOn } from '../../reporting/example.test.support.ts';
import { planted, runOnSandbox } from '../../testing/in-process.test.support.ts';
import { newFolder, perform, recordedTerminal } from '../../testing/terminal.test.support.ts';

const written = (verdicts: Readonly<Record<string, unknown>>): string => {
  const cwd = newFolder();
  for (const [name, verdict] of Object.entries(verdicts)) {
    mkdirSync(join(cwd, name));
    writeFileSync(join(cwd, name, 'verdict.json'), JSON.stringify(verdict));
  }
  return cwd;
};

const compared = async (cwd: string, ...args: readonly string[]) => {
  const terminal = recordedTerminal(args, { cwd });
  return { code: await perform('compare', terminal), ...terminal.written };
};

test('two versions of a service: what broke is named, fails, and is fixed the other way round', async () => {
  const only = ['withdrawal.read/masks-the-address'] as const;
  const [{ verdict: sound }, { verdict: faulty }] = await Promise.all([
    runOnSandbox(undefined, { only }),
    runOnSandbox(planted('withdrawal.read/the-masked-address-is-the-full-one'), { only }),
  ]);
  const cwd = written({ before: sound, after: faulty });
  const worse = await compared(cwd, 'before', 'after', '--json', '--reports', 'pages');
  expect(worse.code).toBe(1);
  expect(JSON.parse(worse.out).service).toMatchObject([{ turn: 'broken', requirement: only[0] }]);
  expect(worse.err).toMatch(/: Do not upgrade yet\. 1 promise broken/);
  expect(readFileSync(join(cwd, 'pages/compare.html'), 'utf8')).toContain(only[0]);
  const better = await compared(cwd, 'after/verdict.json', 'before/verdict.json');
  expect(better).toMatchObject({ code: 0, err: '' });
  expect(better.out).toMatch(
    /: You may upgrade, as far as both runs show\. No promise broken \(1 of \d+ compared\); 1 fixed/,
  );
});

const dayOf = (day: number, release: string, broken = false) => {
  const at = `2026-11-0${day}T02:00:00.000Z`;
  const reports = reportsWith(broken ? { [ids.stated]: { findings: [finding()] } } : {});
  return withFirstSeen(verdictOn(reports, { release, startedAt: at, endedAt: at }), []);
};

const keptIn = (cwd: string, ...runs: readonly Verdict[]): void => {
  mkdirSync(join(cwd, 'reports'), { recursive: true });
  for (const run of runs) {
    const text = historyWith(readHistory(join(cwd, 'reports')), run, JSON.stringify(run));
    writeFileSync(join(cwd, 'reports/history.jsonl'), text);
    writeFileSync(join(cwd, 'reports/verdict.json'), JSON.stringify(run));
  }
};

test('without arguments the last two kept runs are compared, and releases name kept runs', async () => {
  const cwd = newFolder();
  keptIn(cwd, dayOf(1, '2.13', true), dayOf(2, '2.14'), dayOf(3, '2.15', true));
  const last = await compared(cwd, '--summary', 'pr.md');
  expect(last.code).toBe(1);
  expect(last.out).toMatch(/^2\.14 -> 2\.15 at \S+: Do not upgrade yet\. 1 promise broken/);
  expect((await compared(cwd, '--verbose')).out).toContain('first seen 2026-11-03 in 2.15');
  expect(readFileSync(join(cwd, 'pr.md'), 'utf8')).toContain('# 2\\.14'.replace('\\', ''));
  expect(await compared(cwd, '2.13', '2.14')).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^2\.13 -> 2\.14 at \S+: You may upgrade, as far as both runs show\. No promise broken \(\d+ compared\); 1 fixed/,
    ),
  });
  expect((await compared(cwd, '2.13')).out).toMatch(
    /2\.13 -> 2\.15 at \S+: You may upgrade, as far as both runs show\. No other promise broken \(\d+ compared\); 1 still broken; no detail was compared/,
  );
});

test('without arguments several runs of a release are compared with the release before', async () => {
  const cwd = newFolder();
  keptIn(cwd, dayOf(1, '2.14'), dayOf(2, '2.15', true), dayOf(3, '2.15', true));
  const { out, code } = await compared(cwd);
  expect(out).toMatch(/^2\.14 -> 2\.15 at \S+: Do not upgrade yet\. 1 promise broken/);
  expect(code).toBe(1);
});

test('a run that says little of its release is nobody’s ancestor, and evicts no facts', async () => {
  const cwd = newFolder();
  const facts = { facts: { 'balances.read': { $: 'object' }, service: {} } };
  const of = (day: number, release: string, change: Partial<Verdict> = {}) => ({
    ...dayOf(day, release),
    ...facts,
    ...change,
  });
  keptIn(cwd, of(1, '2.13'), of(2, '2.14'), of(3, '2.15', { interrupted: true }), of(4, '2.15', { narrowed: true }));
  const { out, code } = await compared(cwd);
  expect(out).toMatch(
    /^2\.13 -> 2\.14 at \S+: You may upgrade\. No promise broken \(\d+ compared\); nothing changed\.\n/,
  );
  expect(code).toBe(0);
  const kept = readHistory(join(cwd, 'reports')).runs;
  expect(kept.map(({ changes }) => changes)).toEqual([undefined, 0, 0, 0]);
  expect(kept.map((run) => run.facts?.['balances.read'])).toEqual([
    { $: 'object' },
    { $: 'object' },
    undefined,
    { $: 'object' },
  ]);
});

test('three runs are laid side by side: the page and the data have a row a difference, a column a run', async () => {
  const run = (release: string, places: string) => ({
    ...dayOf(1, release, release === 'b'),
    facts: { 'balances.read': { $: 'object', '$.createdAt': places }, service: {} },
  });
  const cwd = written({
    a: run('a', 'datetime-ms-utc req'),
    b: run('b', 'datetime-us-utc req'),
    c: run('c', 'datetime-ms-utc req'),
  });
  const { out, err, code } = await compared(cwd, 'a', 'b', 'c', '--json');
  expect(code).toBe(0);
  expect(err).toMatch(
    /^3 runs\. Promises broken: none in a, 1 in b, none in c\. 1 other difference\.\nFrom a to b: do not upgrade yet\. From a to c: you may upgrade\.\n/,
  );
  expect(err).toContain('\nc shows no difference from a.\n');
  const four = written({
    a: run('a', 'datetime-ms-utc req'),
    b: run('b', 'datetime-us-utc req'),
    c: run('c', 'datetime-ms-utc req'),
    d: run('d', 'datetime-ms-utc req'),
  });
  const { out: top } = await compared(four, 'a', 'b', 'c', 'd');
  expect(top).toMatch(
    /\nPROMISE BROKEN [\s\S]*?\n {4}b: broken \(.*; all others: kept\nCHECK .*balances\.read: `createdAt`\n/,
  );
  const { out: listed } = await compared(cwd, 'a', 'b', 'c', '--verbose');
  expect(listed).toMatch(
    /\nspelling and places\n {2}balances\.read: `createdAt`\n {6}a: a date-time with milliseconds, .*; b: a date-time with microseconds/,
  );
  expect(JSON.parse(out)).toMatchObject({
    names: ['a', 'b', 'c'],
    promises: [{ requirement: ids.stated, cells: ['kept', expect.stringMatching(/^broken \(/), 'kept'] }],
    rows: [{ group: 'spelling and places', what: '`createdAt`', facts: ['balances.read $.createdAt'] }],
  });
  expect(readFileSync(join(cwd, 'reports/compare.html'), 'utf8')).toContain('<th scope="col">b</th>');
  const bare = written({ a: run('a', 'x'), b: { ...run('b', 'x'), facts: undefined }, c: run('c', 'x') });
  expect(await compared(bare, 'a', 'b', 'c')).toMatchObject({
    code: 3,
    out: expect.stringContaining('no answer: the details of b are not kept'),
  });
});

test('runs of two targets in one folder are compared by the line that compare prints, and count for the speed', async () => {
  const cwd = newFolder();
  const at = (label: string, run: Verdict, speed: string): Verdict => ({
    ...run,
    runId: `${label}-${speed}`,
    target: { ...run.target, label },
    facts: { 'balances.read': { $: 'object', speed }, service: { 'settings: RAMP_AMOUNT': '10' } },
  });
  const [old, next] = ['old.example', 'next.example'];
  keptIn(cwd, at(old, dayOf(1, '2.14'), '90'), at(old, dayOf(2, '2.14'), '100'), at(old, dayOf(3, '2.14'), '95'));
  keptIn(cwd, at(next, dayOf(4, '2.15'), '101'));
  await expect(compared(cwd)).rejects.toThrow(
    /fewer than two complete runs of the last target, and runs of other targets\. To compare old\.example with next\.example, type: ramp-conformance compare 2\.14 2\.15$/,
  );
  expect((await compared(cwd, '2.14', '2.15')).out).toContain(
    'So far there are 3 runs of old.example 2.14 and 1 run of next.example 2.15.',
  );
  // One release at both addresses says nothing: the ids do.
  keptIn(cwd, at(old, dayOf(5, '2.15'), '80'), at(next, { ...dayOf(6, '2.15'), narrowed: true }, '81'));
  await expect(compared(cwd)).rejects.toThrow(/: ramp-conformance compare next\.example-101 2\.15$/);
});

test.each([
  [[], 'has fewer than two complete runs of this target'],
  [['one', 'absent'], 'absent is not a file verdict.json, a folder with this file, or the release of an earlier run'],
  [['one', 'other'], 'is no verdict of this version'],
])('%j is refused with what would be right', async (args, message) => {
  const cwd = written({ one: mixedVerdict(), other: { verdict: 'conforms' } });
  await expect(compared(cwd, ...args)).rejects.toThrow(message);
});

test('a change that the configured baseline has accepted ends with 0', async () => {
  const run = (form: string, day: number) => ({
    ...dayOf(day, `${day}`),
    facts: { 'balances.read': { $: 'object', '$.createdAt': form }, service: {} },
  });
  const cwd = written({ a: run('datetime-ms-utc req', 1), b: run('uuid req', 2) });
  expect((await compared(cwd, 'a', 'b')).code).toBe(1);
  const { target, facts } = run('uuid req', 2);
  const root = join(cwd, 'reports/baselines');
  planAcceptance({ root, name: 'vendor', target: target.label, facts: readFacts(facts) }).write();
  writeFileSync(join(cwd, 'ramp-conformance.json'), JSON.stringify({ baseline: 'vendor' }));
  expect(await compared(cwd, 'a', 'b')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\nACCEPTED +balances\.read/),
  });
});
