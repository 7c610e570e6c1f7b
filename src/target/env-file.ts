import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isatty } from 'node:tty';
import { parse } from 'dotenv';
import {
  codeOf,
  didYouMean,
  distance,
  readFileText,
  readPipe,
  standardInput,
  UnreadableFile,
  whyUnreadable,
} from '#lib';
import { problemIf } from './rules.ts';
import { doubtAbout, trackingOf } from './secret-files.ts';
import { variableNames, variables } from './table.ts';

export type Environment = Record<string, string | undefined>;

export interface SettingsFile {
  readonly asked?: string | undefined;
  readonly found: boolean;
  readonly texts: Environment;
  /** Puts before a problem the file and line that set its variable, where one does. */
  readonly located: (problem: string) => string;
  readonly problems: readonly string[];
  readonly doubt?: string | undefined;
}

/** Many times the example with every variable. */
const maxBytes = 64 * 1024;

/** The parser of `.env` files goes over the rest of a line, and over empty lines, again and again. */
const maxLineLength = 8 * 1024;

const inputName = 'standard input';

const absentFile = (file: string, asked: string | undefined, error: unknown): readonly string[] =>
  problemIf(
    asked !== undefined || codeOf(error) !== 'ENOENT',
    `${file} ${whyUnreadable(error)}: ${file === inputName ? 'pipe settings into it, or name a file' : 'name a readable file'}`,
  );

/** What has come through pipes: it comes once, and a call asks several times. */
const piped = new Map<string, string>();

function readPiped(file: string): string {
  const before = piped.get(file);
  if (before !== undefined) return before;
  if (file === inputName && isatty(standardInput)) throw new UnreadableFile('is a terminal');
  const text = readPipe(file === inputName ? standardInput : file, maxBytes);
  piped.set(file, text);
  return text;
}

const isPipe = (file: string): boolean =>
  file === inputName || (statSync(file, { throwIfNoEntry: false })?.isFIFO() ?? false);

const linesOf = (file: string, mayBePipe: boolean): readonly string[] => {
  const content = mayBePipe && isPipe(file) ? readPiped(file) : readFileText(file, maxBytes);
  // Editors of Windows put a mark before the first name.
  const text = content.replace(/^\uFEFF/, '');
  // Of a file in another encoding, lines would be lost.
  if (/[\0\uFFFD]/.test(text)) throw new UnreadableFile('is no text in UTF-8');
  const lines = text.split('\n');
  if (lines.some((line) => line.length > maxLineLength))
    throw new UnreadableFile(`has a line of more than ${maxLineLength} characters`);
  return lines;
};

/** Says where in a file a variable is set; the last of several lines counts. */
const locating = (file: string, lines: readonly string[]): SettingsFile['located'] => {
  const places = new Map(
    lines.map((line, at) => [/^\s*(?:export\s+)?([\w.-]+)\s*[=:]/.exec(line)?.[1], `${basename(file)}:${at + 1}`]),
  );
  return (problem) => {
    const at = places.get(problem.split(' ', 1)[0]);
    return at === undefined ? problem : `${at} ${problem}`;
  };
};

/** Keys that end at a # within them, which begins a comment where no quotes stand around the value. */
const cutKeysIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*(?:export\s+)?(\w+)[ \t]*=[ \t]*[^\s'"`#]+#/gm)].flatMap(([, variable = '']) =>
    problemIf(
      /KEY|TOKEN|SECRET|PASSPHRASE|HEADERS|PROXY/.test(variable),
      `${variable} is cut at a #: a # begins a comment: put the value in quotes, or a space before a comment`,
    ),
  );

/** A quote that its line does not close takes the lines up to the next such quote for its own, and they say nothing then. */
function swallowed(lines: readonly string[]): readonly string[] {
  const problems: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, variable = '', quote = '', rest = ''] =
      /^\s*(?:export\s+)?([\w.-]+)\s*[=:]\s*(["'`])(.*)$/.exec(lines[at] ?? '') ?? [];
    if (quote === '' || rest.includes(quote)) continue;
    const closing = lines.findIndex((line, index) => index > at && line.includes(quote));
    const taken = lines.slice(at + 1, closing < 0 ? undefined : closing + 1);
    const isLost = taken.some((line) => /^\s*(?:export\s+)?RAMP_/.test(line));
    const remedy = 'close it: the settings below are lost';
    problems.push(...problemIf(isLost, `${variable} opens a quote that its line does not close: ${remedy}`));
    if (closing > at) at = closing;
  }
  return problems;
}

