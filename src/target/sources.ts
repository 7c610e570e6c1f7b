// The sources of settings, and the settings that each may decide. The first source with a text for a setting counts.
import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isatty } from 'node:tty';
import { parse } from 'dotenv';
import {
  codeOf,
  conflictIn,
  didYouMean,
  distance,
  readFileText,
  readPipe,
  standardInput,
  UnreadableFile,
  whyUnreadable,
} from '#lib';
import { orderRows } from '#run';
import { ownerOf, placeOf } from './formats.ts';
import type { AllGiven, Environment, GivenText, SettingSource } from './given.ts';
import { moneyPermission, problemsOf } from './rules.ts';
import { doubtAbout, trackingOf } from './secret-files.ts';
import { isOfRun, type SettingValues, settingOf, type VariableName, variableNames } from './table.ts';

const secretMembers = {
  full: 'RAMP_API_KEY',
  restricted: 'RAMP_RESTRICTED_API_KEY',
  other: 'RAMP_OTHER_API_KEY',
  headers: 'RAMP_HEADERS',
  passphrase: 'RAMP_CLIENT_KEY_PASSPHRASE',
  proxy: 'RAMP_PROXY',
} as const;

/** The settings of a file other than `.env`. */
export interface ConfiguredSettings {
  /** The texts of this source have the lowest precedence. */
  readonly texts: Environment;
  /** A named target: its settings, and the names of the variables with its keys. */
  readonly target?: {
    readonly name: string;
    readonly texts: Environment;
    readonly keys: Readonly<Record<string, string | undefined>>;
  };
  readonly keyVariables: readonly string[];
  /** Files with the private keys of its targets. */
  readonly keyFiles?: readonly string[];
  readonly production?: readonly string[];
}

export interface SettingSources {
  readonly options?: { readonly baseUrl?: string | undefined; readonly readOnly?: boolean | undefined };
  /** Read instead of `.env`. */
  readonly settingsFile?: string | undefined;
  readonly configured?: ConfiguredSettings;
  readonly cwd?: string;
  /** The keys are removed from this object. */
  readonly env?: Environment;
}

const ownOf = (variable: string, target: ConfiguredSettings['target']): string | undefined => {
  const [usual = '', file = ''] = /^(\w+?)(_FILE)?$/.exec(variable)?.slice(1) ?? [];
  const member = Object.entries(secretMembers).find(([, name]) => name === usual)?.[0];
  const own = member && target?.keys[member];
  return own && own + file;
};

export const calledBy = (target: ConfiguredSettings['target'], variable: string): string =>
  ownOf(variable, target) ?? variable;

/** True if one other source has address, money host and keys. */
export const hasNoAddress = ({ texts }: NonNullable<ConfiguredSettings['target']>): boolean =>
  (texts.RAMP_BASE_URL ?? '').trim() === '';

/** Credentials identify the caller, so they are sent only where a key is sent. */
const credentials: readonly VariableName[] = [
  ...variableNames.filter((name) => settingOf(name).secret),
  'RAMP_CLIENT_CERT',
  'RAMP_CLIENT_KEY',
];

/** True for a setting that belongs to the key, if a target has no address of its own. */
export const isBesideKey = (name: VariableName): boolean =>
  credentials.includes(name) || ['key', 'address'].includes(settingOf(name).decider);

/**
 * Of a named target, only its secrets and the settings of the run come from elsewhere: its keys are sent to no other
 * address. A target without an address takes it from the source of its keys.
 */
const forTarget = (target: ConfiguredSettings['target'], texts: Environment): Environment => {
  if (target === undefined) return texts;
  const isElsewhere = (name: VariableName): boolean =>
    isOfRun(name) || name === 'RAMP_ENVIRONMENT' || (hasNoAddress(target) && isBesideKey(name));
  const textOf = (name: VariableName): string | undefined => {
    const own = texts[ownOf(name, target) ?? '']?.trim();
    return own || (isElsewhere(name) ? texts[name] : undefined);
  };
  return Object.fromEntries(variableNames.map((name) => [name, textOf(name)]));
};

