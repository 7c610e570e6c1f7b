import {
  baseUrlProblems,
  type ConfiguredSettings,
  notesOnTarget,
  renamedProblem,
  sourcesOfTarget,
} from './named-target.ts';
import { type SettingProblem, UnusableSettings } from './problem.ts';
import { moneyPermission, problemsBetween } from './rules.ts';
import { type Settings, settle } from './settings.ts';
import { strangersIn } from './strangers.ts';
import { type VariableName, variableNames, variableOf } from './table.ts';
import {
  type Environment,
  parseTexts,
  readSettingsFile,
  type SettingsFile,
  type Texts,
  textsFrom,
  withdrawKeys,
} from './texts.ts';

export interface SettingSources {
  readonly options?: { readonly baseUrl?: string; readonly readOnly?: boolean };
  /** Read in place of `.env`. */
  readonly settingsFile?: string;
  readonly configured?: ConfiguredSettings;
  readonly cwd?: string;
  /** The keys are taken out of it. */
  readonly env?: Environment;
}

const trustProblems = (env: Environment): SettingProblem[] => {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return [];
  const remedy = 'unset it; trust a private authority with NODE_EXTRA_CA_CERTS instead';
  return [{ variable: 'NODE_TLS_REJECT_UNAUTHORIZED', problem: 'is 0, so any server is trusted', remedy }];
};

const optionProblems = (baseUrl: string | undefined): SettingProblem[] => {
  if (baseUrl === undefined || baseUrl.trim() !== '') return [];
  const remedy = 'give the URL of the target, or leave the option out to test the embedded sandbox';
  return [{ variable: '--base-url', problem: 'is empty', remedy }];
};

/** What `.env` sets is of another program, and it has no line of ours. */
const isForeign = (texts: Environment, names: readonly string[]): boolean =>
  !names.some((name) => Object.hasOwn(texts, name)) && Object.values(texts).some((text) => text?.trim());

/**
 * The wrong file, one in an encoding that hides its lines, or a copy of `.env.example` that nobody has filled in: a run of the
 * embedded sandbox would come of it.
 */
const fileProblems = (
  { asked, found, texts }: SettingsFile,
  { keyVariables }: ConfiguredSettings,
  { RAMP_BASE_URL: baseUrl }: Texts,
): SettingProblem[] => {
  const names = [...variableNames, ...keyVariables];
  if (!found || names.some((name) => texts[name]?.trim())) return [];
  if (asked !== undefined) {
    const remedy = 'name a file in UTF-8 with lines such as RAMP_BASE_URL=https://sandbox.example.com';
    return [{ variable: '--settings', problem: 'names a file without any setting', remedy }];
  }
  if (baseUrl !== undefined || isForeign(texts, names)) return [];
  const remedy =
    'fill in RAMP_BASE_URL, RAMP_API_KEY and what else you have, or remove it to test the embedded sandbox';
  return [{ variable: '.env', problem: 'sets no RAMP_* variable', remedy }];
};

/** Set for a service, and of no use to the embedded sandbox, which has its own. */
const unusedIn = (texts: Texts): readonly string[] => {
  const used = ['RAMP_ENVIRONMENT', 'RAMP_QUIET_ACCOUNT'];
  return variableNames.filter(
    (name) => texts[name] !== undefined && !used.includes(name) && variableOf(name).group !== 'Budgets',
  );
};

/** A service of somebody else may not know what these stand for, and then refuses orders that seem right. */
const guessable: readonly VariableName[] = [
  'RAMP_DEPOSIT_ACCOUNT_NUMBER',
  'RAMP_ONRAMP_CHAIN',
  'RAMP_ONRAMP_ADDRESS',
  'RAMP_OFFRAMP_CHAIN',
  'RAMP_OFFRAMP_SENDER_ADDRESS',
];

const notesOn = (texts: Texts, foreign: readonly string[], guessed: readonly string[]): readonly string[] => {
  const unused = texts.RAMP_BASE_URL === undefined ? unusedIn(texts) : [];
  return [
    ...(guessed.length === 0 ? [] : [`Orders are made with the defaults of ${guessed.join(', ')}`]),
    ...foreign.map((name) => `${name} is not a setting and is left alone; .env.example lists the settings`),
    ...(unused.length === 0
      ? []
      : [`RAMP_BASE_URL is not set: the embedded sandbox is tested, without ${unused.join(', ')}`]),
  ];
};

const without = (texts: Environment, names: readonly string[]): Environment =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)));

/**
 * Settles the settings from option, environment, settings file, what is configured, and default, in this order. Of a named
 * target only its own count, and the budgets.
 * @throws UnusableSettings with every problem at once.
 */
export function readSettings(sources: SettingSources = {}): Settings {
  const { options = {}, settingsFile, cwd = process.cwd(), env = process.env } = sources;
  const { configured = { texts: {}, keyVariables: [] } } = sources;
  const { baseUrl, readOnly = false } = options;
  const { target, keyVariables } = configured;
  const environment = withdrawKeys(env, keyVariables);
  const file = readSettingsFile(settingsFile, cwd);
  const both = { environment, file: file.texts };
  const usual = [{ RAMP_BASE_URL: baseUrl }, environment, file.texts];
  const texts = textsFrom([...(target ? sourcesOfTarget(target, both) : usual), configured.texts]);
  const { values, problems } = parseTexts(texts);
  const strangers = strangersIn(without(file.texts, keyVariables), without(environment, keyVariables));
  const all = [
    ...file.problems,
    ...fileProblems(file, configured, texts),
    ...strangers.problems,
    ...optionProblems(baseUrl),
    ...trustProblems(environment),
    ...baseUrlProblems(target, baseUrl),
    ...[...problems, ...problemsBetween(values, texts)].map(renamedProblem(target)),
  ];
  if (all.length > 0) throw new UnusableSettings(all);
  const orders = values.RAMP_BASE_URL !== undefined && moneyPermission(values, readOnly) === true;
  const guessed = orders ? guessable.filter((name) => texts[name] === undefined) : [];
  const notes = [
    ...(file.note ? [file.note] : []),
    ...notesOnTarget(target, both),
    ...notesOn(texts, strangers.foreign, guessed),
  ];
  return settle(values, { readOnly, notes, guessed });
}

/** The same reader over the seeded settings of a sandbox. */
export function readSeeded(seeded: Environment): Settings {
  const { values, problems } = parseTexts(textsFrom([seeded]));
  if (problems.length > 0) throw new UnusableSettings(problems);
  return settle(values, { readOnly: false, notes: [], guessed: [] });
}