/** Any line that says production counts, also where a later one says otherwise. */
const saysProduction = (lines: readonly string[]): boolean =>
  lines.some((line) => /^\s*(?:export\s+)?RAMP_ENVIRONMENT\s*[=:]\s*["'`]?\s*production\b/i.test(line));

/** A file that was asked for must be there; the usual one may be missing. */
export function readSettingsFile(name: string | undefined, cwd: string): SettingsFile {
  const file = name === '-' ? inputName : resolve(cwd, name ?? '.env');
  let lines: readonly string[];
  try {
    // A pipe that nobody named may have come with the folder, to be waited for.
    lines = linesOf(file, name !== undefined);
  } catch (error) {
    return { found: false, texts: {}, located: (it) => it, problems: absentFile(file, name, error) };
  }
  const text = lines
    .map((line) => line.trimStart())
    .filter(Boolean)
    .join('\n');
  const located = locating(file, lines);
  const problems = [...cutKeysIn(text), ...swallowed(lines)].map(located);
  const texts = { ...parse(text), ...(saysProduction(lines) && { RAMP_ENVIRONMENT: 'production' }) };
  const read = { asked: name && file, found: true, texts, located, problems };
  const tracking = piped.has(file) ? 'untracked' : trackingOf(file);
  const remedy = 'take it out of git (git rm --cached), ignore it, and replace the keys that it held';
  const ofGit = problemIf(tracking === 'tracked', `${file} is tracked by git: ${remedy}`);
  return { ...read, problems: [...problems, ...ofGit], doubt: doubtAbout(file, tracking) };
}

/**
 * The wrong file, one in an encoding that hides its lines, or a copy of `.env.example` that nobody has filled in: a run of the
 * embedded sandbox would come of it. An `.env` without a line of ours that sets something is another program's.
 */
export function emptyFileProblems(
  { asked, found, texts }: SettingsFile,
  keyVariables: readonly string[],
  baseUrl: string | undefined,
): readonly string[] {
  const names = [...variableNames, ...keyVariables];
  if (!found || names.some((name) => texts[name]?.trim())) return [];
  if (asked !== undefined)
    return problemIf(
      true,
      '--settings names a file without any setting: name a file in UTF-8 with lines such as RAMP_BASE_URL=https://sandbox.example.com',
    );
  const isOurs = names.some((name) => Object.hasOwn(texts, name)) || !Object.values(texts).some((text) => text?.trim());
  return problemIf(
    baseUrl === undefined && isOurs,
    '.env sets no RAMP_* variable: fill in RAMP_BASE_URL, RAMP_API_KEY and what else you have, or remove it to test the embedded sandbox',
  );
}

const isPrefixed = (name: string): boolean => /^RAMP_/i.test(name);

/** By two letters at most. */
const isSlip = (name: string): boolean => variableNames.some((each) => distance(name.toUpperCase(), each) <= 2);

const strangersIn = (texts: Environment): readonly string[] =>
  Object.keys(texts).filter((name) => /^RAMP/i.test(name) && !Object.hasOwn(variables.shape, name));

/**
 * Names that look like settings and are none: a misspelt one would silently leave requirements untested. A file of settings holds
 * nothing else with this prefix; in the environment another program may have other names, which are `foreign`.
 */
export function unknownVariablesIn(file: Environment, environment: Environment) {
  const inFile = strangersIn(file);
  const outside = strangersIn(environment).filter((name) => !inFile.includes(name) && environment[name]?.trim());
  const wrong = [...inFile.filter((name) => isPrefixed(name) || isSlip(name)), ...outside.filter(isSlip)];
  const others = outside.filter((name) => isPrefixed(name) && !isSlip(name));
  // Whoever says so under a name that is not ours means it all the same.
  const isProduction = (name: string) => /^prod(?:uction)?$/i.test(environment[name]?.trim() ?? '');
  const known = '; .env.example lists the settings';
  const caution = 'set RAMP_ENVIRONMENT=production, by which only GET is sent, or take it out';
  return {
    problems: [
      ...wrong.flatMap((name) =>
        problemIf(true, `${name} is not a setting: take it out${didYouMean(name, variableNames) || known}`),
      ),
      ...others.flatMap((name) =>
        problemIf(isProduction(name), `${name} is not a setting, and says production: ${caution}`),
      ),
    ],
    foreign: others.filter((name) => !isProduction(name)),
  };
}
