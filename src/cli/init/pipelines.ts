import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingOf, variableNames } from '#target';
import { packageRoot } from '../package/package.ts';
import type { PackageManager } from './package-manager.ts';
import { pins } from './pins.ts';

/** The choices behind a pipeline. */
interface Asked {
  /** Each as `--require` takes it. */
  readonly requires: readonly string[];
  readonly manager: PackageManager;
  /** True where the CI attests that it made the reports. */
  readonly attest: boolean;
}

/** How one CI service runs the command. */
interface Pipeline {
  readonly file: string;
  /** Files and folders that show that a project uses the service. */
  readonly shownBy: readonly string[];
  /** Matches the remotes, as git lists them, where one is of the service. */
  readonly remote: RegExp;
  /** Renders the file. */
  readonly render: (asked: Asked) => string;
  /** Tells a person which steps are left. */
  readonly next: string;
}

const secrets = variableNames.filter((name) => settingOf(name).secret);
const others = variableNames.filter((name) => !settingOf(name).secret);

const hint = '# doctor prints the --require lines that the target can keep; init --require writes them here.';

const remoteAt = (host: string): RegExp =>
  new RegExp(`^\\S+\\s+(?:\\w+://)?(?:[^@/\\s]*@)?[^/:\\s]*${host}`, 'im');

/** Runs the installed command, never one of its name from a registry: a smoke where the condition holds, else what is chosen. */
const runCommand = ({ requires, manager: { run } }: Asked, isChange: string): string =>
  `if [ ${isChange} ]; then
  set -- --profile smoke
else
${requires.length === 0 ? `  ${hint}\n` : ''}  set --${requires.map((what) => ` \\\n    --require ${what}`).join('')}
fi
${run} ramp-conformance run --base-url "$RAMP_BASE_URL" "$@"`;

/** Fills the template of this name: each line of a text takes over what stands before its `<name>`, and an empty one goes. */
const filled = (template: string, texts: Readonly<Record<string, string>>): string =>
  readFileSync(join(packageRoot, 'src/cli/init', template), 'utf8').replace(
    /^(.*)<(\w+)>\n/gm,
    (_, before: string, name: string) => (texts[name] ? `${texts[name].replace(/^/gm, before)}\n` : ''),
  );

const taken = (source: string) => (name: string) => `${name}: \${{ ${source}.${name} }}`;

/** After a run that found something too; a run that was refused or withheld leaves nothing to attest. */
const attestStep = `- name: Attest that this repository made the reports
  if: always() && hashFiles('reports/verdict.json') != '' && hashFiles('reports/compliance.html') != ''
  uses: ${pins.attest}
  with:
    subject-path: |
      reports/verdict.json
      reports/compliance.html`;

/** GitLab's runner writes a statement with the digest of each file beside the artifacts. */
const attestVariables = `# The runner attests the artifacts in artifacts-metadata.json.
variables:
  RUNNER_GENERATE_ARTIFACTS_METADATA: 'true'`;

const github: Pipeline = {
  file: '.github/workflows/ramp-conformance.yml',
  shownBy: ['.github'],
  remote: remoteAt('github'),
  next: 'Set the RAMP_* variables and secrets in the settings of the repository.',
  render: (asked) =>
    filled('github.yml', {
      ...pins,
      permissions: asked.attest ? 'id-token: write\nattestations: write' : '',
      attest: asked.attest ? attestStep : '',
      cache: asked.manager.isOfNode ? 'cache: npm' : '# corepack brings the package manager below',
      install: asked.manager.install(),
      run: runCommand(asked, '"$GITHUB_EVENT_NAME" = pull_request'),
      variables: [...secrets.map(taken('secrets')), ...others.map(taken('vars'))].join('\n'),
    }),
};

/** Comma-separated names, wrapped for a comment. */
const listed = (names: readonly string[]): string => names.join(', ').replace(/(.{60,90},) /g, '$1\n');

const included = 'ramp-conformance.gitlab-ci.yml';

const gitlab: Pipeline = {
  file: included,
  shownBy: ['.gitlab-ci.yml', '.gitlab'],
  remote: remoteAt('gitlab'),
  next: `Add "include: [{ local: ${included} }]" to .gitlab-ci.yml, and set the RAMP_* variables in the CI/CD settings of the project.`,
  render: (asked) =>
    filled('gitlab.yml', {
      lock: asked.manager.lock,
      install: asked.manager.install('.npm'),
      run: runCommand(asked, '"$CI_PIPELINE_SOURCE" = merge_request_event'),
      attest: asked.attest ? attestVariables : '',
      secrets: listed(secrets),
      others: listed(others),
    }),
};

export const pipelines = { github, gitlab };
