import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Sandbox, startSandbox } from '#sandbox';
import { isBesideKey, variableNames } from '#target';
import { packageRoot } from '../../cli/own-package.ts';
import { packTarball } from '../../testing/packed.test.support.ts';
import { newFolder } from '../../testing/terminal.test.support.ts';

interface Manager {
  /** The beginning of its row in docs/installing.md. */
  readonly row: string;
  readonly lock: string;
  readonly ci: 'github' | 'gitlab';
  /** A program that Node does not bring: its name, its package at the npm registry, its file there. */
  readonly program?: { readonly name: string; readonly from: string; readonly file: string };
  readonly rc?: string;
}

const managers: readonly Manager[] = [
  { row: 'npm', lock: 'package-lock.json', ci: 'github' },
  {
    row: 'pnpm',
    lock: 'pnpm-lock.yaml',
    ci: 'gitlab',
    program: { name: 'pnpm', from: 'pnpm@10.34.8', file: 'pnpm/bin/pnpm.cjs' },
  },
  {
    row: 'Yarn 1',
    lock: 'yarn.lock',
    ci: 'gitlab',
    program: { name: 'yarn', from: 'yarn@1.22.22', file: 'yarn/bin/yarn.js' },
  },
  {
    row: 'Yarn 4',
    lock: 'yarn.lock',
    ci: 'github',
    program: { name: 'yarn', from: '@yarnpkg/cli-dist@4.18.1', file: '@yarnpkg/cli-dist/bin/yarn.js' },
    rc: 'nodeLinker: pnp\n',
  },
];

/** Keeps from one run of the tests to the next all that is fetched. */
const kept = join(packageRoot, 'node_modules/.cache/package-managers');

/** The environment of a developer or a clean runner: nothing of this run of tests, and of no CI. */
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(RAMP|GITHUB|CI|npm|VITEST|NODE_(ENV|OPTIONS)|INIT_CWD)/i.test(name),
  ),
);

const npm = (...args: readonly string[]) =>
  spawnSync('npm', args, { encoding: 'utf8', env: inherited, cwd: newFolder() });

/** Fetches a package manager; returns why the registry does not give what is needed, which is no failure of ours. */
function unavailable({ row, program }: Manager): string | undefined {
  if (process.platform === 'win32') return 'its shell parts are for bash';
  const { status, stderr } = program
    ? npm('install', '--prefix', join(kept, row), '--prefer-offline', '--ignore-scripts', program.from)
    : npm('ping');
  const code = /^npm error code (E404|ETARGET|ENOT\w+|ETIMEDOUT|EAI_AGAIN|ECONN\w+|E5\d\d)$/m.exec(stderr);
  if (status !== 0 && !code) throw new Error(stderr);
  return code ? `the npm registry does not answer for ${program?.from ?? 'a ping'}: ${code[1]}` : undefined;
}

const page = readFileSync(join(packageRoot, 'docs/installing.md'), 'utf8');

/** The two commands in the row of a package manager. */
const rowOf = ({ row }: Manager): readonly string[] => {
  const [line = ''] = page.match(new RegExp(`^\\| ${row}\\b.*`, 'm')) ?? [];
  const cells = line.split('|').slice(2, 4);
  return cells.map((cell) => cell.trim().slice(1, -1));
};

/** The lines of the first block after the one that packs. */
const walk = [...page.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line).slice(1, 5);

/** Types a text in a shell that ends at the first failure, as CI services have it; corepack, which would fetch, does nothing. */
function shellOf({ row, program, rc }: Manager) {
  const bin = newFolder();
  const put = (name: string, text: string) => writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  put('corepack', 'exit 0');
  if (program) put(program.name, `exec '${process.execPath}' '${join(kept, row, 'node_modules', program.file)}' "$@"`);
  // Yarn 1 would take the tarball of an earlier run of the tests for this one, because it keeps it by its path.
  const home = row === 'Yarn 1' ? newFolder() : join(kept, row);
  const registry = npm('config', 'get', 'registry').stdout.trim();
  const env = {
    ...inherited,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    YARN_ENABLE_TELEMETRY: '0',
    npm_config_registry: registry,
    ...(rc && { YARN_GLOBAL_FOLDER: join(home, 'cache'), YARN_NPM_REGISTRY_SERVER: registry }),
    ...(program ? {} : { npm_config_prefer_offline: 'true', npm_config_engine_strict: 'true' }),
  };
  return (cwd: string, text: string, more: Readonly<Record<string, string>> = {}) =>
    promisify(execFile)('bash', ['-eo', 'pipefail', '-c', text], { cwd, env: { ...env, ...more } });
}

type Shell = ReturnType<typeof shellOf>;

let tarball: string;
let sandbox: Sandbox;

beforeAll(async () => {
  [tarball, sandbox] = [await packTarball(), await startSandbox()];
});
afterAll(() => sandbox.close());

