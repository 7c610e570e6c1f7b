import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { variableNames } from '#target';
import { parseConfig } from '../settings/config-file.ts';
import { runShell, unreadable } from '../testing/shell.test.support.ts';
import { newFolder, perform, recordedTerminal } from '../testing/terminal.test.support.ts';
import { packageManagerOf, pipelines, renderPipeline } from './init.ts';

const git = (cwd: string, ...args: readonly string[]) => execFileSync('git', args, { cwd });

type Name = keyof typeof pipelines;

const names: readonly Name[] = ['github', 'gitlab'];
const textOf = (name: Name, attest = false): string => renderPipeline(name, 'npm', attest);

describe('init', () => {
  test.each(names)('writes a pipeline for %s once', async (name) => {
    const terminal = recordedTerminal(['--ci', name]);
    expect(await perform('init', terminal)).toBe(0);
    const { file, next } = pipelines[name];
    expect(readFileSync(join(terminal.cwd, file), 'utf8')).toBe(textOf(name));
    expect(terminal.written.out).toContain(next);
    const attesting = recordedTerminal(['--ci', name, '--attest'], { cwd: terminal.cwd });
    await expect(perform('init', attesting)).rejects.toThrow(`${file} exists already, and nothing is overwritten`);
    const again = recordedTerminal(['--ci', name], { cwd: terminal.cwd });
    expect(await perform('init', again)).toBe(0);
    expect(again.written.out).toContain(`left ${file} alone: it exists already`);
    expect(readFileSync(join(terminal.cwd, file), 'utf8')).toBe(textOf(name));
  });

  test.each<[string, Name]>([
    ['.gitlab-ci.yml', 'gitlab'],
    ['README.md', 'github'],
  ])('%s shows %s', async (file, name) => {
    const cwd = newFolder();
    writeFileSync(join(cwd, file), '');
    expect(await perform('init', recordedTerminal([], { cwd }))).toBe(0);
    expect(existsSync(join(cwd, pipelines[name].file))).toBe(true);
  });

  test.each<[string, Name]>([
    ['git@gitlab.com:acme/pay.git', 'gitlab'],
    ['https://ci:token@gitlab.acme.example/pay.git', 'gitlab'],
    ['ssh://git@github.com/acme/gitlab.git', 'github'],
    ['https://git.acme.example/gitlab/pay.git', 'github'],
  ])('a remote at %s shows %s', async (url, name) => {
    const cwd = newFolder();
    git(cwd, 'init', '-q');
    git(cwd, 'remote', 'add', 'origin', url);
    expect(await perform('init', recordedTerminal([], { cwd }))).toBe(0);
    expect(existsSync(join(cwd, pipelines[name].file))).toBe(true);
  });

  test('leaves what exists alone, and keeps keys and reports out of git', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, '.env.example'), 'mine');
    writeFileSync(join(cwd, '.gitignore'), 'node_modules/\r\n.env');
    const terminal = recordedTerminal([], { cwd });
    expect(await perform('init', terminal)).toBe(0);
    expect(readFileSync(join(cwd, '.env.example'), 'utf8')).toBe('mine');
    expect(terminal.written.out).toContain('left .env.example alone: it exists already');
    const ignored = 'node_modules/\r\n.env\n.env*\n!.env.example\n*.env\nreports/*\n!reports/baselines/\n';
    expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toBe(ignored);
    await perform('init', recordedTerminal(['--ci', 'gitlab'], { cwd }));
    expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toBe(ignored);
    const config = readFileSync(join(cwd, 'ramp-conformance.json'), 'utf8');
    const { $schema = '', ...choices } = parseConfig(config, 'ramp-conformance.json');
    expect(choices).toEqual({ profile: 'gate', gate: 'implied' });
    const root = join(import.meta.dirname, '../../..');
    expect(existsSync(join(root, $schema.replace('./node_modules/ramp-conformance/', '')))).toBe(true);
  });

  test.each([
    [['--ci', 'gitlub'], /--ci must be one of github, gitlab;/],
    [['--ci', 'azure'], /docs\/in-ci\.md has recipes for Azure Pipelines and Jenkins/],
  ])('%j is refused before anything is written', async (args, problem) => {
    const terminal = recordedTerminal(args);
    await expect(perform('init', terminal)).rejects.toThrow(problem);
    expect(existsSync(join(terminal.cwd, '.env.example'))).toBe(false);
  });
});

