import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readFileText } from '#contract';

// Git itself is not asked: a repository that another person prepared names programs that git would run, and they could read
// the key.

export interface GitRepository {
  readonly root: string;
  /** The path of the index: a linked work tree has its own. */
  readonly folder: string;
}

const folderOf = (dotGit: string): string => {
  if (statSync(dotGit).isDirectory()) return dotGit;
  const [, named = ''] = /^gitdir: (.+)$/m.exec(readFileText(dotGit)) ?? [];
  return resolve(dirname(dotGit), named.trim());
};

/** The repository that a folder is part of. */
export const repositoryOf = (folder: string): GitRepository | undefined => {
  const dotGit = join(folder, '.git');
  if (existsSync(dotGit)) return { root: folder, folder: folderOf(dotGit) };
  const above = dirname(folder);
  return above === folder ? undefined : repositoryOf(above);
};

/** The text of its configuration, which all its work trees share. */
export const gitConfigOf = ({ folder }: GitRepository): string => {
  const common = join(folder, 'commondir');
  const config = join(existsSync(common) ? resolve(folder, readFileText(common).trim()) : folder, 'config');
  return existsSync(config) ? readFileText(config) : '';
};
