import { describe, expect, test } from 'vitest';
import { readCall } from './arguments.ts';
import { type Command, Refused } from './command.ts';
import { recordedTerminal } from './testing/terminal.test.support.ts';

const command: Command = {
  name: 'run',
  summary: '',
  options: [
    { name: 'base-url', value: 'url', meaning: '' },
    { name: 'profile', value: 'name', oneOf: ['smoke', 'gate'], fallback: 'gate', meaning: '' },
    { name: 'only', value: 'what', many: true, meaning: '' },
    { name: 'seed', value: 'number', meaning: '' },
    { name: 'json', meaning: '' },
  ],
  run: async () => 0,
};

const read = (...args: string[]) => readCall(command, args, recordedTerminal(args));

test('values, flags, repeated options and defaults', () => {
  const call = read('--only', '6', '--only=rails', '--json', '--seed=-3');
  expect(call.texts('only')).toEqual(['6', 'rails']);
  expect([call.text('profile'), call.text('base-url'), call.text('seed')]).toEqual(['gate', undefined, '-3']);
  expect([call.flag('json'), call.flag('help')]).toEqual([true, false]);
});

test('with --json people read standard error', () => {
  const terminal = recordedTerminal(['--json']);
  readCall(command, terminal.args, terminal).say('hello');
  expect(terminal.written).toEqual({ out: '', err: 'hello\n' });
});

describe('refused', () => {
  test.each<[string[], RegExp]>([
    [['--base-ulr', 'x'], /--base-ulr is no option of run; did you mean --base-url\?/],
    [['-x'], /-x is no option/],
    [['--profile', 'smok'], /one of smoke, gate; did you mean smoke\?/],
    [['--seed'], /--seed.*argument missing/],
    [['--json=yes'], /does not take an argument/],
    [['stray'], /takes no argument/],
    [['--api-key=hunter2'], /never taken from an argument/],
    [['--api_key', 'hunter2'], /never taken from an argument/],
    [['--x-api-key', 'hunter2'], /never taken from an argument/],
    [['--restricted-api-key', 'hunter2'], /never taken from an argument/],
    [['--token', 'hunter2'], /never taken from an argument/],
    [['--hunter2SECRET'], /^one of the options is no option/],
  ])('%j', (args, message) => {
    expect(() => read(...args)).toThrow(Refused);
    expect(() => read(...args)).toThrow(message);
    expect(() => read(...args)).not.toThrow(/hunter2/);
  });
});
