// `ramp-conformance.json`: reads the file and its values for one call. A key in it is refused, and never repeated.
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import {
  codeOf,
  didYouMean,
  formProblem,
  isInside,
  membersAt,
  Refused,
  readFileText,
  readJson,
  whyUnreadable,
} from '#lib';
import { budgetName } from '#target';
import type { CallOf, FileChoices } from '../call.ts';
import { type OptionRow, type Options, usualConfig, type Values } from '../options.ts';
import { fitted } from '../terminal/fit.ts';
import { looksLikeKey, notA } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { budgetVariables, type ConfigFile, configSchema } from './config-schema.ts';

type Path = readonly PropertyKey[];

interface Problem {
  readonly path: Path;
  readonly problem: string;
}

const remedy =
  'this file must not contain a key; set RAMP_API_KEY in the environment or in .env, and ask for a new key';

/** Addresses and account numbers look random, but are no keys. */
const isDrawnByNature = (path: Path): boolean =>
  path[2] === 'settings' && /ADDRESS|ACCOUNT_NUMBER|_ID$/.test(String(path[3]));

const keyProblems = (value: unknown, path: Path = []): Problem[] => {
  if (typeof value === 'string') {
    const isKey = path[0] !== '$schema' && !isDrawnByNature(path) && looksLikeKey(value);
    return isKey ? [{ path, problem: `looks like a key: ${remedy}` }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const members: Iterable<[PropertyKey, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [...members].flatMap(([name, member]) => keyProblems(member, [...path, name]));
};

const unknownMember = (path: Path, name: string): Problem => {
  const isNamed = /key|token|secret|passw|pwd|authoriz|bearer|credential/i.test(name);
  const hint = didYouMean(name, membersAt(configSchema, path));
  return {
    path: [...path, name],
    problem: isNamed ? `has the name of a key: ${remedy}` : `is no member of this file${hint}`,
  };
};

type Issue = NonNullable<ReturnType<typeof configSchema.safeParse>['error']>['issues'][number];

const problemsOf = (issue: Issue, value: unknown): Problem[] => {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownMember(path, name));
  if (issue.code === 'invalid_key') return [{ path, problem: issue.issues[0]?.message ?? 'cannot be a name' }];
  return [{ path, problem: formProblem(issue, value) }];
};

/** A name in the file may be a key. */
const segment = (part: PropertyKey): string => {
  const text = String(part);
  return /^[\w.$-]{1,64}$/.test(text) && !looksLikeKey(text) ? text : 'a member';
};

const refusal = (problems: readonly string[]): Refused =>
  new Refused(`the configuration file cannot be used\n${problems.map((each) => `  ${each}`).join('\n')}`);

/**
 * Parses a configuration file.
 * @param shown - the path of the file, as the user knows it
 * @throws Refused with every problem and its line. No value is repeated, because it may be a key.
 */
export function parseConfig(text: string, shown: string): ConfigFile {
  const { value, lineOf } = readJson(text, (line, problem) => refusal([`${shown}:${line} ${problem}`]));
  const print = ({ path, problem }: Problem): string =>
    `${shown}:${lineOf(path)} ${path.map(segment).join('.') || 'the file'} ${problem}`;
  const keys = keyProblems(value);
  if (keys.length > 0) throw refusal(keys.map(print));
  const { data, error } = configSchema.safeParse(value);
  if (data) return data;
  throw refusal(error.issues.flatMap((issue) => problemsOf(issue, value)).map(print));
}

/** Enough bytes for thousands of targets. */
const maxBytes = 1024 ** 2;

/**
 * The text of a configuration file; undefined if the default file does not exist.
 * @throws Refused
 */
function readText(file: string, wasAsked: boolean): string | undefined {
  try {
    return readFileText(file, maxBytes).replace(/^\ufeff/, '');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !wasAsked) return undefined;
    throw new Refused(
      `${wasAsked ? 'the file of --config' : 'ramp-conformance.json'} ${whyUnreadable(error)}; name another file with --config`,
    );
  }
}

const budgetTexts = (budgets: ConfigFile['budgets'] = {}) =>
  Object.fromEntries(
    budgetVariables.flatMap((variable) => {
      const value = budgets[budgetName(variable)];
      return value === undefined ? [] : [[variable, String(value)]];
    }),
  );

const fileSettings = ['RAMP_CA_CERT', 'RAMP_CLIENT_CERT', 'RAMP_CLIENT_KEY'] as const;

type TargetEntry = NonNullable<ConfigFile['targets']>[string];

function targetIn({ targets = {} }: ConfigFile, name: string, shown: string): TargetEntry {
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target) return target;
  const names = Object.keys(targets);
  const known = names.length === 0 ? `${shown} names none` : `${shown} has ${names.join(', ')}`;
  throw new Refused(notA(name, 'target', names, `: ${known}`));
}

