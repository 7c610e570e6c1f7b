// `ramp-conformance.json`: its schema, how it is read, and what it says of one call. A key in it is refused, and never repeated.
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { gates } from '#contract';
import { changeKindIds } from '#facts';
import { codeOf, didYouMean, isInside, line, membersAt, Refused, readFileText, readJson, whyUnreadable } from '#lib';
import { profiles } from '#run';
import { budgetName, isBudget, isOfRun, release, settingOf, variableNames } from '#target';
import type { CallOf, FileChoices } from '../call.ts';
import { choices, type OptionRow, type Options, usualConfig, type Values } from '../options.ts';
import { looksLikeKey, notA } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';

const leftOut = z.strictObject({
  what: line(120).describe('an endpoint (6 or onramp.initiate), requirement id, its beginning, or tag'),
  values: z
    .array(line(40), 'must be a list of texts')
    .min(1, 'must name something')
    .optional()
    .describe('the listed values alone that are left out, where the requirement says the same of each'),
  reason: line(300).min(10, 'must say in a sentence why').describe('why; every report gives it'),
  owner: line(120).describe('who answers for it'),
});

const budgetVariables = variableNames.filter(isBudget);

const budgets = z.strictObject(
  Object.fromEntries(
    budgetVariables.flatMap((variable) => {
      const { budget, meaning } = settingOf(variable);
      return budget ? [[budgetName(variable), budget.optional().describe(meaning)]] : [];
    }),
  ),
);

const oneOf = <Word extends string>(words: readonly Word[]) => z.enum(words, `must be one of ${words.join(', ')}`);

/** An unseen fact is no change, and no change is unseen. */
const changeClass = oneOf(['breaks', 'changed', 'more', 'least']);

const changeClasses = z.partialRecord(z.enum(changeKindIds, 'is no kind of change'), changeClass);

const maxSeed = 2 ** 31 - 1;

const memberOf = <Member extends z.ZodType>(name: keyof typeof choices, member: Member, more = '') =>
  member.optional().describe(`${choices[name].meaning}${more}`);

const placed = '; a path, seen from this file';

const members = {
  profile: memberOf('profile', oneOf(profiles)),
  gate: memberOf('gate', oneOf(gates)),
  seed: memberOf(
    'seed',
    z.union([z.literal('random'), z.int().min(-maxSeed).max(maxSeed)], 'must be random or a whole number'),
  ),
  baseline: memberOf(
    'baseline',
    z
      .string('must be a text')
      .regex(/^[\w.-]{1,64}$/, 'must be the name of a baseline: letters, digits, dots, dashes and underscores'),
  ),
  waivers: memberOf('waivers', line(400), placed),
  require: memberOf('require', z.array(line(120), 'must be a list of texts').min(1, 'must name something')),
  leaveOut: z
    .array(leftOut, 'must be a list')
    .optional()
    .describe('what the service is known not to offer; untested, with the reason in every report'),
  release: memberOf('release', release),
  reports: memberOf('reports', line(400), placed),
  budgets: budgets.optional().describe('what a run may take of the service'),
};

const settings = z.strictObject(
  Object.fromEntries(
    variableNames
      .filter((name) => !settingOf(name).secret && !isOfRun(name) && !name.endsWith('_FILE'))
      .map((name) => {
        const { schema, meaning } = settingOf(name);
        const mustBe = schema.description ?? '';
        const member = z
          .string(`must be a text: ${mustBe}`)
          .refine((text) => schema.safeParse(text.trim()).success, `must be ${mustBe}`);
        return [name, member.optional().describe(meaning)];
      }),
  ),
);

/** A key in the wrong place does not read like this. */
const keyVariable = z
  .string('must be a text')
  .max(80, 'must have at most 80 characters')
  .regex(
    /^(?=.*(?:KEY|TOKEN|SECRET))[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/,
    'must be the name of a variable with KEY, TOKEN or SECRET in it, such as STAGING_API_KEY, never a key',
  );

const target = z
  .strictObject({
    settings: settings.describe(
      'as in .env, without keys; only budgets and, where keys.proxy is not set, RAMP_PROXY are taken from elsewhere',
    ),
    keys: z
      .strictObject({
        full: keyVariable.describe('of the key with full access'),
        restricted: keyVariable.optional().describe('of the key without any permission'),
        other: keyVariable.optional().describe('of the key of another account'),
        headers: keyVariable.optional().describe('of what RAMP_HEADERS is for this target'),
        passphrase: keyVariable.optional().describe('of the passphrase of its RAMP_CLIENT_KEY'),
        proxy: keyVariable.optional().describe('of what RAMP_PROXY is for this target'),
      })
      .optional()
      .describe(
        'names of the variables in the environment or .env that hold the keys, or with _FILE behind them the names of files',
      ),
    ...members,
  })
  .check(({ value, issues }) => {
    const hasAddress = value.settings.RAMP_BASE_URL !== undefined;
    if (hasAddress === (value.keys !== undefined)) return;
    const message = hasAddress
      ? 'is missing: name the variable of its key, such as { "full": "STAGING_API_KEY" }'
      : 'is of no use without settings.RAMP_BASE_URL';
    issues.push({ code: 'custom', path: ['keys'], message, input: value.keys });
  });

const reserved = ['baselines', 'allure-results', 'allure-report'];

const targetName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be small letters, digits and dashes')
  .refine((name) => !reserved.includes(name), 'is the name of a folder of reports');

const prefixOf = (name: string): string => `${name.toUpperCase().replaceAll('-', '_')}_`;

/** A key of this tool, and of one target: else a secret of another program could be sent to any address that the file names. */
const targets = z.record(targetName, target).check(({ value, issues }) => {
  const owners = new Map<string, string>();
  for (const [name, { keys = {} }] of Object.entries(value))
    for (const [member, variable] of Object.entries(keys)) {
      if (typeof variable !== 'string') continue;
      const owner = owners.get(variable);
      owners.set(variable, name);
      const begins = ['RAMP_', prefixOf(name)];
      const path = [name, 'keys', member];
      const refuse = (message: string) => issues.push({ code: 'custom', path, message, input: variable });
      if (!begins.some((begin) => variable.startsWith(begin))) refuse(`must begin with ${begins.join(' or ')}`);
      else if (owner !== undefined && owner !== name) refuse(`names the variable of the target ${owner} too`);
    }
});

/** `ramp-conformance.json`. Paths in it are seen from its folder. */
export const configSchema = z
  .strictObject({
    $schema: z.string('must be a text').optional(),
    ...members,
    changes: changeClasses
      .optional()
      .describe('kinds of changes whose class is raised or lowered, for compare and baselines'),
    targets: targets.optional().describe('services by name, for --target'),
  })
  .meta({ title: 'Settings of ramp-conformance without secrets' });

type ConfigFile = z.infer<typeof configSchema>;

type Path = readonly PropertyKey[];

interface Problem {
  readonly path: Path;
  readonly problem: string;
}

const remedy = 'a key never stands in this file; set RAMP_API_KEY in the environment or in .env, and replace this one';

/** Addresses and accounts look as if they were drawn. */
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
    problem: isNamed ? `is named after a key: ${remedy}` : `is no member of this file${hint}`,
  };
};

