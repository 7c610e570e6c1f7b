import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { codeOf } from '#lib';

/** A repository that another person prepared names programs, and they could read the key: no monitor, hook or pager runs. */
const options = [
  '--no-pager',
  '--literal-pathspecs',
  ...['-c', 'core.fsmonitor=false'],
  ...['-c', 'core.hooksPath=/dev/null'],
];

/** npx and npm scripts put the programs of a project first. */
const isTrusted = (folder: string): boolean => isAbsolute(folder) && !/[\\/]node_modules[\\/]/.test(folder);

function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env)
    .filter(([name]) => !/^(?:GIT|RAMP)_/i.test(name))
    .map(([name, value = '']) =>
      /^path$/i.test(name) ? [name, value.split(delimiter).filter(isTrusted).join(delimiter)] : [name, value],
    );
  return {
    ...Object.fromEntries(kept),
    // A partial clone fetches objects that it lacks, by a program that it names.
    GIT_ALLOW_PROTOCOL: '',
    GIT_DISCOVERY_ACROSS_FILESYSTEM: '1',
    LC_ALL: 'C',
  };
}

/** Where Windows looks for a program first is a folder of Node, not that of the repository. */
const ask = (folder: string, ...args: readonly string[]) =>
  spawnSync('git', [...options, '-C', folder, ...args], {
    cwd: dirname(process.execPath),
    env: environment(),
    encoding: 'utf8',
    timeout: 3_000,
    killSignal: 'SIGKILL',
  });

/** The top of the repository that a folder is part of, or the folder where git knows none. */
export const repositoryRoot = (folder: string): string =>
  resolve(folder, ask(folder, 'rev-parse', '--show-cdup').stdout?.trim() || '.');

/** The remotes with their addresses, as git lists them; empty where git knows none. */
export const remotesOf = (folder: string): string => ask(folder, 'remote', '-v').stdout ?? '';

export type Tracking =
  | 'tracked'
  | 'untracked'
  // Why it is not known.
  | 'git is not installed'
  | 'another user owns its repository'
  | 'git cannot read its repository';

const isInRepository = (folder: string): boolean =>
  existsSync(join(folder, '.git')) || (dirname(folder) !== folder && isInRepository(dirname(folder)));

/** The tree of an ordinary repository stands around its `.git`, wherever its own `core.worktree` leads. */
function treeOf(folder: string): readonly string[] {
  const gitFolder = ask(folder, 'rev-parse', '--absolute-git-dir').stdout?.trim() ?? '';
  return basename(gitFolder) === '.git' ? [`--work-tree=${dirname(gitFolder)}`] : [];
}

function tracking(file: string): Tracking {
  const folder = dirname(file);
  const { status, stderr, error } = ask(folder, ...treeOf(folder), 'ls-files', '--error-unmatch', '--', basename(file));
  if (status === 0) return 'tracked';
  if (codeOf(error) === 'ENOENT') return isInRepository(folder) ? 'git is not installed' : 'untracked';
  // Git says the same after an error that kept it from looking.
  if (/^(?:error: pathspec |fatal: not a git repository \(or any)/.test(stderr)) return 'untracked';
  return /^fatal: detected dubious ownership/.test(stderr)
    ? 'another user owns its repository'
    : 'git cannot read its repository';
}

/** Asks git if it tracks a file, or what the file is a link to. */
export function trackingOf(file: string): Tracking {
  const own = tracking(join(realpathSync(dirname(file)), basename(file)));
  const meant = realpathSync(file);
  return own !== 'untracked' || meant === file ? own : tracking(meant);
}

/** The doubt to be printed before a key leaves; undefined where git knows. */
export const doubtAbout = (file: string, tracking: Tracking): string | undefined =>
  tracking === 'tracked' || tracking === 'untracked'
    ? undefined
    : `Whether git tracks ${file} is not known: ${tracking}`;