/** The first source has precedence. */
export function sourcesOf(
  { options = {}, settingsFile, configured }: SettingSources,
  environment: Environment,
  file: Pick<SettingsFile, 'texts' | 'located'>,
): readonly SettingSource[] {
  const { target, texts = {} } = configured ?? {};
  return [
    { name: '--base-url', by: 'command line', texts: { RAMP_BASE_URL: options.baseUrl } },
    { name: 'the environment', by: 'environment', texts: forTarget(target, environment) },
    {
      name: settingsFile === '-' ? 'standard input' : basename(settingsFile ?? '.env'),
      by: settingsFile === undefined ? 'folder' : 'command line',
      texts: forTarget(target, file.texts),
      located: file.located,
    },
    ...(target ? [{ name: `the target ${target.name}`, by: 'command line' as const, texts: target.texts }] : []),
    // Budgets only, which belong to the project.
    { name: 'ramp-conformance.json', by: 'environment', texts },
  ];
}

const isCalledProduction = (baseUrl: string | undefined, production: readonly string[]): boolean => {
  const serviceAt = (url = '') => (URL.canParse(url.trim()) ? ownerOf(url.trim()) : undefined);
  const own = serviceAt(baseUrl);
  return own !== undefined && production.some((url) => serviceAt(url) === own);
};

/** Blank texts count as unset. `production` counts in every source, because it only forbids. */
export function givenBy(sources: readonly SettingSource[], production: readonly string[] = []): AllGiven {
  const given: Partial<Record<VariableName, GivenText>> = {};
  for (const name of variableNames) {
    const all = sources
      .map((source) => ({ text: source.texts[name]?.trim() ?? '', source }))
      .filter(({ text }) => text);
    const cautious = name === 'RAMP_ENVIRONMENT' ? all.find(({ text }) => text !== 'sandbox') : undefined;
    const first = cautious ?? all[0];
    if (first) given[name] = first;
  }
  const last = sources.at(-1);
  if (last && isCalledProduction(given.RAMP_BASE_URL?.text, production))
    given.RAMP_ENVIRONMENT = { text: 'production', source: last };
  return given;
}

/** Problems for settings of a source that may not decide them, if a credential comes from another source. */
export const originProblems = (given: AllGiven, target: ConfiguredSettings['target']): readonly string[] =>
  credentials.flatMap((credential) => {
    const own = given[credential]?.source;
    if (own === undefined) return [];
    const isForeign = (name: VariableName): boolean => {
      const { source } = given[name] ?? {};
      if (source === undefined || source === own || source.by === 'command line') return false;
      const { decider } = settingOf(name);
      return decider === 'address' || (decider === 'order' && source.by === 'folder' && credential === 'RAMP_API_KEY');
    };
    const foreign = variableNames.filter(isForeign);
    const others = new Set(foreign.flatMap((name) => given[name]?.source ?? []));
    return [...others].map((source) => {
      const names = foreign.filter((name) => given[name]?.source === source).join(', ');
      return `${calledBy(target, credential)} comes from ${own.name}, but ${names} from ${source.name}: put all into one source, or use --settings or --base-url. The source of a key decides where the key goes and what it pays`;
    });
  });

/** Characters: enough to recognise a destination, too few to pay it. */
const shownLetters = 6;

const furtherShown: readonly VariableName[] = [
  ...credentials.filter((name) => name !== 'RAMP_API_KEY'),
  ...variableNames.filter((name) => settingOf(name).budget),
  'RAMP_AMOUNTS',
];

/** Lines that are printed before anything is sent: the sources of the key's address and of the orders. */
export function originLines(
  given: AllGiven,
  { values, readOnly, target }: { values: SettingValues; readOnly: boolean; target: ConfiguredSettings['target'] },
): readonly string[] {
  const { RAMP_BASE_URL: url } = values;
  if (url === undefined) return [];
  const from = (name: VariableName): string => {
    const { fallback } = settingOf(name);
    const source = given[name]?.source ?? given[`${name}_FILE` as VariableName]?.source;
    return source ? `from ${source.name}` : fallback === undefined ? 'not set' : `${fallback} by default`;
  };
  const key = given.RAMP_API_KEY_FILE ? 'RAMP_API_KEY_FILE' : 'RAMP_API_KEY';
  const further = furtherShown.filter((name) => given[name]);
  const destinations = orderRows.filter(({ paid }) => paid).map(({ variable }) => variable);
  const ways = destinations.flatMap((name) => {
    const to = values[name];
    return to === undefined
      ? []
      : [`${String(to).slice(0, shownLetters)}... (${name}, ${given[name] ? from(name) : 'by default'})`];
  });
  return [
    `Key ${calledBy(target, key)} ${from(key)} goes to ${placeOf(url)}; RAMP_BASE_URL ${from('RAMP_BASE_URL')}, RAMP_MONEY_HOST ${from('RAMP_MONEY_HOST')}, RAMP_ENVIRONMENT ${from('RAMP_ENVIRONMENT')}, RAMP_AMOUNT ${from('RAMP_AMOUNT')}`,
    ...(further.length === 0 ? [] : [further.map((name) => `${calledBy(target, name)} ${from(name)}`).join(', ')]),
    ...(moneyPermission(values, readOnly) === true ? [`orders send money to ${ways.join(', ')}`] : []),
  ];
}

