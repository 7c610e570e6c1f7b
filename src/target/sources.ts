// Where settings come from, and what each source may decide. The first source that has a text for a setting gives it.
import { basename } from 'node:path';
import type { Environment, SettingsFile } from './env-file.ts';
import { placeOf } from './formats.ts';
import { moneyPermission } from './rules.ts';
import { isOfRun, type SettingValues, settingOf, type VariableName, variableNames } from './table.ts';

interface SettingSource {
  /** As a person knows it. */
  readonly name: string;
  /** Who chose it: somebody for this run, the owner of the environment or of the project, or nobody who is known. */
  readonly by: 'command line' | 'environment' | 'folder';
  readonly texts: Environment;
  /** Of a settings file: adds to a problem the line that set its variable. */
  readonly located?: SettingsFile['located'];
}

export interface GivenText {
  readonly text: string;
  readonly source: SettingSource;
}

/** What the sources give, by setting. */
export type AllGiven = Readonly<Partial<Record<VariableName, GivenText>>>;

/** The secrets of a named target, by their member among its `keys`, which names a variable for each. */
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
  /** Yields to every other source. */
  readonly texts: Environment;
  /** What belongs to it stands there, and its keys in variables of their own. */
  readonly target?: {
    readonly name: string;
    readonly texts: Environment;
    readonly keys: Readonly<Record<string, string | undefined>>;
  };
  /** Every variable in which it says that a key is, of any target. */
  readonly keyVariables: readonly string[];
  /** Addresses of the targets that it calls production. */
  readonly production?: readonly string[];
}

export interface SettingSources {
  readonly options?: { readonly baseUrl?: string | undefined; readonly readOnly?: boolean | undefined };
  /** Read instead of `.env`. */
  readonly settingsFile?: string | undefined;
  readonly configured?: ConfiguredSettings;
  readonly cwd?: string;
  /** The keys are taken out of it. */
  readonly env?: Environment;
}

/** The variable that a named target has of its own for a secret, or for the file of one. */
const ownOf = (variable: string, target: ConfiguredSettings['target']): string | undefined => {
  const [usual = '', file = ''] = /^(\w+?)(_FILE)?$/.exec(variable)?.slice(1) ?? [];
  const member = Object.entries(secretMembers).find(([, name]) => name === usual)?.[0];
  const own = member && target?.keys[member];
  return own && own + file;
};

/** The variable as it is called where it is set. */
export const calledBy = (target: ConfiguredSettings['target'], variable: string): string =>
  ownOf(variable, target) ?? variable;

/** Of a named target only its secrets stand elsewhere, and what belongs to the run: its keys go to no other address. */
const forTarget = (target: ConfiguredSettings['target'], texts: Environment): Environment => {
  if (target === undefined) return texts;
  const textOf = (name: VariableName): string | undefined => {
    const own = texts[ownOf(name, target) ?? '']?.trim();
    return own || (isOfRun(name) || name === 'RAMP_ENVIRONMENT' ? texts[name] : undefined);
  };
  return Object.fromEntries(variableNames.map((name) => [name, textOf(name)]));
};

/** The sources of a call, the first that counts first. */
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
    // Budgets alone, which belong to the project.
    { name: 'ramp-conformance.json', by: 'environment', texts },
  ];
}

/** True where the configuration file calls a target of this host production, by its name or its setting. */
const isCalledProduction = (baseUrl: string | undefined, production: readonly string[]): boolean => {
  const hostOf = (url = '') => (URL.canParse(url.trim()) ? new URL(url.trim()).host : undefined);
  const own = hostOf(baseUrl);
  return own !== undefined && production.some((url) => hostOf(url) === own);
};

/** Blank texts give nothing. Production counts wherever it is said: it only ever forbids. */
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

/** They show who calls, so that they go no further than a key does. */
const credentials: readonly VariableName[] = [
  ...variableNames.filter((name) => settingOf(name).secret),
  'RAMP_CLIENT_CERT',
  'RAMP_CLIENT_KEY',
];

/** Settings that stand in a source which has no say in them, beside a credential of another. */
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
      return `${calledBy(target, credential)} is from ${own.name}, and ${names} from ${source.name}: let all stand in one of them, name the file with --settings, or the address with --base-url: a key goes only where its own source says, and pays only what that says`;
    });
  });

const destinations = ['RAMP_ONRAMP_ADDRESS', 'RAMP_LIGHTNING_ADDRESS', 'RAMP_DEPOSIT_ACCOUNT_NUMBER'] as const;

/** Enough to tell a destination from another, and too little to pay it. */
const shownLetters = 6;

/** Told only where a source gives them. */
const furtherTold: readonly VariableName[] = [
  ...credentials.filter((name) => name !== 'RAMP_API_KEY'),
  ...variableNames.filter((name) => settingOf(name).budget),
  'RAMP_AMOUNTS',
];

/** Says, before anything is sent, which source decides where a key goes, and what orders pay. */
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
  const further = furtherTold.filter((name) => given[name]);
  const ways = destinations.flatMap((name) => {
    const to = values[name];
    return to === undefined
      ? []
      : [`${to.slice(0, shownLetters)}... (${name}, ${given[name] ? from(name) : 'by default'})`];
  });
  return [
    `Key ${calledBy(target, key)} ${from(key)} goes to ${placeOf(url)}; address ${from('RAMP_BASE_URL')}, money host ${from('RAMP_MONEY_HOST')}, environment ${from('RAMP_ENVIRONMENT')}, amount ${from('RAMP_AMOUNT')}`,
    ...(further.length === 0 ? [] : [further.map((name) => `${calledBy(target, name)} ${from(name)}`).join(', ')]),
    ...(moneyPermission(values, readOnly) === true ? [`orders pay ${ways.join(', ')}`] : []),
  ];
}
