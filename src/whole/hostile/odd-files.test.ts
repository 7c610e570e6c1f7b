import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runProgram } from '../../cli/program.ts';
import { mixedVerdict } from '../../reporting/example.test.support.ts';
import { withoutGit } from '../../testing/git.test.support.ts';
import { newFolder, recordedTerminal } from '../../testing/terminal.test.support.ts';

withoutGit();

const observed = JSON.stringify({ ...mixedVerdict(), facts: { 'balances.read': { $: 'object' } } });

/** Puts something at a path that is no file to be read. */
const oddities: Readonly<Record<string, readonly [put: (path: string) => void, why: RegExp]>> = {
  pipe: [
    (path) => execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]),
    /is no regular file|is a pipe into which nobody writes/,
  ],
  'device without end': [(path) => symlinkSync('/dev/zero', path), /is no regular file/],
  folder: [(path) => mkdirSync(path), /is no regular file|EISDIR/],
  'file of 300 MiB': [
    (path) => {
      writeFileSync(path, '');
      truncateSync(path, 300 * 1024 ** 2);
    },
    /has more than \d+ [MK]iB/,
  ],
  'link to itself': [(path) => symlinkSync(path, path), /cannot be read \(ELOOP\)/],
};

/** The files that calls read; each of them names the file in its refusal, or its option. */
const readers: readonly (readonly [file: string, args: readonly string[]])[] = [
  ['.env', ['run']],
  ['other.env', ['run', '--settings', 'other.env']],
  ['ramp-conformance.json', ['run']],
  ['other.json', ['doctor', '--config', 'other.json']],
  ['waivers.json', ['run', '--waivers', 'waivers.json']],
  ['waivers.json', ['waivers', 'check', 'waivers.json']],
  ['reports/history.jsonl', ['history']],
];

test.each(Object.keys(oddities).flatMap((what) => readers.map(([file, args]) => [what, file, args] as const)))(
  'a %s as %s is refused, and not waited for without end: %j',
  async (what, file, args) => {
    const terminal = recordedTerminal(args);
    const [put, why] = oddities[what] ?? [];
    mkdirSync(dirname(join(terminal.cwd, file)), { recursive: true });
    put?.(join(terminal.cwd, file));
    const code = await runProgram(terminal);
    expect(terminal.written.err).toMatch(why ?? /never/);
    expect(code).toBe(2);
  },
);

test.each(Object.keys(oddities))('a %s as a verdict is refused', async (what) => {
  const terminal = recordedTerminal(['report']);
  mkdirSync(join(terminal.cwd, 'reports'));
  oddities[what]?.[0](join(terminal.cwd, 'reports/verdict.json'));
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.written.err).toContain('verdict.json');
});

test.each<[string, readonly string[]]>([
  ['ramp-conformance.json', ['run']],
  ['waivers.json', ['waivers', 'check', 'waivers.json']],
  ['traffic.har', ['check', 'traffic.har']],
  ['reports/verdict.json', ['report']],
  ['reports/verdict.json', ['run', '--waivers', 'none.json']],
  ['reports/proof.json', ['report']],
  ['reports/history.jsonl', ['history']],
  ['reports/ledger.jsonl', ['report']],
  ['reports/allure-results/x-result.json', ['report']],
  ['reports/baselines/vendor/balances.read.json', ['baseline', 'diff', 'vendor']],
])('the depth of %s is looked at before it is parsed by %j', async (file, args) => {
  const terminal = recordedTerminal(args);
  const deep = '['.repeat(2 * 1024 ** 2);
  mkdirSync(dirname(join(terminal.cwd, file)), { recursive: true });
  mkdirSync(join(terminal.cwd, 'reports'), { recursive: true });
  for (const [name, text] of [
    ['reports/.ramp-conformance', ''],
    ['reports/verdict.json', observed],
    [file, deep],
  ] as const)
    writeFileSync(join(terminal.cwd, name), text);
  const parse = vi.spyOn(JSON, 'parse');
  await runProgram(terminal);
  const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
  parse.mockRestore();
  expect(longest).toBeLessThan(deep.length);
  expect(terminal.written.out + terminal.written.err).not.toContain('RangeError');
});

test('a lock that is no regular file is refused, and not waited for', async () => {
  for (const what of ['pipe', 'folder']) {
    const terminal = recordedTerminal(['run', '--only', 'balances.read']);
    mkdirSync(join(terminal.cwd, 'reports'));
    writeFileSync(join(terminal.cwd, 'reports/.ramp-conformance'), '');
    oddities[what]?.[0](join(terminal.cwd, 'reports/.ramp-conformance.lock'));
    expect(await runProgram(terminal)).toBe(2);
    expect(terminal.written.err).toContain('.ramp-conformance.lock in --reports is no regular file; remove it');
  }
});

const service = { RAMP_BASE_URL: 'http://127.0.0.1:9', RAMP_API_KEY: 'key-of-a-test-0001' };
const lines = 100_001;

test.each<[string, (path: string) => void, RegExp]>([
  ['a pipe', oddities.pipe?.[0] ?? (() => undefined), /is no regular file; move it elsewhere/],
  ['too large', oddities['file of 300 MiB']?.[0] ?? (() => undefined), /has more than 32 MiB/],
  ['too long', (path) => writeFileSync(path, '\n'.repeat(lines)), /has more than 100000 lines/],
])('a ledger that is %s is refused before anything is sent', async (_, put, why) => {
  const terminal = recordedTerminal(['run'], { env: service });
  mkdirSync(join(terminal.cwd, 'reports'));
  put(join(terminal.cwd, 'reports/ledger.jsonl'));
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.written.err).toMatch(why);
});

