import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { variableNames } from '#target';
import { parseConfig } from '../../settings/config-file.ts';
import { newFolder, perform, recordedTerminal } from '../../testing/terminal.test.support.ts';
import { init, pipelines } from '../init.ts';
import { plainNames, secretNames } from './pipeline.ts';
import { runShell, unreadable } from './shell.test.support.ts';

type Name = keyof typeof pipelines;

const pipelineNames = Object.keys(pipelines) as readonly Name[];

const requires = ['onramp.initiate', 'rails/'];

const textOf = (name: Name, chosen = { requires }): string => pipelines[name].render(chosen);

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly displayName?: string;
  readonly uses?: string;
  readonly task?: string;
  readonly if?: string;
  readonly condition?: string;
  readonly run?: string;
  readonly script?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly inputs?: Readonly<Record<string, unknown>>;
}

/** As YAML is read by those who run it, without a doubt about any line. */
const parse = <T>(name: Name): T => {
  const document = parseDocument(textOf(name));
  expect([document.errors, document.warnings]).toEqual([[], []]);
  return document.toJS() as T;
};

const github = () =>
  parse<{
    on: Readonly<Record<string, unknown>>;
    permissions: unknown;
    concurrency: unknown;
    jobs: { conformance: { 'timeout-minutes': number; env?: unknown; steps: readonly Step[] } };
  }>('github');

const gitlab = () =>
  parse<{ 'ramp-conformance': Readonly<Record<string, unknown>> & { script: readonly string[] } }>('gitlab')[
    'ramp-conformance'
  ];

const azure = () =>
  parse<{
    pr: unknown;
    trigger: unknown;
    lockBehavior: string;
    jobs: readonly [{ timeoutInMinutes: number; steps: readonly Step[] }];
  }>('azure');

const jenkinsShell = (): string =>
  /sh '''\n([\s\S]*?)'''/.exec(textOf('jenkins'))?.[1]?.replace(/\\\n/g, '') ?? '';

const stepOf = (steps: readonly Step[], key: string): Step =>
  steps.find(({ name, displayName, id }) => [name, displayName, id].includes(key)) ?? {};

const hold = 'Hold the service to the document';

const settings = { RAMP_BASE_URL: 'https://sandbox.example.com', RAMP_API_KEY: 'key-of-a-test' };

const asked = ['--require', 'onramp.initiate', '--require', 'rails/'];
const called = ['--no', '--', 'ramp-conformance', 'run', '--base-url', settings.RAMP_BASE_URL, ...asked];

describe('init', () => {
  test.each(pipelineNames)('writes a pipeline for %s once', async (name) => {
    const terminal = recordedTerminal(['--ci', name, '--require', 'onramp.initiate', '--require=rails/']);
    expect(await perform(init, terminal)).toBe(0);
    const { file, next } = pipelines[name];
    expect(readFileSync(join(terminal.cwd, file), 'utf8')).toBe(textOf(name));
    expect(terminal.written.out).toContain(next);
    await expect(perform(init, terminal)).rejects.toThrow(
      `${file} exists already, and nothing is overwritten`,
    );
  });

  test.each([
    ['.gitlab-ci.yml', 'gitlab'],
    ['azure-pipelines.yml', 'azure'],
    ['Jenkinsfile', 'jenkins'],
    ['README.md', 'github'],
  ] as const)('%s shows %s', async (file, name) => {
    const cwd = newFolder();
    writeFileSync(join(cwd, file), '');
    expect(await perform(init, recordedTerminal([], { cwd }))).toBe(0);
    expect(existsSync(join(cwd, pipelines[name].file))).toBe(true);
  });

  test('leaves what exists alone, and keeps keys and reports out of git', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, '.env.example'), 'mine');
    writeFileSync(join(cwd, '.gitignore'), 'node_modules/\r\n.env');
    const terminal = recordedTerminal([], { cwd });
    expect(await perform(init, terminal)).toBe(0);
    expect(readFileSync(join(cwd, '.env.example'), 'utf8')).toBe('mine');
    expect(terminal.written.out).toContain('left .env.example alone: it exists already');
    const ignored = 'node_modules/\r\n.env\nreports/*\n!reports/baselines/\n';
    expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toBe(ignored);
    await perform(init, recordedTerminal(['--ci', 'jenkins'], { cwd }));
    expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toBe(ignored);
    const config = readFileSync(join(cwd, 'ramp-conformance.json'), 'utf8');
    const { $schema = '', ...choices } = parseConfig(config, 'ramp-conformance.json');
    expect(choices).toEqual({ profile: 'gate', gate: 'implied' });
    const root = join(import.meta.dirname, '../../../..');
    expect(existsSync(join(root, $schema.replace('./node_modules/ramp-conformance/', '')))).toBe(true);
  });

  test('a name that is none is refused before anything is written', async () => {
    const terminal = recordedTerminal(['--require', 'onrampp.initiate']);
    await expect(perform(init, terminal)).rejects.toThrow(/--require onrampp\.initiate .*did you mean/);
    expect(existsSync(join(terminal.cwd, '.env.example'))).toBe(false);
    await expect(perform(init, recordedTerminal(['--ci', 'gitlub']))).rejects.toThrow(
      /--ci is one of github/,
    );
  });
});

