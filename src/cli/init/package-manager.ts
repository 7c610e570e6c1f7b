import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readTextOrRefuse } from '#contract';
import { repositoryRoot } from '#target';

/** How a project installs what its lock file has, and runs a command that is installed. */
export interface PackageManager {
  readonly lock: string;
  /** Takes the folder of a cache where the service keeps one. */
  readonly install: (cache?: string) => string;
  readonly run: string;
  /** True where Node brings it; the others come through corepack. */
  readonly isOfNode?: true;
}

const npm: PackageManager = {
  lock: 'package-lock.json',
  install: (cache) => (cache === undefined ? 'npm ci' : `npm ci --cache ${cache} --prefer-offline`),
  run: 'npx --no --',
  isOfNode: true,
};

const throughCorepack = (install: string): string => `corepack enable\n${install}`;

const pnpm: PackageManager = {
  lock: 'pnpm-lock.yaml',
  install: (cache) =>
    throughCorepack(`pnpm install --frozen-lockfile${cache === undefined ? '' : ` --store-dir ${cache}`}`),
  run: 'pnpm exec',
};

const yarn = (flag: string): PackageManager => ({
  lock: 'yarn.lock',
  install: (cache) =>
    throughCorepack(`${cache === undefined ? '' : `YARN_CACHE_FOLDER="$PWD/${cache}" `}yarn install ${flag}`),
  run: 'yarn run',
});

/** The lock file of a workspace lies above its packages, in the root of the repository. */
const folderOfLock = (folder: string, root: string): string => {
  const hasLock = [pnpm.lock, 'yarn.lock', npm.lock].some((name) => existsSync(join(folder, name)));
  return hasLock || folder === root || folder === dirname(folder)
    ? folder
    : folderOfLock(dirname(folder), root);
};

/** The one whose lock file lies in the folder, or above it in its repository; npm where none does. */
export const packageManagerOf = (folder: string): PackageManager => {
  const at = folderOfLock(folder, repositoryRoot(folder));
  if (existsSync(join(at, pnpm.lock))) return pnpm;
  const lock = join(at, 'yarn.lock');
  if (!existsSync(lock)) return npm;
  // Yarn 1 knows another flag than all later ones, whose lock files begin with their version.
  return yarn(
    /^__metadata:/m.test(readTextOrRefuse(lock, 'yarn.lock')) ? '--immutable' : '--frozen-lockfile',
  );
};