const accept = ['baseline', 'accept', 'vendor'];
const rehearsal = ['rehearse', '--reports', 'reports', '--', 'true'];
const some = ['run', '--only', 'balances.read/answers-with-its-record'];

/** Every file and folder that calls write, each with a call that writes it. */
const writers: readonly (readonly [file: string, args: readonly string[]])[] = [
  ['.gitignore', ['init']],
  ['.env.example', ['init']],
  ['ramp-conformance.json', ['init']],
  ['.github', ['init', '--ci', 'github']],
  ['.github/workflows', ['init', '--ci', 'github']],
  ['.github/workflows/ramp-conformance.yml', ['init', '--ci', 'github']],
  ['ramp-conformance.gitlab-ci.yml', ['init', '--ci', 'gitlab']],
  ['.env.sandbox', ['sandbox', '--write']],
  ['waivers.json', ['waivers', 'draft']],
  ['below', ['waivers', 'draft', 'below/waivers.json']],
  ['reports/baselines', accept],
  ['reports/baselines/vendor', accept],
  ['reports/baselines/vendor/balances.read.json', accept],
  ['reports/compare.html', ['compare', 'reports', 'reports']],
  ['summary.md', ['compare', 'reports', 'reports', '--summary', 'summary.md']],
  ['below', ['compare', 'reports', 'reports', '--summary', 'below/summary.md']],
  ['reports/proof.json', ['prove', '--only', 'balances.read/answers-with-its-record']],
  ['reports/rehearsal.html', rehearsal],
  ['reports/rehearsal.xml', rehearsal],
  ['reports', some],
  ['reports', ['report']],
  ['below', [...some, '--reports', 'below/reports']],
  ['below', ['rehearse', '--reports', 'below/reports', '--', 'true']],
  ...['verdict.json', 'verdict.json.tmp', 'summary.md', 'evidence.csv', 'history.jsonl', 'ledger.jsonl'].map(
    (name) => [`reports/${name}`, some] as const,
  ),
  ...['ledger-sandbox.jsonl', 'allure-results', 'allure-results/categories.json', '.ramp-conformance', '.previous'].map(
    (name) => [`reports/${name}`, some] as const,
  ),
  ['reports/allure-report', ['report']],
  ['reports/compliance.html', ['report']],
  ['reports/.ramp-conformance.lock', some],
  ['reports/.trial-1', some],
];

const link: Readonly<Record<string, (to: string, place: string) => void>> = {
  'a link to a folder': (to, place) => {
    mkdirSync(to);
    symlinkSync(to, place);
  },
  'a link to a file': (to, place) => {
    writeFileSync(to, 'precious');
    symlinkSync(to, place);
  },
  'a link to nothing': symlinkSync,
};

/** What stands at a path, as far as a call could change it. */
const lookAt = (path: string): unknown => {
  if (!existsSync(path)) return undefined;
  return statSync(path).isDirectory() ? readdirSync(path) : readFileSync(path, 'utf8');
};

test.each(Object.keys(link).flatMap((kind) => writers.map(([file, args]) => [kind, file, args] as const)))(
  '%s named %s is not written through by %j',
  async (kind, file, args) => {
    const terminal = recordedTerminal(args);
    const [elsewhere, place] = [join(newFolder(), 'elsewhere'), join(terminal.cwd, file)];
    if (file !== 'reports') {
      mkdirSync(join(terminal.cwd, 'reports'));
      writeFileSync(join(terminal.cwd, 'reports/.ramp-conformance'), '');
      writeFileSync(join(terminal.cwd, 'reports/verdict.json'), observed);
    }
    mkdirSync(dirname(place), { recursive: true });
    rmSync(place, { recursive: true, force: true });
    link[kind]?.(elsewhere, place);
    const before = lookAt(elsewhere);
    expect(await runProgram(terminal)).toBe(2);
    expect(terminal.written.err).toMatch(
      /symbolic link|exists already|EEXIST|ENOTDIR|does not exist|is no verdict|is not valid JSON|no regular/,
    );
    expect(lookAt(elsewhere)).toEqual(before);
    expect(terminal.written.out).not.toContain('wrote');
  },
);

test.each(['.github', '.github/workflows'])('a file where %s belongs is named', async (name) => {
  const terminal = recordedTerminal(['init', '--ci', 'github']);
  mkdirSync(dirname(join(terminal.cwd, name)), { recursive: true });
  writeFileSync(join(terminal.cwd, name), 'precious');
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.written.err).toContain('is a file where a folder belongs; move it elsewhere');
  expect(readdirSync(terminal.cwd)).toEqual(['.github']);
});

test('a pipe named .gitignore or yarn.lock is not waited for', async () => {
  for (const name of ['.gitignore', 'yarn.lock']) {
    const terminal = recordedTerminal(['init']);
    oddities.pipe?.[0](join(terminal.cwd, name));
    expect(await runProgram(terminal)).toBe(2);
    expect(terminal.written.err).toContain(`${name} is no regular file`);
  }
});