test.each(pipelineNames)('%s names every setting and keeps the ledger to itself', (name) => {
  const text = textOf(name);
  for (const variable of variableNames) expect(text).toMatch(new RegExp(`\\b${variable}\\b`));
  expect(text).toMatch(/ledger\*\.jsonl/);
  expect(textOf(name, { requires: [] })).not.toMatch(/^ *--require/m);
  expect(
    name === 'jenkins' || textOf(name, { requires: [] }).includes('doctor prints the --require lines'),
  ).toBe(true);
});

describe('github', () => {
  test('queues, ends in time, keeps reports for a while and gives keys to two steps alone', () => {
    const { on, permissions, concurrency, jobs } = github();
    const { steps, ...job } = jobs.conformance;
    expect(Object.keys(on)).toEqual(['pull_request', 'schedule', 'workflow_dispatch']);
    expect(permissions).toEqual({ contents: 'read' });
    expect(concurrency).toEqual({ group: 'ramp-conformance', 'cancel-in-progress': false });
    expect(job['timeout-minutes']).toBeGreaterThan(30);
    const withKeys = steps.filter(({ env = {} }) =>
      Object.values(env).some((value) => /secrets\./.test(value)),
    );
    expect(withKeys.map(({ name }) => name)).toEqual(['Look for the keys', hold]);
    const upload = steps.find(({ uses = '' }) => uses.startsWith('actions/upload-artifact@'));
    expect(upload?.with).toMatchObject({ path: 'reports\n!reports/ledger*.jsonl\n', 'retention-days': 14 });
    expect(upload?.if).toMatch(/^always\(\)/);
    const [restore, save] = ['Restore', 'Save'].map((word) =>
      stepOf(steps, `${word} the history of Allure's report`),
    );
    expect(restore?.with).toMatchObject({ ...save?.with });
    expect(save?.if).toMatch(/^always\(\)/);
    for (const step of steps.slice(1)) expect(step.if).toContain("steps.keys.outputs.there == 'true'");
  });

  test('every setting comes from its place, every action by its digest', () => {
    const { env = {} } = stepOf(github().jobs.conformance.steps, hold);
    for (const name of secretNames) expect(env[name]).toBe(`\${{ secrets.${name} }}`);
    for (const name of plainNames) expect(env[name]).toBe(`\${{ vars.${name} }}`);
    expect(Object.keys(env)).toHaveLength(variableNames.length);
    const uses = textOf('github').match(/uses: .*/g) ?? [];
    expect(uses).toHaveLength(5);
    for (const line of uses) expect(line).toMatch(/^uses: actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('its shell parts look for the keys and run the command', () => {
    const { steps } = github().jobs.conformance;
    for (const { run } of steps) expect(unreadable(run ?? '')).toBe('');
    const output = join(newFolder(), 'output');
    const guard = (env: Record<string, string>) => {
      writeFileSync(output, '');
      const { code, out } = runShell(stepOf(steps, 'keys').run ?? '', { GITHUB_OUTPUT: output, ...env });
      return [code, readFileSync(output, 'utf8').trim(), /::(notice|error) /.exec(out)?.[1]];
    };
    expect(guard({ RAMP_API_KEY: 'k', UNTRUSTED: 'false' })).toEqual([0, 'there=true', undefined]);
    expect(guard({ RAMP_API_KEY: '', UNTRUSTED: 'true' })).toEqual([0, 'there=false', 'notice']);
    expect(guard({ RAMP_API_KEY: '', UNTRUSTED: 'false' })).toEqual([2, '', 'error']);
    const { run = '' } = stepOf(steps, hold);
    expect(runShell(run, settings)).toMatchObject({ code: 0, arguments: called });
    expect(runShell(run, { ...settings, STUB_CODE: '3' }).code).toBe(3);
    expect(runShell(run, { RAMP_BASE_URL: '' }).arguments.slice(4, 6)).toEqual(['--base-url', '']);
  });
});

describe('gitlab', () => {
  test('queues, caches and keeps reports for a while', () => {
    expect(gitlab()).toMatchObject({
      resource_group: 'ramp-conformance',
      interruptible: false,
      cache: [
        { key: { files: ['package-lock.json'] }, paths: ['.npm/'] },
        { paths: ['reports/allure-history.jsonl'], when: 'always' },
      ],
      artifacts: {
        when: 'always',
        expire_in: '14 days',
        paths: ['reports/'],
        exclude: ['reports/ledger*.jsonl'],
        reports: { junit: 'reports/junit.xml' },
      },
    });
  });

  test('its shell parts skip a fork and run the command', () => {
    const script = gitlab().script.join('\n');
    expect(unreadable(script)).toBe('');
    expect(runShell(script, settings)).toMatchObject({ code: 0, arguments: called });
    expect(runShell(script, { ...settings, STUB_CODE: '1' }).code).toBe(1);
    const request = { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '7', CI_MERGE_REQUEST_PROJECT_ID: '5' };
    expect(runShell(script, request)).toMatchObject({
      code: 0,
      arguments: [],
      out: expect.stringMatching(/Notice: .* fork/),
    });
    const own = runShell(script, { ...request, CI_MERGE_REQUEST_PROJECT_ID: '7' });
    expect(own).toMatchObject({
      code: 2,
      arguments: [],
      out: expect.stringMatching(/RAMP_API_KEY is not set/),
    });
    expect(runShell(script, {}).code).toBe(2);
  });
});

describe('azure', () => {
  /** As Azure fills in variables: what is not set stays as it stands. */
  const filled = (env: Step['env'] = {}, set: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        value.replace(/\$\(([\w.]+)\)/g, (whole, key: string) => set[key] ?? whole),
      ]),
    );

  test('queues and gives keys to two steps alone', () => {
    const { pr, trigger, lockBehavior, jobs } = azure();
    const [{ steps, timeoutInMinutes }] = jobs;
    expect([pr, trigger, lockBehavior]).toMatchObject([{ autoCancel: false }, { batch: true }, 'sequential']);
    expect(timeoutInMinutes).toBeGreaterThan(30);
    const withKeys = steps.filter(({ env = {} }) => secretNames.some((name) => name in env));
    expect(withKeys.map(({ displayName }) => displayName)).toEqual(['Look for the keys', hold]);
    const copied = steps.find(({ task }) => task === 'CopyFiles@2');
    expect(copied?.inputs).toMatchObject({ contents: '**\n!ledger*.jsonl\n' });
    for (const step of steps.slice(2)) expect(step.condition).toContain("eq(variables['keysThere'], 'true')");
  });

  test('its shell parts look for the keys, keep the history and run the command', () => {
    const [{ steps }] = azure().jobs;
    for (const { script } of steps) expect(unreadable(script ?? '')).toBe('');
    const { script = '', env } = stepOf(steps, 'Look for the keys');
    const guard = (set: Record<string, string>) => {
      const { code, out } = runShell(script, filled(env, set));
      return [code, /##vso\[(\S+)(?: (?:variable|type)=(\w+))/.exec(out)?.[2]];
    };
    expect(guard(settings)).toEqual([0, 'keysThere']);
    expect(guard({ 'System.PullRequest.IsFork': 'True' })).toEqual([0, 'warning']);
    expect(guard({ 'System.PullRequest.IsFork': 'False' })).toEqual([2, 'error']);
    expect(guard({})).toEqual([2, 'error']);
    const step = stepOf(steps, hold);
    const run = (code: string, within?: string) => {
      const given = { ...settings, ...filled(step.env, settings), STUB_CODE: code };
      return runShell(step.script ?? '', given, within);
    };
    const first = run('1');
    expect(first).toMatchObject({ code: 1, arguments: called, history: [] });
    expect(first.settings).toEqual(['RAMP_API_KEY=key-of-a-test', `RAMP_BASE_URL=${settings.RAMP_BASE_URL}`]);
    const cwd = newFolder();
    mkdirSync(join(cwd, '.allure-history'));
    writeFileSync(join(cwd, '.allure-history/allure-history.jsonl'), 'earlier\n');
    expect(run('0', cwd)).toMatchObject({ code: 0, history: ['earlier'] });
    expect(readFileSync(join(cwd, '.allure-history/allure-history.jsonl'), 'utf8')).toBe('earlier\nlater\n');
  });
});

describe('jenkins', () => {
  test('queues, keeps reports for a while and tests no fork', () => {
    const text = textOf('jenkins');
    expect(text).toMatch(/disableConcurrentBuilds\(abortPrevious: false\)/);
    expect(text).toMatch(/artifactDaysToKeepStr: '14'/);
    expect(text).toMatch(/archiveArtifacts artifacts: 'reports\/\*\*', excludes: 'reports\/ledger\*\.jsonl'/);
    expect(text).toMatch(/when \{ not \{ expression \{ env\.CHANGE_FORK \} \} \}/);
    const [opened, closed] = ['{', '}'].map((brace) => text.split(brace).length);
    expect(opened).toBe(closed);
  });

  test('its shell part wants a base URL and runs the command', () => {
    const shell = jenkinsShell();
    expect(unreadable(shell)).toBe('');
    const file = join(newFolder(), 'settings.env');
    writeFileSync(file, 'RAMP_API_KEY=k\nRAMP_BASE_URL=\n');
    expect(runShell(shell, { CONFORMANCE_SETTINGS: file })).toMatchObject({ code: 2, arguments: [] });
    writeFileSync(file, 'RAMP_BASE_URL=https://sandbox.example.com\n');
    expect(runShell(shell, { CONFORMANCE_SETTINGS: file, STUB_CODE: '3' })).toMatchObject({
      code: 3,
      arguments: ['--no', '--', 'ramp-conformance', 'run', '--settings', file, ...asked],
    });
  });
});