export interface SettingsFile {
  readonly asked?: string | undefined;
  readonly found: boolean;
  readonly texts: Environment;
  /** Adds file and line of the variable to a problem, if known. */
  readonly located: (problem: string) => string;
  readonly problems: readonly string[];
  readonly doubt?: string | undefined;
}

/** Bytes; many times the size of an example with every variable. */
const maxBytes = 64 * 1024;

/** Characters. The parser of `.env` files scans the rest of a line, and empty lines, repeatedly. */
const maxLineLength = 8 * 1024;

const inputName = 'standard input';

/** A pipe can be read only once, but a call needs the text several times. */
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
  // Editors on Windows write a byte order mark before the first name.
  const text = content.replace(/^\uFEFF/, '');
  // In another encoding, lines would be lost.
  if (/[\0\uFFFD]/.test(text)) throw new UnreadableFile('is no text in UTF-8');
  const lines = text.split('\n');
  if (lines.some((line) => line.length > maxLineLength))
    throw new UnreadableFile(`has a line of more than ${maxLineLength} characters`);
  return lines;
};

/** If several lines set a variable, the last one counts. */
const locating = (file: string, lines: readonly string[]): SettingsFile['located'] => {
  const places = new Map(
    lines.map((line, at) => [/^\s*(?:export\s+)?([\w.-]+)\s*[=:]/.exec(line)?.[1], `${basename(file)}:${at + 1}`]),
  );
  return (problem) => {
    const at = places.get(problem.split(' ', 1)[0]);
    return at === undefined ? problem : `${at} ${problem}`;
  };
};