describe.each(names)('the package manager of the project, for %s', (name) => {
  test.each([
    ['package-lock.json', '{}', 'npm ci', 'npx --no -- ramp-conformance run'],
    ['pnpm-lock.yaml', "lockfileVersion: '9.0'", 'pnpm install --frozen-lockfile', 'pnpm exec ramp-conformance run'],
    ['yarn.lock', '# yarn lockfile v1', 'yarn install --frozen-lockfile', 'yarn run ramp-conformance run'],
    ['yarn.lock', '__metadata:\n  version: 8', 'yarn install --immutable', 'yarn run ramp-conformance run'],
  ])('%s', async (lock, content, install, run) => {
    const cwd = newFolder();
    writeFileSync(join(cwd, lock), content);
    await perform('init', recordedTerminal(['--ci', name], { cwd }));
    const pipeline = readFileSync(join(cwd, pipelines[name].file), 'utf8');
    expect(pipeline).toContain(install);
    expect(pipeline).toContain(run);
    expect(/npm ci|package-lock/.test(pipeline)).toBe(lock === 'package-lock.json');
    expect(parseDocument(pipeline).errors).toEqual([]);
  });
});

test('a package of a workspace is installed by the lock file in the root of its repository', () => {
  const root = newFolder();
  const [outer, inner] = [join(root, 'packages/outer'), join(root, 'packages/outer/inner')];
  mkdirSync(inner, { recursive: true });
  git(root, 'init', '-q');
  writeFileSync(join(root, 'pnpm-lock.yaml'), "lockfileVersion: '9.0'");
  expect([outer, inner].map((folder) => packageManagerOf(folder))).toEqual(['pnpm', 'pnpm']);
  git(outer, 'init', '-q');
  expect(packageManagerOf(inner)).toBe('npm');
});

describe.each(names)('the pipeline for %s', (name) => {
  test('is YAML without a doubt about any line, and nothing is left to fill in', () => {
    const { errors, warnings } = parseDocument(textOf(name));
    expect([errors, warnings]).toEqual([[], []]);
    expect(textOf(name)).not.toMatch(/<\w+>/);
  });

  test('names every setting', () => {
    for (const variable of variableNames) expect(textOf(name)).toMatch(new RegExp(`\\b${variable}\\b`));
  });
});

test('row 120: with --attest the CI attests the reports of no pull request, and nothing that is installed has the right to', async () => {
  const terminal = recordedTerminal(['--ci', 'github', '--attest']);
  await perform('init', terminal);
  const written = readFileSync(join(terminal.cwd, pipelines.github.file), 'utf8');
  const { permissions, jobs } = parseDocument(written).toJS();
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs.conformance.permissions).toBeUndefined();
  expect(jobs.attest.permissions).toEqual({ 'id-token': 'write', attestations: 'write' });
  expect(jobs.attest.if).toContain("github.event_name != 'pull_request'");
  expect(jobs.attest.steps.map(({ uses = 'run' }: { uses?: string }) => uses)).toEqual([
    'run',
    expect.stringMatching(/^actions\/attest-build-provenance@[\da-f]{40}$/),
  ]);
  const { run } = jobs.conformance.steps.find(({ id }: { id?: string }) => id === 'digests');
  const folder = newFolder();
  for (const name of ['verdict.json', 'compliance.html']) writeFileSync(join(folder, name), name);
  const output = join(folder, 'output');
  execFileSync('bash', ['-eo', 'pipefail', '-c', run], { cwd: folder, env: { ...process.env, GITHUB_OUTPUT: output } });
  expect(readFileSync(output, 'utf8')).toMatch(
    /^sha256<<(\S+)\n[\da-f]{64} {2}verdict\.json\n[\da-f]{64} {2}compliance\.html\n\1\n$/,
  );
  expect(parseDocument(textOf('github')).toJS().jobs.attest).toBeUndefined();
  expect(textOf('gitlab', true)).toContain("RUNNER_GENERATE_ARTIFACTS_METADATA: 'true'");
  expect(textOf('gitlab')).not.toContain('METADATA');
  expect(parseDocument(textOf('gitlab')).toJS()['ramp-conformance'].image).toMatch(/@sha256:[\da-f]{64}$/);
});

