import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verdictSchema } from '#reporting';
import { variableNames } from '#target';
import { commandHere, readCall, recordedTerminal } from '../testing/terminal.test.support.ts';
import { type CommandRow, commandGroups } from './command-table.ts';
import { runOptions } from './options.ts';
import { flagOf, runProgram } from './program.ts';
import { outletOf } from './terminal/terminal.ts';

const typed = async (...args: string[]) => {
  const terminal = recordedTerminal(args, { width: 100, env: { RAMP_AMOUNT: 'x', RAMP_TIMEOUT_MS: 'x' } });
  return { code: await runProgram(terminal), ...terminal.written };
};

const rows = Object.values(commandGroups).flat();

test('help fits one screen and names every command', async () => {
  const { code, out, err } = await typed('--help');
  expect([code, err]).toEqual([0, '']);
  for (const { name } of rows) expect(out).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
  const lines = out.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
  expect((await typed('help')).out).toBe(out);
  expect((await typed('-h')).out).toBe(out);
});

test('help settings names every variable', async () => {
  const { code, out } = await typed('help', 'settings');
  expect(code).toBe(0);
  for (const name of variableNames) expect(out).toContain(`  ${name} `);
});

test('asking for help leaves the reports of the last run alone', async () => {
  const here = commandHere();
  const file = join(here.folder, 'reports/verdict.json');
  mkdirSync(join(file, '..'));
  writeFileSync(join(file, '../.ramp-conformance'), '');
  writeFileSync(file, '{}');
  for (const asked of ['-h', '-V', '-hV', '--help'])
    expect(await here.run(['run', asked], {})).toMatchObject({ code: 0 });
  expect(existsSync(file)).toBe(true);
});

const answersOf = async (
  { name, commands = [], options = {} }: CommandRow,
  before: readonly string[],
): Promise<void> => {
  const words = [...before, name];
  const shown = await typed('help', ...words);
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toMatch(new RegExp(`^Usage: ramp-conformance ${words.join(' ')} `));
  for (const key of Object.keys(options)) expect(shown.out).toContain(flagOf(key));
  for (const flag of ['--help', '-h']) expect(await typed(...words, flag)).toEqual(shown);
  expect((await typed(...words, '--version')).out).toMatch(/^ramp-conformance \d/);
  for (const each of commands) await answersOf(each, words);
};

test.each(rows.map((row) => [row.name, row] as const))('help %s is its help', (_, row) => answersOf(row, []));

test.each<[line: string, said: RegExp, code?: number]>([
  ['--version', /^ramp-conformance \d+\.\d+\.\d+\n$/, 0],
  ['-V', /^ramp-conformance \d+\.\d+\.\d+\n$/, 0],
  ['requirments', /requirments is not a command; did you mean requirements\?/],
  ['help requirments', /requirments is not a command; did you mean requirements\?/],
  ['sk_live_hunter2', /what was given is not a command/],
  ['export yaml', /yaml is not a command of export; write export openapi or schemas$/m],
  ['explain onramp.initiate/nothing', /is not a requirement; ramp-conformance requirements lists them$/m],
  ['faults --only zzz', /; ramp-conformance requirements and ramp-conformance faults list them$/m],
  ['waivers chek --help', /chek is not a command of waivers; did you mean check\?/],
  ['baseline accept vendor --show on_hold', /^ramp-conformance: --show no longer exists: accept the unknown state/],
  ['doctor --profile smoke', /^ramp-conformance: --profile no longer exists: doctor uses/],
  ['export schemas --into x', /^ramp-conformance: --into no longer exists: write the output/],
  ...['run', 'check', 'report'].map((name): [string, RegExp] => [
    `${name} --history 5`,
    /^ramp-conformance: --history no longer exists: the Allure report shows/,
  ]),
  ['report --open', /^ramp-conformance: --open no longer exists: open compliance\.html/],
  ['run', /RAMP_AMOUNT[\s\S]*RAMP_TIMEOUT_MS/],
  ['run help', /run takes no argument/],
  ['run stray', /run takes no argument besides options; leave the others out/],
  ['run --base-ulr x', /--base-ulr is no option of run \(Did you mean --base-url\?\)/],
  ['run -x', /-x is no option of run/],
  ['run --profile smok', /--profile must be one of smoke, gate, deep; did you mean smoke\?/],
  ['run --seed', /--seed needs a value; write the value after the option/],
  ['run --json=yes', /--json takes no value; write the option alone/],
  ['run --help=yes', /--help takes no value; write the option alone/],
  ['run --hunter2SECRET', /one of the options is no option of run/],
  ['--api-key hunter2', /an argument must not hold a key/],
  ...['--api-key=hunter2', '--api_key hunter2', '--x-api-key hunter2', '--restricted-api-key hunter2'].map(
    (option): [string, RegExp] => [`run ${option}`, /an argument must not hold a key/],
  ),
  ['run --release --token hunter2', /an argument must not hold a key/],
  ['doctor --nonsense --help', /no option of doctor/],
  ['waivers --nonsense --help', /no option of waivers/],
  ['compare one help', /one is not a file verdict\.json, a folder with this file/],
  ['rehearse --jobs 99', /--jobs must be a number from 1 to 32/],
  ...['\t', '1e-9', '0x1', '+1', '1.5', '-0'].map((share): [string, RegExp] => [
    `rehearse --faults --min-noticed=${share} -- true`,
    /--min-noticed must be a share from 0 to 1/,
  ]),
  ...['constructor', 'toString', '__proto__'].map((name): [string, RegExp] => [
    `rehearse --env X=${name} -- true`,
    /is not a setting of the sandbox/,
  ]),
])('%s: %s', async (line, said, expected = 2) => {
  const { code, out, err } = await typed(...line.split(' '));
  expect(code).toBe(expected);
  expect(out + err).toMatch(said);
  expect(out + err).not.toContain('hunter2');
});

