import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../program.ts';
import { newFolder, recordedTerminal } from '../testing/terminal.test.support.ts';

/** Puts something at a path that is no file to be read. */
const oddities: Readonly<Record<string, readonly [put: (path: string) => void, why: RegExp]>> = {
  pipe: [(path) => execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]), /is no regular file/],
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
  'row 93: a %s as %s is refused, and not waited for: %j',
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

test.each(Object.keys(oddities))('row 93: a %s as a verdict is refused', async (what) => {
  const terminal = recordedTerminal(['report']);
  mkdirSync(join(terminal.cwd, 'reports'));
  oddities[what]?.[0](join(terminal.cwd, 'reports/verdict.json'));
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.written.err).toContain('verdict.json');
});

const service = { RAMP_BASE_URL: 'http://127.0.0.1:9', RAMP_API_KEY: 'key-of-a-test-0001' };
const lines = 100_001;

test.each<[string, (path: string) => void, RegExp]>([
  ['a pipe', oddities.pipe?.[0] ?? (() => undefined), /is no regular file; move it elsewhere/],
  ['too large', oddities['file of 300 MiB']?.[0] ?? (() => undefined), /has more than 32 MiB/],
  ['too long', (path) => writeFileSync(path, '\n'.repeat(lines)), /has more than 100000 lines/],
])('row 93: a ledger that is %s is refused before anything is sent', async (_, put, why) => {
  const terminal = recordedTerminal(['run'], { env: service });
  mkdirSync(join(terminal.cwd, 'reports'));
  put(join(terminal.cwd, 'reports/ledger.jsonl'));
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.written.err).toMatch(why);
});

/** Files that a call writes into the folder in which it is typed, or into one that it names. */
test.each<[string, readonly string[]]>([
  ['.gitignore', ['init']],
  ['.env.example', ['init']],
  ['ramp-conformance.json', ['init']],
  ['.github', ['init', '--ci', 'github']],
  ['.github/workflows', ['init', '--ci', 'github']],
  ['.github/workflows/ramp-conformance.yml', ['init', '--ci', 'github']],
  ['ramp-conformance.gitlab-ci.yml', ['init', '--ci', 'gitlab']],
  ['into', ['export', 'schemas', '--into', 'into']],
  ['into/onramp.schema.json', ['export', 'schemas', '--into', 'into']],
])('row 90: a link named %s is not written through by %j', async (link, args) => {
  for (const [put, at] of [
    [(path: string) => mkdirSync(path), ''],
    [(path: string) => writeFileSync(path, 'precious'), 'file'],
  ] as const) {
    const terminal = recordedTerminal(args);
    const elsewhere = join(newFolder(), 'elsewhere');
    put(elsewhere);
    const place = join(terminal.cwd, link);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(elsewhere, place);
    expect(await runProgram(terminal)).toBe(2);
    expect(terminal.written.err).toMatch(/symbolic link|exists already/);
    if (at === 'file') expect(readFileSync(elsewhere, 'utf8')).toBe('precious');
    else expect(readdirSync(elsewhere)).toEqual([]);
    expect(terminal.written.out).not.toContain('wrote');
  }
});

test('row 90: a pipe named .gitignore or yarn.lock is not waited for', async () => {
  for (const name of ['.gitignore', 'yarn.lock']) {
    const terminal = recordedTerminal(['init']);
    oddities.pipe?.[0](join(terminal.cwd, name));
    expect(await runProgram(terminal)).toBe(2);
    expect(terminal.written.err).toContain(`${name} is no regular file`);
  }
});
