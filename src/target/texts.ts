import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'dotenv';
import { trackingOf } from './git-index.ts';
import type { SettingProblem } from './problem.ts';
import { type Values, type VariableName, variableNames, variableOf } from './table.ts';

export type Environment = Record<string, string | undefined>;

/** Texts of the variables that are set, from whichever source counts. */
export type Texts = Readonly<Partial<Record<VariableName, string>>>;

export interface SettingsFile {
  /** As it was named, for a file that was asked for. */
  readonly asked?: string;
  /** Whether there is such a file. */
  readonly found: boolean;
  readonly texts: Environment;
  readonly problems: readonly SettingProblem[];
  readonly note?: string;
}

/** Editors of Windows put a mark before the first name. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

const absentFile = (file: string, asked: string | undefined, error: unknown): SettingProblem[] => {
  const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  if (missing && asked === undefined) return [];
  const problem = missing ? 'does not exist' : 'cannot be read';
  return [{ variable: file, problem, remedy: 'name a readable file' }];
};

/** A file that was asked for must be there; the usual one may be missing. */
export function readSettingsFile(asked: string | undefined, cwd: string): SettingsFile {
  const file = resolve(cwd, asked ?? '.env');
  let text: string;
  try {
    text = withoutMark(readFileSync(file, 'utf8'));
  } catch (error) {
    return { found: false, texts: {}, problems: absentFile(file, asked, error) };
  }
  const read = { ...(asked === undefined ? {} : { asked: file }), found: true, texts: parse(text) };
  const tracking = trackingOf(file);
  if (tracking === 'unknown')
    return {
      ...read,
      problems: [],
      note: `Whether git tracks ${file} is not known: its index cannot be read`,
    };
  if (tracking === 'untracked') return { ...read, problems: [] };
  const remedy = 'take it out of git (git rm --cached), ignore it, and replace the keys that it held';
  return { ...read, problems: [{ variable: file, problem: 'is tracked by git', remedy }] };
}

const secretNames = variableNames.filter((name) => variableOf(name).secret);

/** Takes the keys out of the environment, so that no process that is started later inherits them. */
export function withdrawKeys(env: Environment, others: readonly string[] = []): Environment {
  const copy = { ...env };
  for (const name of [...secretNames, ...others]) delete env[name];
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

interface Parsed {
  readonly value: unknown;
  readonly problem?: SettingProblem;
}

const parseVariable = (name: VariableName, text: string | undefined): Parsed => {
  const { form, fallback } = variableOf(name);
  const usual = fallback === undefined ? undefined : form.schema.parse(fallback);
  if (text === undefined) return { value: usual };
  const parsed = form.schema.safeParse(text);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  // Only the base URL has messages of its own.
  const right = name === 'RAMP_BASE_URL' && issue?.code === 'custom' ? issue.message : form.right;
  const unset = fallback === undefined ? '' : `, or leave it out for ${fallback}`;
  const problem = { variable: name, problem: 'cannot be used', remedy: `it must be ${right}${unset}` };
  return { value: usual, problem };
};

/** Reads every text; a wrong one counts as unset, so that the others are still checked. */
export function parseTexts(texts: Texts): { values: Values; problems: SettingProblem[] } {
  const parsed = variableNames.map((name) => [name, parseVariable(name, texts[name])] as const);
  return {
    // The table gives each variable its type, so the record follows from it and not from this loop.
    values: Object.fromEntries(parsed.map(([name, { value }]) => [name, value])) as Values,
    problems: parsed.flatMap(([, { problem }]) => problem ?? []),
  };
}
