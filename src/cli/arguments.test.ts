import { describe, expect, test } from 'vitest';
import { flagOf } from './arguments.ts';
import { type CommandRow, Refused } from './command.ts';
import { commandGroups } from './commands.ts';
import { runProgram } from './program.ts';
import { runOptions } from './settings/options.ts';
import { perform, readCall, recordedTerminal } from './testing/terminal.test.support.ts';

const read = (...args: string[]) => readCall(runOptions, recordedTerminal(args));

test('values, flags, repeated options and defaults', () => {
  const call = read('--only', '6', '--only=rails', '--json', '--seed=-3', '--history', '5');
  expect(call.options).toMatchObject({
    profile: 'gate',
    only: ['6', 'rails'],
    seed: '-3',
    json: true,
    history: 5,
  });
  expect([...call.typed].toSorted()).toEqual(['history', 'json', 'only', 'seed']);
  expect(read().options).toMatchObject({ profile: 'gate', only: [], json: false, history: 20 });
});

test('with --json people read standard error', () => {
  const terminal = recordedTerminal(['--json']);
  readCall(runOptions, terminal).say('hello');
  expect(terminal.written).toEqual({ out: '', err: 'hello\n' });
});

test.each<[string[], RegExp]>([
  [['--base-ulr', 'x'], /^--base-ulr is no option of run \(Did you mean --base-url\?\)$/],
  [['-x'], /^-x is no option of run$/],
  [['--profile', 'smok'], /^--profile must be one of smoke, gate, deep; did you mean smoke\?$/],
  [['--seed'], /^--seed needs a value$/],
  [['--history', '300'], /^--history must be a number from 0 to 200$/],
  [['--json=yes'], /^--json takes no value$/],
  [['--help=yes'], /^--help takes no value$/],
  [['stray'], /^run takes no argument besides options$/],
  [['--api-key=hunter2'], /never taken from an argument/],
  [['--api_key', 'hunter2'], /never taken from an argument/],
  [['--x-api-key', 'hunter2'], /never taken from an argument/],
  [['--restricted-api-key', 'hunter2'], /never taken from an argument/],
  [['--release', '--token', 'hunter2'], /never taken from an argument/],
  [['--hunter2SECRET'], /^one of the options is no option of run$/],
  [['--shard', '1/2'], /^--shard is gone:/],
])('%j is refused', async (args, why) => {
  const refused = await perform('run', recordedTerminal(args)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  const { message } = refused as Refused;
  expect(message).toMatch(why);
  expect(message).not.toContain('hunter2');
});

const leaves = ({ name, options = {}, commands }: CommandRow): [string, string][] =>
  commands
    ? commands.flatMap(leaves).map(([leaf, flag]) => [`${name} ${leaf}`, flag])
    : Object.entries(options).flatMap(([key, { value }]) => (value ? [[name, flagOf(key)]] : []));

describe('a value that begins with a dash needs =, so that nobody who chooses it chooses what the command does', () => {
  const takers = Object.values(commandGroups).flat().flatMap(leaves);
  test.each(takers)('%s %s', async (name, flag) => {
    expect(takers.length).toBeGreaterThan(40);
    for (const value of ['--help', '--version', '-h', '-V', '--json', '-x', '--']) {
      const terminal = recordedTerminal(
        [...name.split(' '), flag, value, '--help'].slice(0, value === '--' ? undefined : -1),
      );
      expect([value, await runProgram(terminal)]).toEqual([value, 2]);
      if (value !== '--json') expect(terminal.written.out).toBe('');
    }
  });
});

test('the value of a variable that is not set is no value', async () => {
  for (const { name, options = {} } of Object.values(commandGroups).flat())
    for (const [option, { value }] of Object.entries(options)) {
      // That of an address names its variable.
      if (value === undefined || option === 'baseUrl') continue;
      const terminal = recordedTerminal([name, flagOf(option), '']);
      expect(await runProgram(terminal), `${name} ${option}`).toBe(2);
      expect(terminal.written.err).toContain(`${flagOf(option)} is empty`);
    }
});
