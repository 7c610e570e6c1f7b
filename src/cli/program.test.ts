import { expect, test } from 'vitest';
import { verdictSchema } from '#reporting';
import { outletOf } from './command.ts';
import { commands, runProgram } from './program.ts';
import { recordedTerminal } from './testing/terminal.test.support.ts';

const typed = async (...args: string[]) => {
  const terminal = recordedTerminal(args, { env: { RAMP_AMOUNT: 'x', RAMP_TIMEOUT_MS: 'x' } });
  return { code: await runProgram(terminal), ...terminal.written };
};

test('help names every command and variable, and that of a command its options', async () => {
  const { code, out } = await typed('--help');
  expect(code).toBe(0);
  for (const { name } of commands) expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  expect(out).toMatch(/RAMP_API_KEY[\s\S]*Exit codes/);
  for (const { name, options } of commands) {
    const help = await typed(name, '--help');
    expect(help.code).toBe(0);
    for (const name of Object.keys(options)) expect(help.out).toContain(`--${name}`);
  }
});

test.each<[string[], number, RegExp]>([
  [['--version'], 0, /^ramp-conformance \d+\.\d+\.\d+\n$/],
  [['requirments'], 2, /requirments is no command; did you mean requirements\?/],
  [['sk_live_hunter2'], 2, /the first argument is no command/],
  [['--api-key', 'hunter2'], 2, /never taken from an argument/],
  [[], 2, /RAMP_AMOUNT[\s\S]*RAMP_TIMEOUT_MS/],
  [['doctor', '--nonsense'], 2, /no option of doctor/],
])('%j ends with %i', async (args, expected, message) => {
  const { code, out, err } = await typed(...args);
  expect(code).toBe(expected);
  expect(out + err).toMatch(message);
  expect(out + err).not.toContain('hunter2');
});

test.each<[string[], object]>([
  [['run', '--json', '--base-url', ''], { verdict: 'refused', exitCode: 2 }],
  [['doctor', '--json', '--base-url', ''], { verdict: 'refused', exitCode: 2 }],
  [['doctor', '--json', '--nonsense'], { verdict: 'refused', exitCode: 2 }],
  [['prove', '--json', '--only', 'nonsense'], { verdict: 'refused', exitCode: 2 }],
  [['compare', '--json', 'a', 'b'], { verdict: 'refused', exitCode: 2 }],
  [['history', '--json'], { verdict: 'refused', exitCode: 2 }],
  [['check', '--json', 'none.har'], { verdict: 'refused', exitCode: 2 }],
])('%j prints a verdict', async (args, verdict) => {
  const terminal = recordedTerminal(args);
  const code = await runProgram(terminal);
  expect(verdictSchema.parse(JSON.parse(terminal.written.out))).toMatchObject(verdict);
  expect(verdict).toMatchObject({ exitCode: code });
});

test('doctor --json without an answer prints that nothing was judged', async () => {
  const env = { RAMP_BASE_URL: 'http://127.0.0.1:1', RAMP_API_KEY: 'key-of-nobody-at-all' };
  const terminal = recordedTerminal(['doctor', '--json'], { env });
  expect(await runProgram(terminal)).toBe(3);
  const verdict = verdictSchema.parse(JSON.parse(terminal.written.out));
  expect(verdict).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
  expect(verdict.headline).toMatch(/^Inconclusive: .*127\.0\.0\.1/);
});

const first = async (...args: string[]) => {
  const { code, out } = await typed(...args);
  return [code, out.split('\n', 1)[0]];
};

test.each(['-h', 'help', '--help'])('%s shows the help of every command', async (asked) => {
  expect(await first(asked)).toEqual([0, 'Usage: ramp-conformance [command] [options]']);
  for (const { name } of commands) {
    const usage = expect.stringMatching(new RegExp(`^Usage: ramp-conformance ${name} `));
    expect(await first(...name.split(' '), asked)).toEqual([0, usage]);
    expect(await first('help', ...name.split(' '))).toEqual([0, usage]);
  }
});

test('help shows which arguments may be left out', async () => {
  const called = (name: string) => first('help', ...name.split(' '));
  expect(await called('compare')).toEqual([0, 'Usage: ramp-conformance compare [<old> [<new>]] [options]']);
  expect(await called('explain')).toEqual([0, 'Usage: ramp-conformance explain <requirement> [options]']);
  expect((await typed('help', 'compare')).out).toMatch(/exit 1 where .* 3 where the runs share too little\n/);
  expect((await typed('help')).out).toContain('  compare [<old> [<new>]]  ');
});

test('the first word of several commands shows the help of all', async () => {
  for (const args of [
    ['baseline', '-h'],
    ['help', 'baseline'],
    ['baseline', 'help'],
  ]) {
    const { code, out } = await typed(...args);
    expect(code).toBe(0);
    expect(out.match(/^Usage: .*(accept|diff)/gm)).toHaveLength(2);
  }
  expect((await typed('help', 'requirments')).err).toMatch(/did you mean requirements\?/);
  expect((await typed('hlep')).err).toMatch(/did you mean help\?/);
});

test('a file or a name that reads like help is one behind the argument that needs it', async () => {
  expect((await typed('compare', 'one', 'help')).err).toMatch(/one is neither a verdict/);
  expect(await first('-V')).toEqual(await first('--version'));
});

test.each([
  [
    [
      'sandbox',
      '--as',
      'withdrawal/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-descriptio',
    ],
    /--as .*did you mean withdrawal\/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description/,
  ],
  [
    [
      'faults',
      '--only',
      'withdrawal/a-withdrawal-is-in-a-sate-that-the-document-does-not-show-with-hash-tag-and-description',
    ],
    /did you mean .*withdrawal\/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description/,
  ],
  [
    [
      'prove',
      '--only',
      'withdrawal/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-descriptions',
    ],
    /did you mean .*withdrawal\/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description/,
  ],
  [
    [
      'explain',
      'withdrawal/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description',
    ],
    /is a fault or a variation; .* faults --only withdrawal/,
  ],
])('the fault that was meant: %j', async (args, message) => {
  const terminal = recordedTerminal(args);
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.written.err).toMatch(message);
});

test('colour is for people who did not decline it', () => {
  const stream = { write: () => true, isTTY: true, columns: 70 };
  expect(outletOf(stream, {})).toMatchObject({ live: true, colour: true, width: 70 });
  expect(outletOf(stream, { NO_COLOR: '1' })).toMatchObject({ live: true, colour: false });
  expect(outletOf(stream, { TERM: 'dumb' })).toMatchObject({ live: false, colour: false });
  expect(outletOf({ write: () => true }, {})).toMatchObject({ live: false, colour: false });
});

test('a refusal is an annotation where GitHub runs it', async () => {
  const terminal = recordedTerminal([], { env: { RAMP_AMOUNT: 'x', GITHUB_ACTIONS: 'true' } });
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.written.err).toMatch(/^::error title=ramp-conformance::Refused: .*RAMP_AMOUNT/m);
});
