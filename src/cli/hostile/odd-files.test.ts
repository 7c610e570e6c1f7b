import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../program.ts';
import { recordedTerminal } from '../testing/terminal.test.support.ts';

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
];

test.each(
  Object.keys(oddities).flatMap((what) => readers.map(([file, args]) => [what, file, args] as const)),
)('row 93: a %s as %s is refused, and not waited for: %j', async (what, file, args) => {
  const terminal = recordedTerminal(args);
  const [put, why] = oddities[what] ?? [];
  put?.(join(terminal.cwd, file));
  const code = await runProgram(terminal);
  expect(terminal.written.err).toMatch(why ?? /never/);
  expect(code).toBe(2);
});

test.each(Object.keys(oddities))('row 93: a %s as a verdict is refused', async (what) => {
  const terminal = recordedTerminal(['report']);
  mkdirSync(join(terminal.cwd, 'reports'));
  oddities[what]?.[0](join(terminal.cwd, 'reports/verdict.json'));
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.written.err).toContain('verdict.json');
});