const noFileChoices: FileChoices = {
  text: '',
  settings: { texts: {}, keyVariables: [], production: [] },
  leaveOut: [],
  classes: {},
  defaults: {},
};

/**
 * Reads the configuration file.
 * @throws Refused for a missing file or target, and for a file that cannot be used
 */
export function readFileChoices(cwd: string, config?: string, name?: string): FileChoices {
  const path = resolve(cwd, config ?? usualConfig);
  const content = readText(path, config !== undefined);
  const shown = basename(path);
  const file: ConfigFile = content === undefined ? {} : parseConfig(content, shown);
  const target = name === undefined ? undefined : targetIn(file, name, shown);
  const keyVariables = Object.values(file.targets ?? {}).flatMap(({ keys = {} }) =>
    Object.values(keys).flatMap((each) => (each === undefined ? [] : [each, `${each}_FILE`])),
  );
  const { profile, gate, seed, baseline, waivers, require, release, leaveOut = [] } = { ...file, ...target };
  const reports = name === undefined ? file.reports : (target?.reports ?? join(file.reports ?? 'reports', name));
  if (reports !== undefined && !isInside(resolve(dirname(path), reports), dirname(path)))
    throw new Refused(
      `reports of ${shown} leads out of the folder of this file, where other reports may be; use --reports for such a folder`,
    );
  const fromHere = (each: string | undefined) => each && (relative(cwd, resolve(dirname(path), each)) || '.');
  const filesOf = (texts: TargetEntry['settings']) =>
    Object.fromEntries(fileSettings.map((name) => [name, fromHere(texts[name]?.trim())]));
  return {
    text: content ?? '',
    settings: {
      texts: budgetTexts(file.budgets),
      keyVariables,
      keyFiles: Object.values(file.targets ?? {}).flatMap(({ settings }) => fromHere(settings.RAMP_CLIENT_KEY) ?? []),
      production: Object.entries(file.targets ?? {}).flatMap(
        ([
          each,
          {
            settings: { RAMP_BASE_URL: url, RAMP_ENVIRONMENT: is },
          },
        ]) => (url !== undefined && (is?.trim() === 'production' || /^prod(?:uction)?$/i.test(each)) ? [url] : []),
      ),
      ...(name !== undefined &&
        target && {
          target: {
            name,
            texts: { ...target.settings, ...filesOf(target.settings), ...budgetTexts(target.budgets) },
            keys: target.keys ?? {},
          },
        }),
    },
    leaveOut,
    classes: file.changes ?? {},
    ...((file.report || target?.report) && { report: { ...file.report, ...target?.report } }),
    defaults: {
      profile,
      gate,
      baseline,
      require,
      release,
      seed: seed === undefined ? undefined : String(seed),
      waivers: fromHere(waivers),
      reports: fromHere(reports),
    },
  };
}

/** The file is for several commands, and each command has options and words of its own. */
const fits = ({ words, fallback }: OptionRow, value: unknown): boolean =>
  words ? words.some((word) => word === value) : Array.isArray(fallback) === Array.isArray(value);

/**
 * The values of a command after commander has read its arguments: typed values, else those of the configuration file.
 * @throws Refused for a file that cannot be used
 */
export function callOf<Of extends Options>(options: Of, command: Command, terminal: Terminal): CallOf<Of> {
  const typed = new Set(Object.keys(options).filter((name) => command.getOptionValueSource(name) === 'cli'));
  const { config, json, target } = command.opts();
  const file = options.config ? readFileChoices(terminal.cwd, config, target) : noFileChoices;
  for (const [name, value] of Object.entries(file.defaults)) {
    const row = options[name];
    if (row && value !== undefined && !typed.has(name) && fits(row, value)) command.setOptionValue(name, value);
  }
  const people = json === true ? terminal.err : terminal.out;
  return {
    terminal,
    all: command.args,
    argument: command.args[0],
    options: command.opts<Values<Of>>(),
    typed,
    file,
    people,
    say: (text) => people.write(`${people.live ? fitted(text, people.width) : text}\n`),
  };
}
