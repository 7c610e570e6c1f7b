import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { append, demandNoLink, demandText, Refused, writeNew } from '#lib';
import { remotesOf, renderExample, repositoryRoot } from '#target';
import type { CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import { type initOptions, usualConfig } from '../options.ts';
import { type Delivery, ownText, publish } from '../output/publish.ts';
import { packageRoot, programName } from '../own-package.ts';

const remoteAt = (host: string): RegExp => new RegExp(`^\\S+\\s+(?:\\w+://)?(?:[^@/\\s]*@)?[^/:\\s]*${host}`, 'im');

const included = 'ramp-conformance.gitlab-ci.yml';

/**
 * CI services. `shownBy` are files of a project, and `remote` is a pattern of its remotes, that belong to one service.
 */
export const pipelines = {
  github: {
    template: 'github.yml',
    file: '.github/workflows/ramp-conformance.yml',
    shownBy: ['.github'],
    remote: remoteAt('github'),
    next: `Put the address and the keys of your .env into two environments of the repository:
  for name in ramp-conformance ramp-conformance-review; do
    gh api --silent -X PUT "repos/{owner}/{repo}/environments/$name"
    grep -E '^RAMP_(BASE_URL|MONEY_HOST|RELEASE)=.' .env | gh variable set --env "$name" -f -
    grep -E '^RAMP_((RESTRICTED_|OTHER_)?API_KEY|PROXY|HEADERS|CLIENT_KEY_PASSPHRASE)=.' .env | gh secret set --env "$name" -f -
  done
In the web settings of the repository, allow only the main branch for ramp-conformance. Name the required reviewers of ramp-conformance-review.
Write the other lines of your .env into "settings" of the target vendor in ramp-conformance.json.`,
  },
  gitlab: {
    template: 'gitlab.yml',
    file: included,
    shownBy: ['.gitlab-ci.yml', '.gitlab'],
    remote: remoteAt('gitlab'),
    next: `Add "include: [{ local: ${included} }]" to .gitlab-ci.yml, and set the variables that it names in the CI/CD settings of the project.
Write the other lines of your .env into "settings" of the target vendor in ramp-conformance.json.`,
  },
};

type TemplatePart = 'attest' | 'issue' | 'certificate' | 'network';

const needs: readonly (readonly [part: TemplatePart, variables: RegExp])[] = [
  ['certificate', /^(?:export +)?RAMP_CLIENT_CERT=./m],
  ['network', /^(?:export +)?RAMP_(?:PROXY|HEADERS)=./m],
];

const neededIn = (folder: string): readonly TemplatePart[] => {
  const file = join(folder, '.env');
  const text = existsSync(file) ? demandText(file, '.env') : '';
  return needs.flatMap(([part, variables]) => (variables.test(text) ? [part] : []));
};

/** Values for the marks of the templates. Corepack provides the package managers that Node does not include. */
const managers = {
  'npm without a lock file': {
    lock: 'package.json',
    cache: "''",
    install: 'npm install --no-audit --no-fund',
    cached: 'npm install --no-audit --no-fund --cache .npm --prefer-offline',
    exec: 'npx --no --',
  },
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

/** The package manager whose lock file is in the folder, or above it in the same repository, as in a workspace. */
export function packageManagerOf(folder: string, root = repositoryRoot(folder)): keyof typeof managers {
  const has = (name: string): boolean => existsSync(join(folder, name));
  if (has('pnpm-lock.yaml')) return 'pnpm';
  // Yarn 1 has another flag than later versions, whose lock files begin with their version.
  if (has('yarn.lock'))
    return /^__metadata:/m.test(demandText(join(folder, 'yarn.lock'), 'yarn.lock')) ? 'yarn' : 'yarn 1';
  if (has('package-lock.json') || has('npm-shrinkwrap.json')) return 'npm';
  const isTop = folder === root || folder === dirname(folder);
  return isTop ? 'npm without a lock file' : packageManagerOf(dirname(folder), root);
}

/** The pipeline of a CI service for a package manager, with the selected parts. */
export function renderPipeline(ci: Ci, manager: keyof typeof managers, parts: readonly TemplatePart[]): string {
  const marks: Readonly<Record<string, string>> = managers[manager];
  return readFileSync(join(packageRoot, 'src/cli/init', pipelines[ci].template), 'utf8')
    .replace(
      /^ *# <(attest|issue|certificate|network)>\n([\s\S]*?)^ *# <\/\1>\n/gm,
      (_, part: TemplatePart, text: string) => (parts.includes(part) ? text : ''),
    )
    .replace(/<(\w+)>/g, (mark, name: string) => marks[name] ?? mark);
}

const schema = './node_modules/ramp-conformance/src/cli/config.schema.json';

/** The target's address and keys come from the pipeline, so that no change of a file can redirect a key. */
const targets = { vendor: { reports: 'reports', settings: {} } };

const config = `${JSON.stringify({ $schema: schema, profile: 'gate', gate: 'implied', targets }, null, 2)}\n`;

const ignoreFile = '.gitignore';

/** Keys stay out of git. Of the reports, only accepted baselines go into it. */
const ignored = ['.env*', '!.env.example', '*.env', 'reports/*', '!reports/baselines/'];

/**
 * Patterns of lines with the same effect, which stay as the user wrote them, such as one that ignores all of `reports`.
 */
const covered: Readonly<Record<string, RegExp>> = {
  '.env*': /^\/?\.env\*$/m,
  '!.env.example': /^!\/?\.env\.example$/m,
  '*.env': /^\*\.env$/m,
  'reports/*': /^\/?reports(\/|\/\*\*?)?$/m,
  '!reports/baselines/': /^!?\/?reports(\/|\/baselines\/?)?$/m,
};

/** Adds missing lines. Returns a sentence about them. */
function ignore(folder: string): string | undefined {
  const file = join(folder, ignoreFile);
  const text = existsSync(file) ? demandText(file, ignoreFile) : '';
  const missing = ignored.filter((line) => !covered[line]?.test(text.replaceAll('\r', '')));
  if (missing.length === 0) return undefined;
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  append(file, `${start}${missing.join('\n')}\n`);
  return `${text === '' ? 'wrote' : 'added to'} ${ignoreFile}: ${missing.join(' ')}`;
}

/** Writes a file that does not exist yet. Returns a sentence about it. */
function writeOnce(folder: string, file: string, text: string): string {
  if (existsSync(join(folder, file))) return `left ${file} alone: it exists already`;
  writeNew(join(folder, file), text, { within: folder });
  return `wrote ${file}`;
}

type Ci = keyof typeof pipelines;

const services = Object.keys(pipelines) as Ci[];

/** The service whose files the project has; else the service of its remotes; else GitHub. */
const shownCi = (cwd: string): Ci => {
  const remotes = remotesOf(cwd);
  return (
    services.find((ci) => pipelines[ci].shownBy.some((file) => existsSync(join(cwd, file)))) ??
    services.find((ci) => pipelines[ci].remote.test(remotes)) ??
    'github'
  );
};

/** @throws Refused for an unknown name */
const ciFor = (asked: string | undefined, cwd: string): Ci => {
  if (asked === undefined) return shownCi(cwd);
  const named = services.find((ci) => ci === asked);
  if (named) return named;
  throw new Refused(
    `--ci must be one of ${services.join(', ')}; docs/in-ci.md has recipes for Azure Pipelines and Jenkins, and says what any other needs`,
  );
};

/** What the user must do, so that the pipeline always installs the same packages. */
const adviceFor = (manager: keyof typeof managers, cwd: string): string => {
  if (manager === 'npm' && !existsSync(join(cwd, managers.npm.lock)))
    return 'The pipeline installs with npm ci. Install the package with npm install --save-dev, and commit package-lock.json.\n';
  if (manager !== 'npm without a lock file') return '';
  return 'No lock file was found, so versions may change. Commit a lock file, delete the pipeline file, and run init again.\n';
};

export async function init(call: CallOf<typeof initOptions>): Promise<number> {
  const { cwd } = call.terminal;
  const parts = (['attest', 'issue'] as const).filter((part) => call.options[part]);
  const ci = ciFor(call.options.ci, cwd);
  const pipeline = pipelines[ci];
  if (ci !== 'github' && parts.includes('issue'))
    throw new Refused('--issue is for GitHub alone; leave it out, or name --ci github');
  if (existsSync(join(cwd, pipeline.file)) && parts.length > 0)
    throw new Refused(
      `${pipeline.file} exists already, and nothing is overwritten: remove it and run init again for --${parts.join(' and --')}`,
    );
  const manager = packageManagerOf(cwd);
  const files = [
    ['.env.example', renderExample()],
    [usualConfig, config],
    [pipeline.file, renderPipeline(ci, manager, [...parts, ...neededIn(cwd)])],
  ] as const;
  for (const file of [...files.map(([name]) => name), ignoreFile]) demandNoLink(join(cwd, file), cwd);
  const written = files.map(
    ([file, text]): Delivery => ({
      texts: [{ file, text }],
      search: 'nothing',
      deliver: () => call.say(writeOnce(cwd, file, text)),
    }),
  );
  const kept: Delivery = {
    texts: [{ file: ignoreFile, text: ignored.join('\n') }],
    search: 'nothing',
    deliver: () => {
      const done = ignore(cwd);
      if (done !== undefined) call.say(done);
    },
  };
  const advice = adviceFor(manager, cwd);
  const next = `${pipeline.next}\nCopy .env.example to .env, fill it in, and run ${programName} doctor.\n`;
  return publish(call, [...written, kept, ownText(call, `${advice}${next}`)], exitCode.done);
}