type Issue = NonNullable<ReturnType<typeof configSchema.safeParse>['error']>['issues'][number];

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (within, part) => (typeof within === 'object' && within !== null ? Reflect.get(within, part) : undefined),
    value,
  );

const kinds: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

/** Replaces the words that zod has for a wrong type. */
const plain = (message: string): string =>
  message.replace(
    /^Invalid input: expected (?:an? )?(\w+),.*/,
    (_, type: string) => `must be ${kinds[type] ?? `a ${type}`}`,
  );

const problemsOf = (issue: Issue, value: unknown): Problem[] => {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownMember(path, name));
  if (issue.code === 'invalid_key') return [{ path, problem: issue.issues[0]?.message ?? 'cannot be a name' }];
  const isMissing = issue.code !== 'custom' && valueAt(value, path) === undefined;
  return [{ path, problem: isMissing ? 'is missing' : plain(issue.message) }];
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
 * @param shown - the file as a person knows it
 * @throws Refused with every problem and its line; no value is repeated, because it may be a key
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

/** Thousands of targets. */
const maxBytes = 1024 ** 2;

/**
 * The text of a configuration file; undefined where the usual one is absent.
 * @throws Refused
 */
function readText(file: string, wasAsked: boolean): string | undefined {
  try {
    return readFileText(file, maxBytes).replace(/^\ufeff/, '');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !wasAsked) return undefined;
    throw new Refused(`${wasAsked ? 'the file of --config' : 'ramp-conformance.json'} ${whyUnreadable(error)}`);
  }
}

const budgetTexts = (budgets: ConfigFile['budgets'] = {}) =>
  Object.fromEntries(
    budgetVariables.flatMap((variable) => {
      const value = budgets[budgetName(variable)];
      return value === undefined ? [] : [[variable, String(value)]];
    }),
  );

/** Settings without secrets that name a file. */
const fileSettings = ['RAMP_CA_CERT', 'RAMP_CLIENT_CERT', 'RAMP_CLIENT_KEY'] as const;

type TargetEntry = NonNullable<ConfigFile['targets']>[string];

function targetIn({ targets = {} }: ConfigFile, name: string, shown: string): TargetEntry {
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target) return target;
  const names = Object.keys(targets);
  const known = names.length === 0 ? `${shown} names none` : `${shown} has ${names.join(', ')}`;
  throw new Refused(notA(name, 'target', names, `: ${known}`));
}

/** A command that takes no `--config` has none. */
const noFileChoices: FileChoices = {
  text: '',
  settings: { texts: {}, keyVariables: [], production: [] },
  leaveOut: [],
  classes: {},
  defaults: {},
};

/**
 * Reads the configuration file.
 * @throws Refused for a file or a target that is not there, and a file that cannot be used
 */
function readFileChoices(cwd: string, config?: string, name?: string): FileChoices {
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
      `reports of ${shown} leads out of its folder, where the reports of others may be; name it by --reports`,
    );
  /** A path of the file as one that is seen from here. */
  const fromHere = (each: string | undefined) => each && (relative(cwd, resolve(dirname(path), each)) || '.');
  const filesOf = (texts: TargetEntry['settings']) =>
    Object.fromEntries(fileSettings.map((name) => [name, fromHere(texts[name]?.trim())]));
  return {
    text: content ?? '',
    settings: {
      texts: budgetTexts(file.budgets),
      keyVariables,
      production: Object.entries(file.targets ?? {}).flatMap(
        ([
          each,
          {
            settings: { RAMP_BASE_URL: url, RAMP_ENVIRONMENT: is },
          },
        ]) => (url !== undefined && (is?.trim() === 'production' || /^prod(?:uction)?$/.test(each)) ? [url] : []),
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

/** The file speaks to several commands, and each has its own options and words. */
const fits = ({ words, fallback }: OptionRow, value: unknown): boolean =>
  words ? words.some((word) => word === value) : Array.isArray(fallback) === Array.isArray(value);

/**
 * What a command is called with, after commander has read its arguments: what was typed, else what the configuration file says.
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
    say: (text) => people.write(`${text}\n`),
  };
}
