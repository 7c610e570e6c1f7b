import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../commands.ts';
import { runProgram } from '../program.ts';
import { newFolder, recordedTerminal } from '../testing/terminal.test.support.ts';

const typed = async (...args: string[]) => {
  const terminal = recordedTerminal(args);
  return { code: await runProgram(terminal), ...terminal.written };
};

const scriptOf = async (shell: string): Promise<string> => (await typed('completion', shell)).out;

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

const shells = ['bash', 'zsh', 'fish'];

test.each(shells)('the script for %s knows every command and option', async (shell) => {
  const script = await scriptOf(shell);
  for (const { name, options } of commands) {
    for (const word of name.split(' ')) expect(script).toContain(word);
    for (const option of options)
      expect(script).toMatch(new RegExp(`-l ${option.name} |--${option.name}\\b`));
  }
});

test.each(shells.filter(isThere))('%s can read its script', async (shell) => {
  const file = join(newFolder(), 'script');
  writeFileSync(file, await scriptOf(shell));
  const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

describe.runIf(isThere('bash'))('in bash', () => {
  const lines: readonly (readonly [string, string])[] = [
    ['ramp-conformance re', 'requirements replay report'],
    ['ramp-conformance run --pro', '--profile'],
    ['ramp-conformance run --profile ', 'smoke gate deep'],
    ['ramp-conformance --ga', '--gate'],
    ['ramp-conformance --profile d', 'deep'],
    ['ramp-conformance baseline ', 'accept diff'],
    ['ramp-conformance baseline accept --rea', '--reason'],
    ['ramp-conformance run --only on', 'onramp.initiate'],
    ['ramp-conformance run --require al', 'all'],
    ['ramp-conformance init --ci g', 'github gitlab'],
    ['ramp-conformance run --settings .', ''],
    ['ramp-conformance compare reports', ''],
  ];

  test('words are completed where they stand', async () => {
    const calls = lines.map(([line]) => {
      const words = line.split(' ').map((word) => `'${word}'`);
      return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; COMPREPLY=(); _ramp_conformance; echo "\${COMPREPLY[*]}"`;
    });
    const text = [await scriptOf('bash'), ...calls].join('\n');
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', text], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.split('\n').slice(0, -1)).toEqual(lines.map(([, words]) => words));
  });
});

test('another shell is refused', async () => {
  expect(await typed('completion', 'bsh')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/mean bash/),
  });
  expect(await typed('completion')).toMatchObject({ code: 2, err: expect.stringMatching(/bash, zsh, fish/) });
});