/** Keys that are cut at a `#`: without quotes it starts a comment. */
const cutKeysIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*(?:export\s+)?(\w+)[ \t]*=[ \t]*[^\s'"`#]+#/gm)]
    .map(([, variable = '']) => variable)
    .filter((variable) => /KEY|TOKEN|SECRET|PASSPHRASE|HEADERS|PROXY/.test(variable))
    .map(
      (name) =>
        `${name} ends at a #, because # begins a comment: put the value in quotes, or a space before the comment`,
    );

/** An unclosed quote includes all lines up to the next such quote, which then have no effect. */
function swallowed(lines: readonly string[]): readonly string[] {
  const problems: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, variable = '', quote = '', rest = ''] =
      /^\s*(?:export\s+)?([\w.-]+)\s*[=:]\s*(["'`])(.*)$/.exec(lines[at] ?? '') ?? [];
    if (quote === '' || rest.includes(quote)) continue;
    const closing = lines.findIndex((line, index) => index > at && line.includes(quote));
    const quotedLines = lines.slice(at + 1, closing < 0 ? undefined : closing + 1);
    if (quotedLines.some((line) => /^\s*(?:export\s+)?RAMP_/.test(line)))
      problems.push(
        `${variable} opens a quote and does not close it in the same line: close the quote, else the settings below are lost`,
      );
    if (closing > at) at = closing;
  }
  return problems;
}

/** Any line with `production` counts, also before a contrary line. */
const saysProduction = (lines: readonly string[]): boolean =>
  lines.some((line) => /^\s*(?:export\s+)?RAMP_ENVIRONMENT\s*[=:]\s*["'`]?\s*production\b/i.test(line));

/** A file that the user names must exist; the usual one may be missing. */
export function readSettingsFile(name: string | undefined, cwd: string): SettingsFile {
  const file = name === '-' ? inputName : resolve(cwd, name ?? '.env');
  let lines: readonly string[];
  try {
    // Nobody named this pipe; it may have come with the folder, and reading it would block.
    lines = linesOf(file, name !== undefined);
  } catch (error) {
    const remedy = file === inputName ? 'pipe settings into it, or name a file' : 'name a readable file';
    const isMissed = name !== undefined || codeOf(error) !== 'ENOENT';
    const problems = problemsOf(isMissed && `${file} ${whyUnreadable(error)}: ${remedy}`);
    return { found: false, texts: {}, located: (it) => it, problems };
  }
  const text = lines
    .map((line) => line.trimStart())
    .filter(Boolean)
    .join('\n');
  const located = locating(file, lines);
  const conflict = conflictIn(lines);
  const problems = [
    ...problemsOf(
      conflict !== undefined && `${basename(file)}:${conflict} is the mark of a merge conflict: resolve the conflict`,
    ),
    ...[...cutKeysIn(text), ...swallowed(lines)].map(located),
  ];
  const texts = { ...parse(text), ...(saysProduction(lines) && { RAMP_ENVIRONMENT: 'production' }) };
  const read = { asked: name && file, found: true, texts, located, problems };
  const tracking = piped.has(file) ? 'untracked' : trackingOf(file);
  const remedy = 'remove it from git (git rm --cached), add it to .gitignore, and replace its keys';
  const gitProblems = problemsOf(tracking === 'tracked' && `${file} is tracked by git: ${remedy}`);
  return { ...read, problems: [...problems, ...gitProblems], doubt: doubtAbout(file, tracking) };
}

/**
 * Problems of the wrong file: one in an encoding that hides its lines, or an unchanged copy of `.env.example`. The run
 * would test the embedded sandbox. A `.env` without any of our settings belongs to another program.
 */
export function emptyFileProblems(
  { asked, found, texts }: SettingsFile,
  keyVariables: readonly string[],
  baseUrl: string | undefined,
): readonly string[] {
  const names = [...variableNames, ...keyVariables];
  if (!found || names.some((name) => texts[name]?.trim())) return [];
  const isOurs = names.some((name) => Object.hasOwn(texts, name)) || !Object.values(texts).some((text) => text?.trim());
  return problemsOf(
    asked !== undefined &&
      '--settings names a file without any setting: name a file in UTF-8 with lines such as RAMP_BASE_URL=https://sandbox.example.com',
    asked === undefined &&
      baseUrl === undefined &&
      isOurs &&
      '.env sets no RAMP_* variable: fill in RAMP_BASE_URL, RAMP_API_KEY and your other values, or remove .env to test the embedded sandbox',
  );
}

const isPrefixed = (name: string): boolean => /^RAMP_/i.test(name);

const isSlip = (name: string): boolean => variableNames.some((each) => distance(name.toUpperCase(), each) <= 2);

/**
 * Names that look like settings and are none, because a misspelt name would silently leave requirements untested. In a
 * settings file, every name with this prefix is ours. In the environment, another program may have such names, which
 * are `foreign`.
 */
export function unknownVariablesIn(file: Environment, environment: Environment, keyVariables: readonly string[]) {
  const known: readonly string[] = [...variableNames, ...keyVariables];
  const strangersIn = (texts: Environment) =>
    Object.keys(texts).filter((name) => /^RAMP/i.test(name) && !known.includes(name));
  const inFile = strangersIn(file);
  const outside = strangersIn(environment).filter((name) => !inFile.includes(name) && environment[name]?.trim());
  const wrong = [...inFile.filter((name) => isPrefixed(name) || isSlip(name)), ...outside.filter(isSlip)];
  const others = outside.filter((name) => isPrefixed(name) && !isSlip(name));
  // A name like ours with this value is meant as a setting.
  const isProduction = (name: string) => /^prod(?:uction)?$/i.test(environment[name]?.trim() ?? '');
  const caution = 'set RAMP_ENVIRONMENT=production, so that the run sends only GET, or remove the variable';
  return {
    problems: [
      ...wrong.map(
        (name) =>
          `${name} is not a setting: take it out${didYouMean(name, variableNames) || '; .env.example lists the settings'}`,
      ),
      ...others.filter(isProduction).map((name) => `${name} is not a setting, but its value is production: ${caution}`),
    ],
    foreign: others.filter((name) => !isProduction(name)),
  };
}
