import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refused } from '#contract';
import type { Facts } from './facts.ts';
import { type AcceptedFacts, parseFile } from './file.ts';

/** The facts that were accepted under a name. */
export interface Baseline {
  readonly name: string;
  readonly target: string;
  readonly facts: Facts;
  readonly files: readonly AcceptedFacts[];
}

const nameForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * Folder of a baseline below the one for all.
 * @throws Refused for a name that could lead elsewhere
 */
export function folderOf(root: string, name: string): string {
  if (!nameForm.test(name))
    throw new Refused('the name of a baseline is letters, digits, dots, dashes and underscores');
  return join(root, name);
}

const listed = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json') && !file.startsWith('.'))
      .sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new Refused(`${folder} cannot be read (${code})`);
  }
};

const readOne = (folder: string, file: string): AcceptedFacts => {
  const path = join(folder, file);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Refused(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const accepted = parseFile(text, path);
  if (`${accepted.endpoint}.json` !== file)
    throw new Refused(`${path} holds the facts of ${accepted.endpoint}; rename it, or restore it from git`);
  return accepted;
};

/**
 * Reads a baseline; undefined where there is none of the name.
 * @throws Refused naming file and line
 */
export function readBaseline(root: string, name: string): Baseline | undefined {
  const folder = folderOf(root, name);
  const files = listed(folder).map((file) => readOne(folder, file));
  const [first] = files;
  if (first === undefined) return undefined;
  const stranger = files.find(({ target }) => target !== first.target);
  if (stranger)
    throw new Refused(
      `${join(folder, `${stranger.endpoint}.json`)} is of target ${stranger.target}, the others of ${first.target}`,
    );
  return {
    name,
    target: first.target,
    facts: Object.fromEntries(files.map(({ endpoint, facts }) => [endpoint, facts])),
    files,
  };
}