/** Walks through docs/installing.md in a new project and commits; returns the project. */
async function projectOf(manager: Manager, type: Shell): Promise<string> {
  const { lock, ci, rc } = manager;
  const [above, name] = [newFolder(), basename(tarball)];
  const project = join(above, 'project');
  const [install = '', run = ''] = rowOf(manager);
  mkdirSync(project);
  copyFileSync(tarball, join(above, name));
  const put = (file: string, text: string) => writeFileSync(join(project, file), text);
  put('package.json', '{ "name": "project", "version": "1.0.0", "private": true }\n');
  if (rc) put('.yarnrc.yml', rc);
  if (rc) put(lock, '');
  if (ci === 'gitlab') put('.gitlab-ci.yml', 'include: [{ local: ramp-conformance.gitlab-ci.yml }]\n');
  const typed = walk.map((line) =>
    line
      .replace(/^npm install .*/, install.replace('<tarball>', `./vendor/${name}`))
      .replace('npx ramp-conformance', run)
      .replace('package-lock.json', rc ? `${lock} .yarnrc.yml` : lock)
      .replace('.github', ci === 'gitlab' ? '.gitlab-ci.yml ramp-conformance.gitlab-ci.yml' : '.github'),
  );
  expect(typed).toHaveLength(4);
  const commit = 'git -c user.name=us -c user.email=us@example.com commit -qm "Hold the vendor to the document"';
  await type(project, ['git init -q', ...typed.slice(0, -1)].join('\n'));
  const file = join(project, 'ramp-conformance.json');
  const config = JSON.parse(readFileSync(file, 'utf8'));
  const roles = Object.entries(sandbox.settings).filter(([name]) =>
    variableNames.some((it) => it === name && !isBesideKey(it)),
  );
  config.targets.vendor.settings = Object.fromEntries(roles);
  writeFileSync(file, JSON.stringify(config));
  await type(project, [typed.at(-1), commit].join('\n'));
  return project;
}

interface Step {
  readonly run?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

/** The shell parts of the pipeline, with their variables as the service fills them in: empty where nobody has set them. */
const partsOf: Readonly<Record<Manager['ci'], (runner: string) => readonly Step[]>> = {
  github: (runner) => {
    const { jobs } = parse(readFileSync(join(runner, '.github/workflows/ramp-conformance.yml'), 'utf8'));
    const steps: readonly Step[] = jobs.conformance.steps;
    const filled = (value: string) =>
      value.replace(/^\$\{\{ \w+\.(\w+).*\}\}$/, (_, name: string) => sandbox.settings[name] ?? '');
    const event = { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request' };
    const files = { GITHUB_STEP_SUMMARY: `${runner}/page.md` };
    return steps
      .filter(({ run }) => run)
      .map(({ run, env = {} }) => {
        const variables = Object.entries(env).map(([name, value]) => [name, filled(value)]);
        return { run, env: { ...event, ...files, ...Object.fromEntries(variables) } };
      });
  },
  gitlab: (runner) => {
    const job = parse(readFileSync(join(runner, 'ramp-conformance.gitlab-ci.yml'), 'utf8'))['ramp-conformance'];
    const event = { GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'merge_request_event' };
    return [{ run: job.script.join('\n'), env: { ...event, ...sandbox.settings } }];
  },
};

/** Each is left out where the npm registry does not give it, and says so. */
describe.each(managers)('$row', (manager) => {
  test('installs the committed tarball on a clean runner, and the pipeline of init holds a service', async ({
    skip,
  }) => {
    const reason = unavailable(manager);
    skip(reason !== undefined, reason);
    const type = shellOf(manager);
    const runner = newFolder();
    await type(runner, `git clone -q '${await projectOf(manager, type)}' .`);
    const said = { out: '', err: '' };
    for (const { run = '', env } of partsOf[manager.ci](runner)) {
      const { stdout, stderr } = await type(runner, run, { CI: 'true', ...env });
      said.out += stdout;
      said.err += stderr;
    }
    expect(said.out).toMatch(/^Conforms in part: .* 127\.0\.0\.1:\d+/m);
    expect(said.out).toContain('profile smoke');
    const reports = readdirSync(join(runner, 'reports'));
    for (const file of ['verdict.json', 'compliance.html', 'junit.xml', 'history.jsonl', 'summary.md'])
      expect(reports).toContain(file);
    if (manager.ci === 'github') expect(readFileSync(join(runner, 'page.md'), 'utf8')).toContain('Conforms in part');
    if (manager.program) return;
    expect(said.err).not.toMatch(/warn.*(ramp-conformance|EBADENGINE|deprecated|install-scripts)/i);
    const { packages } = JSON.parse(readFileSync(join(runner, 'node_modules/.package-lock.json'), 'utf8'));
    expect(Object.keys(packages)).toEqual(['node_modules/ramp-conformance']);
    const installed = join(runner, 'node_modules');
    const sizes = readdirSync(installed, { recursive: true, encoding: 'utf8' }).map((file) =>
      lstatSync(join(installed, file)),
    );
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(15e6);
  });
});
