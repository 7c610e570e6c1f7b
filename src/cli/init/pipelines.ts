import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readTextOrRefuse } from '#lib';
import { repositoryRoot } from '#target';
import { packageRoot } from '../package/package.ts';

const remoteAt = (host: string): RegExp => new RegExp(`^\\S+\\s+(?:\\w+://)?(?:[^@/\\s]*@)?[^/:\\s]*${host}`, 'im');

const included = 'ramp-conformance.gitlab-ci.yml';

/** CI services. `shownBy` and `remote` are the files of a project, and a line of its remotes, that show one. */
export const pipelines = {
  github: {
    template: 'github.yml',
    file: '.github/workflows/ramp-conformance.yml',
    shownBy: ['.github'],
    remote: remoteAt('github'),
    next: 'Set the RAMP_* variables and secrets in the settings of the repository.',
  },
  gitlab: {
    template: 'gitlab.yml',
    file: included,
    shownBy: ['.gitlab-ci.yml', '.gitlab'],
    remote: remoteAt('gitlab'),
    next: `Add "include: [{ local: ${included} }]" to .gitlab-ci.yml, and set the RAMP_* variables in the CI/CD settings of the project.`,
  },
};

/** What stands for the marks of the templates. Corepack brings the managers that Node does not. */
const managers = {
  npm: {
    lock: 'package-lock.json',
    cache: 'npm',
    install: 'npm ci',
    cached: 'npm ci --cache .npm --prefer-offline',
    exec: 'npx --no --',
  },
  pnpm: {
    lock: 'pnpm-lock.yaml',
    cache: "''",
    install: 'corepack enable; pnpm install --frozen-lockfile',
    cached: 'corepack enable; pnpm install --frozen-lockfile --store-dir .npm',
    exec: 'pnpm exec',
  },
  'yarn 1': {
    lock: 'yarn.lock',
    cache: "''",
    install: 'corepack enable; yarn install --frozen-lockfile',
    cached: 'corepack enable; YARN_CACHE_FOLDER="$PWD/.npm" yarn install --frozen-lockfile',
    exec: 'yarn run',
  },
  yarn: {
    lock: 'yarn.lock',
    cache: "''",
    install: 'corepack enable; yarn install --immutable',
    cached: 'corepack enable; YARN_CACHE_FOLDER="$PWD/.npm" yarn install --immutable',
    exec: 'yarn run',
  },
};

/** The manager whose lock file lies in the folder or above it in its repository, as in a workspace; npm where none does. */
export function packageManagerOf(folder: string, root = repositoryRoot(folder)): keyof typeof managers {
  const has = (name: string): boolean => existsSync(join(folder, name));
  if (has('pnpm-lock.yaml')) return 'pnpm';
  // Yarn 1 knows another flag than all later ones, whose lock files begin with their version.
  if (has('yarn.lock'))
    return /^__metadata:/m.test(readTextOrRefuse(join(folder, 'yarn.lock'), 'yarn.lock')) ? 'yarn' : 'yarn 1';
  const isTop = has('package-lock.json') || folder === root || folder === dirname(folder);
  return isTop ? 'npm' : packageManagerOf(dirname(folder), root);
}

/** The template of a service for a package manager; with `attest` the CI attests that it made the reports. */
export function renderPipeline(ci: keyof typeof pipelines, manager: keyof typeof managers, attest: boolean): string {
  const marks: Readonly<Record<string, string>> = managers[manager];
  return readFileSync(join(packageRoot, 'src/cli/init', pipelines[ci].template), 'utf8')
    .replace(/^ *# <attest>\n([\s\S]*?)^ *# <\/attest>\n/gm, attest ? '$1' : '')
    .replace(/<(\w+)>/g, (mark, name: string) => marks[name] ?? mark);
}
