import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { isBesideKey, settingOf, variableNames } from '#target';
import { runShell, unreadable } from '../../testing/shell.test.support.ts';
import { newFolder, perform, recordedTerminal } from '../../testing/terminal.test.support.ts';
import { parseConfig } from '../settings/config-file.ts';
import { packageManagerOf, pipelines, renderPipeline } from './init.ts';

const git = (cwd: string, ...args: readonly string[]) => execFileSync('git', args, { cwd });

type Name = keyof typeof pipelines;

const names: readonly Name[] = ['github', 'gitlab'];
const textOf = (name: Name, ...parts: Parameters<typeof renderPipeline>[2]): string =>
  renderPipeline(name, 'npm', parts);

const unlocked = (name: Name): string => renderPipeline(name, 'npm without a lock file', []);

describe('init', () => {
  test.each(names)('writes a pipeline for %s once', async (name) => {
    const terminal = recordedTerminal(['--ci', name]);
    expect(await perform('init', terminal)).toBe(0);
    const { file, next } = pipelines[name];
    expect(readFileSync(join(terminal.cwd, file), 'utf8')).toBe(unlocked(name));
    expect(terminal.written.out).toContain(next);
    expect(readFileSync(join(terminal.cwd, '.env.example'), 'utf8')).toContain('RAMP_API_KEY=\n');
    const attesting = recordedTerminal(['--ci', name, '--attest'], { cwd: terminal.cwd });
    await expect(perform('init', attesting)).rejects.toThrow(`${file} exists already, and nothing is overwritten`);
    const again = recordedTerminal(['--ci', name], { cwd: terminal.cwd });
    expect(await perform('init', again)).toBe(0);
    expect(again.written.out).toContain(`left ${file} alone: it exists already`);
    expect(readFileSync(join(terminal.cwd, file), 'utf8')).toBe(unlocked(name));
  });

  test('names the lines that put the address into variables of GitHub, and keys into secrets alone', () => {
    const cwd = newFolder();
    const others = ['RAMP_ACME_API_KEY', 'STAGING_API_KEY', 'RAMP_AMOUNT_KEY', '# RAMP_NOTE'];
    writeFileSync(join(cwd, '.env'), [...variableNames, ...others].map((name) => `${name}=value\n`).join(''));
    const lines = /for name[\s\S]*?done\n/.exec(pipelines.github.next)?.[0] ?? '';
    const gh = `[ "$1" = api ] || while IFS='=' read -r key _; do echo "$1 $4 $key"; done`;
    const done = execFileSync('sh', ['-c', `gh() { ${gh}; }\n${lines}`], { cwd })
      .toString()
      .trim()
      .split('\n');
    const isOurs = (line: string) => line.includes(' ramp-conformance ');
    const sent = (kind: string) =>
      done.filter((line) => line.startsWith(kind) && isOurs(line)).map((line) => line.split(' ')[2]);
    expect(sent('variable')).toEqual(['RAMP_BASE_URL', 'RAMP_RELEASE', 'RAMP_MONEY_HOST']);
    expect(sent('secret').toSorted()).toEqual(variableNames.filter((name) => settingOf(name).secret).toSorted());
    expect(done.filter((line) => line.includes(' ramp-conformance-review '))).toHaveLength(done.length / 2);
  });

  test('without a lock file installs by none, and says so', async () => {
    const terminal = recordedTerminal(['--ci', 'github']);
    await perform('init', terminal);
    expect(readFileSync(join(terminal.cwd, pipelines.github.file), 'utf8')).not.toContain('npm ci');
    expect(terminal.written.out).toContain('No lock file was found, so versions may change');
  });

  const withFile = (name: string) => (cwd: string) => writeFileSync(join(cwd, name), '');
  const withRemote = (url: string) => (cwd: string) => {
    git(cwd, 'init', '-q');
    git(cwd, 'remote', 'add', 'origin', url);
  };

  test.each<[string, prepare: (cwd: string) => void, Name]>([
    ['.gitlab-ci.yml', withFile('.gitlab-ci.yml'), 'gitlab'],
    ['README.md', withFile('README.md'), 'github'],
    ['a remote at GitLab', withRemote('git@gitlab.com:acme/pay.git'), 'gitlab'],
    ['a remote at a GitLab of its own', withRemote('https://ci:token@gitlab.acme.example/pay.git'), 'gitlab'],
    ['a remote with its name in the path', withRemote('ssh://git@github.com/acme/gitlab.git'), 'github'],
    ['a remote with its name as a folder', withRemote('https://git.acme.example/gitlab/pay.git'), 'github'],
  ])('%s shows which pipeline is meant', async (_, prepare, name) => {
    const cwd = newFolder();
    prepare(cwd);
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
    expect(choices).toEqual({
      profile: 'gate',
      gate: 'implied',
      targets: { vendor: { reports: 'reports', settings: {} } },
    });
    const root = join(import.meta.dirname, '../../..');
    expect(existsSync(join(root, $schema.replace('./node_modules/ramp-conformance/', '')))).toBe(true);
  });

  test.each([
    [['--ci', 'gitlub'], /--ci must be one of github, gitlab;/],
    [['--ci', 'gitlab', '--issue'], /--issue is for GitHub alone; leave it out, or name --ci github/],
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
    const terminal = recordedTerminal(['--ci', name], { cwd });
    await perform('init', terminal);
    expect(terminal.written.out).not.toContain('lock file');
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
  expect(packageManagerOf(inner)).toBe('npm without a lock file');
});

describe.each(names)('the pipeline for %s', (name) => {
  test('is YAML without a doubt about any line, and nothing is left to fill in', () => {
    const { errors, warnings } = parseDocument(textOf(name));
    expect([errors, warnings]).toEqual([[], []]);
    expect(textOf(name)).not.toMatch(/<\w+>/);
  });

  test('pins the machine and every action that it uses, and keeps the runs of every target', () => {
    const text = textOf(name, 'attest', 'issue');
    expect(text).not.toMatch(/latest/);
    for (const [, used] of text.matchAll(/uses: (\S+)/g)) expect(used).toMatch(/@[\da-f]{40}$/);
    for (const [, image] of text.matchAll(/image: (\S+)/g)) expect(image).toMatch(/@sha256:[\da-f]{64}$/);
    expect(text).toContain('reports/**/history.jsonl');
  });

  test('has at most sixty lines, and what stands beside a key; the file has all else', () => {
    const lines = textOf(name).split('\n');
    expect(lines.filter((line) => !/^ *(?:#|$)/.test(line)).length).toBeLessThanOrEqual(60);
    const text = textOf(name, 'certificate', 'network');
    expect(text).toContain('run --target vendor');
    const beside = variableNames.filter((variable) => isBesideKey(variable) && !variable.endsWith('_FILE'));
    for (const variable of beside) expect(text).toMatch(new RegExp(`\\b${variable}\\b`));
  });

  test('passes a client certificate, a proxy and headers on where `.env` has them', async () => {
    const terminal = recordedTerminal(['--ci', name]);
    writeFileSync(join(terminal.cwd, '.env'), 'RAMP_CLIENT_CERT=client.pem\n');
    await perform('init', terminal);
    const manager = packageManagerOf(terminal.cwd);
    const written = readFileSync(join(terminal.cwd, pipelines[name].file), 'utf8');
    expect(written).toBe(renderPipeline(name, manager, ['certificate']));
  });
});

test('with --attest the CI attests the reports of no pull request, and nothing that is installed has the right to', async () => {
  const terminal = recordedTerminal(['--ci', 'github', '--attest']);
  await perform('init', terminal);
  const written = readFileSync(join(terminal.cwd, pipelines.github.file), 'utf8');
  const { permissions, jobs } = parseDocument(written).toJS();
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs.conformance.permissions).toBeUndefined();
  expect(jobs.attest.permissions).toEqual({ 'id-token': 'write', attestations: 'write' });
  expect(jobs.attest.if).toContain("github.event_name != 'pull_request'");
  expect(jobs.attest.steps.map(({ uses = 'run' }: { uses?: string }) => uses.split('@')[0])).toEqual([
    'run',
    'actions/attest-build-provenance',
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
  expect(textOf('gitlab', 'attest')).toContain("RUNNER_GENERATE_ARTIFACTS_METADATA: 'true'");
  expect(textOf('gitlab')).not.toContain('METADATA');
});

describe('with --issue', () => {
  const { permissions, jobs } = parseDocument(textOf('github', 'issue')).toJS();
  const scripts: readonly string[] = jobs.issue.steps.map(({ run }: { run?: string }) => run ?? '');

  const gh = `#!/bin/sh
    if [ "$2" = list ]; then exec cat open; fi
    IFS='|'; echo "$*" >> calls
    case "$*" in *body.md) cat body.md >> bodies; echo --- >> bodies ;; esac`;

  /** What the job does of a night: its calls of `gh` about issues, and their bodies. */
  const nightOf = (ended: string, verdicts: Readonly<Record<string, object>>, open: readonly object[] = []) => {
    const cwd = newFolder();
    const write = (name: string, text: string, mode?: number) => {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text, { mode });
    };
    for (const [place, verdict] of Object.entries(verdicts)) {
      const { left = JSON.stringify(verdict), isBare = false } = verdict as { left?: string; isBare?: boolean };
      write(`${place}/verdict.json`, left);
      if (!isBare) write(`${place}/summary.md`, `# of ${place}\n${'x'.repeat(70_000)}`);
    }
    write('open', JSON.stringify(open));
    write('gh', gh, 0o755);
    write('bodies', '');
    const env = { PATH: `${cwd}:${process.env.PATH}`, ENDED: ended, RUN: 'https://ci/7', GITHUB_RUN_ID: '7' };
    execFileSync('bash', ['--norc', '-eo', 'pipefail', '-c', scripts.join('\n')], { cwd, env });
    const [taken, label, ...done] = readFileSync(join(cwd, 'calls'), 'utf8').trimEnd().split('\n');
    expect([taken, label]).toEqual([
      expect.stringMatching(/^run\|download\|7\|/),
      expect.stringMatching(/^label\|create\|/),
    ]);
    return { done, bodies: readFileSync(join(cwd, 'bodies'), 'utf8').split('---\n').slice(0, -1) };
  };

  const verdictOf = (label: string, exitCode: number, headline: string) => ({ target: { label }, exitCode, headline });
  const red = verdictOf('sandbox.example.com/v2', 1, 'Does not conform: 1 of 395 promises broken. `$(reboot)`');
  const green = { ...red, exitCode: 0, headline: 'Conforms: all 395 promises kept.' };
  const opened = { number: 12, body: '<!-- ramp-conformance: sandbox.example.com/v2 -->\r\nold' };
  const createIssue = (title: string) => `issue|create|--title|${title}|--label|ramp-conformance|--body-file|body.md`;
  const editIssue = (number: number, title: string) => `issue|edit|${number}|--title|${title}|--body-file|body.md`;

  test('a job of its own alone may write issues, at night alone, and nothing that is installed runs in it', () => {
    expect([permissions, jobs.conformance.permissions]).toEqual([{ contents: 'read' }, undefined]);
    expect(jobs.issue.permissions).toEqual({ actions: 'read', issues: 'write' });
    expect(jobs.issue.if).toContain("github.event_name == 'schedule'");
    expect(jobs.issue.steps.every(({ uses }: { uses?: string }) => uses === undefined)).toBe(true);
    expect(textOf('github')).not.toContain('issues: write');
    for (const script of scripts) expect(unreadable(script)).toBe('');
  });

  test('the first red night opens an issue for its target, the next one renews it, the first green one closes it', () => {
    const first = nightOf('failure', { reports: red });
    expect(first.done).toEqual([createIssue(red.headline)]);
    expect(first.bodies[0]).toMatch(/^<!-- ramp-conformance: sandbox\.example\.com\/v2 -->\n# of reports\n/);
    expect(first.bodies[0]?.length).toBeLessThan(65_536);
    const second = nightOf('failure', { reports: red }, [{ number: 3, body: 'of another' }, opened]);
    expect(second.done).toEqual([editIssue(12, red.headline)]);
    expect(nightOf('success', { reports: green }, [opened]).done).toEqual([
      `issue|close|12|--comment|${green.headline} https://ci/7`,
    ]);
    expect(nightOf('success', { reports: green }).done).toEqual([]);
  });

  test('each target has its own, and a night without a verdict one of the pipeline', () => {
    const other = { ...green, target: { label: 'other.example.com' } };
    const both = { 'reports/one': red, 'reports/other': other };
    expect(
      nightOf('failure', both, [{ ...opened, number: 4, body: '<!-- ramp-conformance: other.example.com -->' }]).done,
    ).toEqual([expect.stringMatching(/^issue\|create\|/), expect.stringMatching(/^issue\|close\|4\|/)]);
    const pipeline = { number: 9, body: '<!-- ramp-conformance: pipeline -->\nwhy' };
    expect(nightOf('failure', {}).done).toEqual([
      createIssue('ramp-conformance: the nightly run failed before its verdict'),
    ]);
    expect(nightOf('success', { reports: green }, [pipeline]).done).toEqual([
      expect.stringMatching(/^issue\|close\|9\|/),
    ]);
  });

  const edited = (name: string, number: number) => ({ number, body: `<!-- ramp-conformance: ${name} -->\nold` });

  test('a verdict without its summary opens an issue all the same, and says what is missing', () => {
    const { done, bodies } = nightOf('failure', { reports: { ...red, isBare: true } });
    expect(done).toEqual([createIssue(red.headline)]);
    expect(bodies[0]).toMatch(/ -->\nDoes not conform: 1 of 395 promises broken\. __\(reboot\)_\n/);
  });

  test.each<[string, object]>([
    ['is torn', { left: '{"target":{"label":"a' }],
    ['is null', { left: 'null' }],
    ['has no label', { exitCode: 1, target: {} }],
    ['has no exit code', { target: { label: 'a' } }],
  ])('a verdict that %s has an issue of its own, and costs no other target its', (_, odd) => {
    const night = nightOf('failure', { 'reports/a': odd, 'reports/b': red }, [opened]);
    expect(night.done).toEqual([
      createIssue('ramp-conformance: the verdict in reports/a cannot be read'),
      editIssue(12, red.headline),
    ]);
    const mended = nightOf('success', { 'reports/a': green }, [edited('folder reports/a', 5)]);
    expect(mended.done).toEqual(['issue|close|5|--comment|The verdict can be read. https://ci/7']);
  });

  test('a verdict without a headline has a title', () => {
    const { headline: _, ...bare } = red;
    expect(nightOf('failure', { reports: { ...bare, verdict: 'deviates' } }).done).toEqual([
      expect.stringContaining('|ramp-conformance: sandbox.example.com/v2 ended as deviates, exit code 1|'),
    ]);
  });

  test('a target that is called pipeline, and a green run beside a red one of a target, close no issue', () => {
    const pipeline = { ...red, target: { label: 'pipeline' } };
    const { done, bodies } = nightOf('failure', { reports: pipeline }, [edited('the target pipeline', 3)]);
    expect(done).toEqual([expect.stringMatching(/^issue\|edit\|3\|/)]);
    expect(bodies).toEqual([expect.stringMatching(/^<!-- ramp-conformance: the target pipeline -->/)]);
    for (const places of [
      { 'reports/a': red, 'reports/b': green },
      { 'reports/a': green, 'reports/b': red },
    ])
      expect(nightOf('failure', places, [opened]).done).toEqual([expect.stringMatching(/^issue\|edit\|12\|/)]);
  });
});

const pipelineJob = 'ramp-conformance';
const settings = { RAMP_BASE_URL: 'https://sandbox.example.com', RAMP_API_KEY: 'key-of-a-test' };
const base = `npx --no -- ramp-conformance run --target vendor --base-url ${settings.RAMP_BASE_URL}`;
const smoke = `${base} --profile smoke`;

describe('the shell parts', () => {
  test('of github run the command, and write a client certificate that others cannot read', () => {
    const { jobs } = parseDocument(textOf('github', 'certificate')).toJS();
    const scripts: readonly string[] = jobs.conformance.steps.flatMap(({ run }: { run?: string }) => run ?? []);
    for (const script of scripts) expect(unreadable(script)).toBe('');
    const [, certificate = '', test = ''] = scripts;
    const { folder } = runShell(`mkdir at\n${certificate}\nls -l at > list`, {
      RUNNER_TEMP: 'at',
      CERTIFICATE: 'c',
      KEY: 'k',
    });
    expect(readFileSync(join(folder, 'at/client-key.pem'), 'utf8')).toBe('k\n');
    expect(readFileSync(join(folder, 'list'), 'utf8').match(/^-rw-------/gm)).toHaveLength(2);
    expect(runShell(test, settings)).toMatchObject({ code: 0, called: [base] });
    const change = { ...settings, GITHUB_EVENT_NAME: 'pull_request' };
    expect(runShell(test, change)).toMatchObject({ code: 0, called: [smoke] });
    expect(runShell(test, { ...settings, STUB_CODE: '3' }).code).toBe(3);
    expect(runShell(test, { RAMP_BASE_URL: '' }).called[0]).toMatch(/--base-url *$/);
  });

  test('of github tell a fork that nothing was tested, and skip its run', () => {
    const { jobs } = parseDocument(textOf('github')).toJS();
    expect(jobs.conformance.if).toBe(`\${{ !(${jobs.fork.if}) }}`);
    const { code, out } = runShell(jobs.fork.steps[0].run, {});
    expect([code, out]).toEqual([0, expect.stringMatching(/^::notice title=ramp-conformance::Not tested\./)]);
  });

  test('of gitlab run the command, and end the job of a fork with a warning', () => {
    const { [pipelineJob]: job, 'ramp-conformance-fork': fork } = parseDocument(textOf('gitlab')).toJS();
    const script: string = job.script.join('\n');
    expect(unreadable(script)).toBe('');
    const ran = runShell(script, settings);
    expect([ran.code, ran.called.at(-1)]).toEqual([0, base]);
    const change = { ...settings, CI_PIPELINE_SOURCE: 'merge_request_event' };
    expect(runShell(script, change).called.at(-1)).toBe(smoke);
    expect(runShell(script, { ...settings, STUB_CODE: '1' }).code).toBe(1);
    expect(runShell(fork.script.join('\n'), {})).toMatchObject({
      code: 3,
      out: expect.stringContaining('Not tested.'),
    });
    expect([fork.allow_failure, fork.rules[0].if]).toEqual([true, job.rules[0].if]);
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
