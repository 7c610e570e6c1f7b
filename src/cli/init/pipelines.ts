import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingOf, variableNames } from '#target';
import { packageRoot } from '../package/package.ts';
import type { PackageManager } from './package-manager.ts';
import { pins } from './pins.ts';

/** How one CI service runs the command. */
interface Pipeline {
  readonly file: string;
  /** Files and folders that show that a project uses the service. */
  readonly shownBy: readonly string[];
  /** Renders the file for a project of this package manager; `requires` is as `--require` takes it. */
  readonly render: (requires: readonly string[], manager: PackageManager) => string;
  /** Tells a person which steps are left. */
  readonly next: string;
}

const secrets = variableNames.filter((name) => settingOf(name).secret);
const others = variableNames.filter((name) => !settingOf(name).secret);

/** Runs the installed command, never one of its name from a registry. */
const runCommand = (requires: readonly string[], { run }: PackageManager): string => {
  const hint =
    '# doctor prints the --require lines that the target can keep; init --require writes them here.\n';
  const command = `${run} ramp-conformance run --base-url "$RAMP_BASE_URL"`;
  const lines = [command, ...requires.map((what) => `  --require ${what}`)];
  return (requires.length === 0 ? hint : '') + lines.join(' \\\n');
};

/** Fills the template of this name: each line of a text takes over what stands before its `<name>`. */
const filled = (template: string, texts: Readonly<Record<string, string>>): string =>
  readFileSync(join(packageRoot, 'src/cli/init', template), 'utf8').replace(
    /^(.*)<(\w+)>$/gm,
    (_, before: string, name: string) => (texts[name] ?? '').replace(/^/gm, before),
  );

const taken = (source: string) => (name: string) => `${name}: \${{ ${source}.${name} }}`;

const github: Pipeline = {
  file: '.github/workflows/ramp-conformance.yml',
  shownBy: ['.github'],
  next: 'Set the RAMP_* variables and secrets in the settings of the repository.',
  render: (requires, manager) =>
    filled('github.yml', {
      ...pins,
      cache: manager.isOfNode ? 'cache: npm' : '# corepack brings the package manager below',
      install: manager.install(),
      run: runCommand(requires, manager),
      variables: [...secrets.map(taken('secrets')), ...others.map(taken('vars'))].join('\n'),
    }),
};

/** Comma-separated names, wrapped for a comment. */
const listed = (names: readonly string[]): string => names.join(', ').replace(/(.{60,90},) /g, '$1\n');

const included = 'ramp-conformance.gitlab-ci.yml';

const gitlab: Pipeline = {
  file: included,
  shownBy: ['.gitlab-ci.yml', '.gitlab'],
  next: `Add "include: [{ local: ${included} }]" to .gitlab-ci.yml, and set the RAMP_* variables in the CI/CD settings of the project.`,
  render: (requires, manager) =>
    filled('gitlab.yml', {
      lock: manager.lock,
      install: manager.install('.npm'),
      run: runCommand(requires, manager),
      secrets: listed(secrets),
      others: listed(others),
    }),
};

export const pipelines = { github, gitlab };
