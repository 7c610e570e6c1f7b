import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandHere, newFolder } from '../testing/terminal.test.support.ts';
import { type CommandRow, commandGroups } from './command-table.ts';
import { endingOf } from './failure.ts';
import { outletOf } from './terminal/terminal.ts';

const rows = Object.values(commandGroups).flat();
const judging = rows.filter(({ shows }) => shows !== undefined);

const terminal = () => {
  const said: string[] = [];
  return { said, err: outletOf({ write: (text) => said.push(text) }, {}) };
};

const left = (content?: string) => {
  const verdict = { verdict: 'conforms', exitCode: 0, runId: 'abcd-efgh' };
  const file = join(newFolder(), 'verdict.json');
  writeFileSync(file, content ?? `${JSON.stringify(verdict, null, 2)}\n`);
  return { file, verdict };
};

describe('0 stands only with what a command tried', () => {
  test('those that judge are held to it', () => {
    expect(judging.map(({ name, shows }) => `${name}: ${shows}`)).toEqual([
      'run: a verdict',
      'check: a verdict',
      'doctor: a try',
      'replay: a try',
      'rehearse: a try',
      'compare: a try',
      'prove: a try',
    ]);
  });

  test.each(judging.map((row) => [row.name, row] as const))('%s', (_, row: CommandRow) => {
    const { said, err } = terminal();
    const ended = (of: Parameters<typeof endingOf>[1]) => endingOf(row, of, { err });
    expect([0, { code: 0, tried: 0 }, { code: 0, tried: 0, left: left() }].map(ended)).toEqual([3, 3, 3]);
    expect(said.join('')).toMatch(/^(ramp-conformance: nothing was tried, so the result is inconclusive\n){3}$/);
    expect([1, 2, 4, 130, 143].map(ended)).toEqual([1, 2, 4, 130, 143]);
    expect(ended({ code: 0, tried: 2, left: left() })).toBe(0);
    // A folder that others write into, or that was moved away, holds no verdict of this call.
    const others = [
      undefined,
      left('{"verdict":"conforms","exitCode":0}'),
      { ...left(), file: '/nowhere/verdict.json' },
    ];
    const codes = others.map((each) => ended({ code: 0, tried: 2, ...(each && { left: each }) }));
    expect(codes).toEqual(Array(3).fill(row.shows === 'a verdict' ? 3 : 0));
  });
});

test('a run that is compared with itself shows nothing', async () => {
  const here = commandHere();
  const only = ['--only', 'withdrawal.read/masks-the-address', '--reports', 'out', '--release', '2.15'];
  expect(await here.run(['run', ...only], {})).toMatchObject({ code: 0 });
  for (const other of ['out', 'out/verdict.json', '2.15'])
    expect(await here.run(['compare', 'out', other, '--reports', 'out'], {})).toMatchObject({
      code: 3,
      err: expect.stringContaining('nothing was tried'),
    });
});

test('in CI a run without a service says that it tests the sandbox alone', async () => {
  const only = ['run', '--only', 'withdrawal.read/masks-the-address'];
  const said = async (env: Record<string, string>) => (await commandHere().run(only, env)).out;
  const text = 'RAMP_BASE_URL is not set: this run tests the embedded sandbox, not your service';
  expect(await said({ CI: 'true' })).toContain(`Note         ${text}`);
  expect(await said({ GITHUB_ACTIONS: 'true', CI: 'true' })).toMatch(new RegExp(`^::warning .*${text}`, 'm'));
  expect(await said({ CI: 'false' })).not.toContain(text);
});

test('of a refused run nothing is told', async () => {
  const here = commandHere();
  expect((await here.run(['run', '--waivers', 'none.json'], {})).code).toBe(2);
  for (const args of [['report'], ['waivers', 'draft']]) {
    const { code, err } = await here.run(args, {});
    expect([code, err]).toEqual([2, expect.stringContaining('the last run was refused and tested nothing')]);
  }
  expect(existsSync(join(here.folder, 'waivers.json'))).toBe(false);
});

test('an option that is taken for the value of another is named', async () => {
  const { code, err } = await commandHere().run(['run', '--release', '--only', '6'], {});
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('--release needs a value; if the value begins with a dash, write --release=<value>'),
  ]);
});

const key = `sk_${'live'}_hunter2hunter2`;

test.each([
  ['check', key],
  ['check', `${key}.har`],
  ['compare', key, `other/${key}`],
  ['replay', key],
  ['explain', key],
  ['waivers', 'check', key],
  ['waivers', 'draft', `folder/${key}`],
  ['baseline', 'diff', key],
  ['baseline', 'accept', 'one', '--from', key],
  ['run', '--config', key],
  ['run', '--settings', `./${key}`],
  ['run', `--reports=${key}/a`, '--only', 'nothing-of-ours'],
  ['run', '--target', key],
  ['run', '--waivers', key],
  ['run', '--baseline', key],
  ['run', '--only', key],
  ['run', '--base-url', key],
  ['sandbox', '--as', key],
  ['faults', '--only', key],
  ['export', 'schemas', '--only', key],
  [key],
])('%s %s: what looks like a key is not repeated', async (...args) => {
  const here = commandHere();
  mkdirSync(join(here.folder, 'reports'));
  const { code, out, err } = await here.run(args, { GITHUB_ACTIONS: 'true' });
  expect([2, 3]).toContain(code);
  const file = join(here.folder, 'reports/verdict.json');
  expect(out + err + (existsSync(file) ? readFileSync(file, 'utf8') : '')).not.toContain('hunter2');
});

const commit = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';
const page = 'https://github.com/owner/repository/actions/runs/19876543210';

test.each<[string, Readonly<Record<string, string>>, object]>([
  [
    'GitHub',
    {
      GITHUB_ACTIONS: 'true',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'owner/repository',
      GITHUB_RUN_ID: '19876543210',
      GITHUB_WORKFLOW: 'gate',
      GITHUB_RUN_NUMBER: '3',
      GITHUB_SHA: commit,
    },
    { name: 'github', job: 'gate #3', url: page, commit },
  ],
  [
    'GitLab',
    { GITLAB_CI: 'true', CI_JOB_NAME: 'gate', CI_JOB_URL: 'https://gitlab.example/g/p/-/jobs/10123456789' },
    { name: 'gitlab', job: 'gate', url: 'https://gitlab.example/g/p/-/jobs/10123456789' },
  ],
  [
    'one that names persons',
    {
      JENKINS_URL: 'x',
      BUILD_TAG: 'by jane.doe@mail.example',
      BUILD_URL: 'https://ci.example/jane.doe@mail.example/1',
      GIT_COMMIT: 'jane.doe@mail.example',
    },
    { name: 'jenkins' },
  ],
])('the environment of %s never withholds the reports', async (_, env, ci) => {
  const here = commandHere();
  const args = ['run', '--json', '--only', 'balances.read/answers-with-its-record', '--reports', newFolder()];
  const { code, out, err } = await here.run(args, env);
  expect([code, err]).toEqual([0, expect.not.stringContaining('Withheld')]);
  expect(JSON.parse(out).ci).toEqual(ci);
});