test.each(names)('the pipeline for %s keeps the runs of every target', (name) => {
  expect(textOf(name)).toContain('reports/**/history.jsonl');
});

const settings = { RAMP_BASE_URL: 'https://sandbox.example.com', RAMP_API_KEY: 'key-of-a-test' };
const base = `npx --no -- ramp-conformance run --base-url ${settings.RAMP_BASE_URL}`;
const smoke = `${base} --profile smoke`;

describe('the shell parts', () => {
  test('of github look for the keys and run the command', () => {
    const { jobs } = parseDocument(textOf('github')).toJS();
    const scripts: readonly string[] = jobs.conformance.steps.flatMap(({ run }: { run?: string }) => run ?? []);
    for (const script of scripts) expect(unreadable(script)).toBe('');
    const [guard = '', , hold = ''] = scripts;
    const guarded = (env: Record<string, string>) => {
      const { code, out, folder } = runShell(guard, { GITHUB_OUTPUT: 'output', ...env });
      const output = join(folder, 'output');
      return [code, (existsSync(output) ? readFileSync(output, 'utf8') : '') + out];
    };
    expect(guarded({ RAMP_API_KEY: 'k', UNTRUSTED: 'false' })).toEqual([0, 'there=true\n']);
    expect(guarded({ RAMP_API_KEY_FILE: 'key', UNTRUSTED: 'false' })).toEqual([0, 'there=true\n']);
    for (const file of [{}, { RAMP_API_KEY_FILE: 'key' }])
      expect(guarded({ ...file, UNTRUSTED: 'true' })).toEqual([
        0,
        expect.stringMatching(/^there=false\n::notice .*fork/),
      ]);
    expect(guarded({ UNTRUSTED: 'false' })).toEqual([2, expect.stringMatching(/^::error /)]);
    expect(runShell(hold, settings)).toMatchObject({ code: 0, called: [base] });
    const change = { ...settings, GITHUB_EVENT_NAME: 'pull_request' };
    expect(runShell(hold, change)).toMatchObject({ code: 0, called: [smoke] });
    expect(runShell(hold, { ...settings, STUB_CODE: '3' }).code).toBe(3);
    expect(runShell(hold, { RAMP_BASE_URL: '' }).called[0]).toMatch(/run --base-url *$/);
  });

  test('of gitlab skip a fork and run the command', () => {
    const script: string = parseDocument(textOf('gitlab')).toJS()['ramp-conformance'].script.join('\n');
    expect(unreadable(script)).toBe('');
    const ran = runShell(script, settings);
    expect([ran.code, ran.called.at(-1)]).toEqual([0, base]);
    const { RAMP_API_KEY: RAMP_API_KEY_FILE, ...others } = settings;
    expect(runShell(script, { ...others, RAMP_API_KEY_FILE }).called.at(-1)).toBe(base);
    const change = { ...settings, CI_PIPELINE_SOURCE: 'merge_request_event' };
    expect(runShell(script, change).called.at(-1)).toBe(smoke);
    expect(runShell(script, { ...settings, STUB_CODE: '1' }).code).toBe(1);
    const fork = { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '7', CI_MERGE_REQUEST_PROJECT_ID: '5' };
    const skipped = { code: 0, called: [], out: expect.stringMatching(/Notice: .* fork/) };
    expect(runShell(script, fork)).toMatchObject(skipped);
    const refused = { code: 2, called: [], out: expect.stringMatching(/RAMP_API_KEY is not set/) };
    for (const env of [{ ...fork, CI_MERGE_REQUEST_PROJECT_ID: '7' }, {}])
      expect(runShell(script, env)).toMatchObject(refused);
  });
});

test('the recipe for Azure Pipelines is YAML, and its shell parts can be read', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/in-ci.md'), 'utf8');
  const [, recipe = ''] = /## Azure Pipelines[\s\S]*?```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const document = parseDocument(recipe);
  expect([document.errors, document.warnings]).toEqual([[], []]);
  const steps: readonly { script?: string }[] = document.toJS().jobs[0].steps;
  const scripts = steps.flatMap(({ script }) => script ?? []);
  expect([scripts.length, scripts.map(unreadable).join('')]).toEqual([3, '']);
});
