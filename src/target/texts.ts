import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'dotenv';
import { trackingOf } from './git-index.ts';
import type { SettingProblem } from './problem.ts';
import { settingsTable, type VariableName, variableNames, variableOf } from './table.ts';

export type Environment = Record<string, string | undefined>;

/** Texts of the variables that are set, from whichever source counts. */
export type Texts = Readonly<Partial<Record<VariableName, string>>>;

interface EnvFile {
  readonly texts: Environment;
  readonly problems: readonly SettingProblem[];
}

/** A file that was asked for must be there; the usual one may be missing. */
export function readEnvFile(asked: string | undefined, cwd: string): EnvFile {
  const file = resolve(cwd, asked ?? '.env');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (missing && asked === undefined) return { texts: {}, problems: [] };
    const problem = missing ? 'does not exist' : 'cannot be read';
    return { texts: {}, problems: [{ variable: file, problem, remedy: 'name a readable file' }] };
  }
  if (trackingOf(file) !== 'tracked') return { texts: parse(text), problems: [] };
  const remedy = 'take it out of git (git rm --cached), ignore it, and replace the keys that it held';
  return { texts: parse(text), problems: [{ variable: file, problem: 'is tracked by git', remedy }] };
}

const secretNames = variableNames.filter((name) => variableOf(name).secret);

/** Takes the keys out of the environment, so that no process that is started later inherits them. */
export function withdrawKeys(env: Environment): Environment {
  const copy = { ...env };
  for (const name of secretNames) delete env[name];
  return copy;
}

/** The first source that has a text for a variable counts; blank ones have none. */
export function textsFrom(sources: readonly Environment[]): Texts {
  const texts: Partial<Record<VariableName, string>> = {};
  for (const name of variableNames) {
    const text = sources.map((source) => source[name]?.trim()).find((each) => each);
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}

/** Names that look like settings and are none: misspelt ones would leave requirements untested in silence. */
export const strangersIn = (sources: readonly Environment[]): readonly string[] => [
  ...new Set(
    sources
      .flatMap((source) => Object.keys(source))
      .filter((name) => name.startsWith('RAMP_') && !Object.hasOwn(settingsTable, name)),
  ),
];