test.each([[[]], [['']], [['--only', '6']], [['--json', '--help']], [['--json', 'run']]])(
  'without a command nothing is done: %j',
  async (args) => {
    const { code, out, err } = await typed(...args);
    expect(code).toBe(2);
    expect(err).toMatch(/^Usage: ramp-conformance <command>[\s\S]*: name a command, such as run; /);
    if (!args.includes('--json')) expect(out).toBe('');
  },
);

test.each(['baseline', 'waivers', 'export'])('%s alone shows its help and is refused', async (name) => {
  const { code, out, err } = await typed(name);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(new RegExp(`^Usage: ramp-conformance ${name} `));
});

test.each([
  'run --json --base-url=',
  'doctor --json --base-url=',
  'doctor --json --nonsense',
  'prove --json --only nonsense',
  'compare --json a b',
  'history --json',
  'check --json none.har',
])('%s prints a verdict', async (line) => {
  const terminal = recordedTerminal(line.split(' '));
  expect(await runProgram(terminal)).toBe(2);
  expect(verdictSchema.parse(JSON.parse(terminal.written.out))).toMatchObject({ verdict: 'refused', exitCode: 2 });
});

test('doctor --json without an answer prints that nothing was judged', async () => {
  const env = { RAMP_BASE_URL: 'http://127.0.0.1:1', RAMP_API_KEY: 'key-of-nobody-at-all' };
  const terminal = recordedTerminal(['doctor', '--json'], { env });
  expect(await runProgram(terminal)).toBe(3);
  const verdict = verdictSchema.parse(JSON.parse(terminal.written.out));
  expect(verdict).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
  expect(verdict.headline).toMatch(/^Inconclusive: .*127\.0\.0\.1/);
});

const state = 'withdrawal/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description';

test.each([
  ['sandbox --as', state.slice(0, -1), `did you mean ${state}`],
  ['faults --only', state.replace('state', 'sate'), state],
  ['prove --only', `${state}s`, state],
  ['explain', state, 'is a fault or a variation; '],
])('%s: the fault that was meant by %s', async (words, name, said) => {
  const terminal = recordedTerminal([...words.split(' '), name]);
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.written.err).toContain(said);
});

test('colour is for people who did not decline it', () => {
  const stream = { write: () => true, isTTY: true, columns: 70 };
  expect(outletOf(stream, {})).toMatchObject({ live: true, colour: true, width: 70 });
  expect(outletOf(stream, { NO_COLOR: '1' })).toMatchObject({ live: true, colour: false });
  expect(outletOf(stream, { TERM: 'dumb' })).toMatchObject({ live: false, colour: false });
  expect(outletOf({ write: () => true }, {})).toMatchObject({ live: false, colour: false });
});

test('a refusal is an annotation where GitHub runs it', async () => {
  const terminal = recordedTerminal(['run'], { env: { RAMP_AMOUNT: 'x', GITHUB_ACTIONS: 'true' } });
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.written.err).toMatch(/^::error title=ramp-conformance::Refused: .*RAMP_AMOUNT/m);
});

const read = (...args: string[]) => readCall(runOptions, recordedTerminal(args));

test('values, flags, repeated options and defaults', () => {
  const call = read('--only', '6', '--only=rails', '--json', '--seed=-3');
  expect(call.options).toMatchObject({
    profile: 'gate',
    only: ['6', 'rails'],
    seed: '-3',
    json: true,
  });
  expect([...call.typed].toSorted()).toEqual(['json', 'only', 'seed']);
  expect(read().options).toMatchObject({ profile: 'gate', only: [], json: false });
});

test('with --json people read standard error', () => {
  const terminal = recordedTerminal(['--json']);
  readCall(runOptions, terminal).say('hello');
  expect(terminal.written).toEqual({ out: '', err: 'hello\n' });
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
