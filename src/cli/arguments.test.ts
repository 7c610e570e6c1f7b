import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readCall } from './arguments.ts';
import { flag, option, Refused, text, texts } from './command.ts';
import { recordedTerminal } from './testing/terminal.test.support.ts';

const command = {
  name: 'run',
  options: {
    'base-url': text({ value: 'url', meaning: '' }),
    profile: option(z.enum(['smoke', 'gate']).default('gate'), {
      value: 'name',
      words: ['smoke', 'gate'],
      fallback: 'gate',
      meaning: '',
    }),
    only: texts({ value: 'what', meaning: '' }),
    seed: text({ value: 'number', meaning: '' }),
    json: flag(''),
    last: option(z.coerce.number().max(200).optional(), {
      value: 'n',
      form: 'a number from 0 to 200',
      meaning: '',
    }),
  },
};

const read = (...args: string[]) => readCall(command, args, recordedTerminal(args));

test('values, flags, repeated options and defaults', () => {
  const call = read('--only', '6', '--only=rails', '--json', '--seed=-3');
  expect(call.options).toEqual({ profile: 'gate', only: ['6', 'rails'], seed: '-3', json: true });
  expect([...call.typed].toSorted()).toEqual(['json', 'only', 'seed']);
  expect(read().options).toEqual({ profile: 'gate', only: [], json: false });
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
    [['--last', '300'], /^--last must be a number from 0 to 200$/],
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
