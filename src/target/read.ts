import { type Environment, emptyFileProblems, readSettingsFile, unknownVariablesIn } from './env-file.ts';
import { isInTheClear, placeOf } from './formats.ts';
import {
  keyProblems,
  mangledProblems,
  moneyPermission,
  problemIf,
  problemsBetween,
  UnusableSettings,
  wantsUrl,
} from './rules.ts';
import { readCertificates, readKeyFiles } from './secret-files.ts';
import { type Settings, settle } from './settings.ts';
import {
  type AllGiven,
  type ConfiguredSettings,
  calledBy,
  givenBy,
  originLines,
  originProblems,
  type SettingSources,
  sourcesOf,
} from './sources.ts';
import {
  isOfRun,
  keyNames,
  type SettingValues,
  settingOf,
  type Texts,
  type VariableName,
  variableNames,
  variables,
} from './table.ts';

/** Takes the keys out of the environment, so that no process that is started later inherits them. */
function withdrawKeys(env: Environment, others: readonly string[]): Environment {
  const copy = { ...env };
  for (const name of [...variableNames.filter((each) => settingOf(each).secret), ...others]) delete env[name];
  return copy;
}

const textsIn = (given: AllGiven): Texts =>
  Object.fromEntries(Object.entries(given).map(([name, { text }]) => [name, text]));

const problemsWith = (name: VariableName, text: string): readonly string[] => {
  const mangled = mangledProblems(name, text);
  if (mangled.length > 0) return mangled.slice(0, 1);
  const { schema, fallback } = settingOf(name);
  const [issue] = schema.safeParse(text).error?.issues ?? [];
  // Only the base URL has further messages.
  const must = name === 'RAMP_BASE_URL' && issue?.code === 'custom' ? issue.message : schema.description;
  const unset = fallback === undefined ? '' : `, or leave it out for ${fallback}`;
  return problemIf(issue, `${name} cannot be used: it must be ${must}${unset}`);
};

/** Reads every text; a wrong one counts as unset, so that the others are still checked. */
function parseTexts(texts: Texts): { values: SettingValues; problems: string[] } {
  const usable = { ...texts };
  const problems = variableNames.flatMap((name) => {
    const wrong = usable[name] === undefined ? [] : problemsWith(name, usable[name]);
    if (wrong.length > 0) delete usable[name];
    return wrong;
  });
  return { values: variables.parse(usable), problems };
}

/** Problems of the call rather than of a setting. */
const callProblems = (
  { NODE_TLS_REJECT_UNAUTHORIZED: trust }: Environment,
  baseUrl: string | undefined,
  target: ConfiguredSettings['target'],
): readonly string[] => [
  ...problemIf(baseUrl?.trim() === '', `--base-url is empty: ${wantsUrl}`),
  ...problemIf(
    trust === '0',
    'NODE_TLS_REJECT_UNAUTHORIZED is 0, so any server is trusted: unset it; trust a private authority with RAMP_CA_CERT instead',
  ),
  ...problemIf(
    target && baseUrl !== undefined,
    `--base-url is given though --target ${target?.name} is: give one of them: the keys of a target go to its own address alone`,
  ),
];

/** A variable of a pipeline that nobody has set arrives like this; the sandbox would be green in place of the service. */
const emptyAddressProblems = (sources: readonly Environment[], texts: Texts): readonly string[] =>
  problemIf(
    sources.some(({ RAMP_BASE_URL: base }) => base !== undefined) &&
      !texts.RAMP_BASE_URL &&
      keyProblems(texts).length === 0,
    `RAMP_BASE_URL is empty: ${wantsUrl}, or take it out to test the embedded sandbox`,
  );

/** Used with the embedded sandbox too, which has its own of all others. */
const usedBySandbox: readonly VariableName[] = ['RAMP_ENVIRONMENT', 'RAMP_QUIET_ACCOUNT'];

/** Another service may not know what these stand for, and then refuses orders that seem right. */
const guessable: readonly VariableName[] = [
  'RAMP_DEPOSIT_ACCOUNT_NUMBER',
  'RAMP_LIGHTNING_ADDRESS',
  'RAMP_ONRAMP_CHAIN',
  'RAMP_ONRAMP_ADDRESS',
  'RAMP_OFFRAMP_CHAIN',
  'RAMP_OFFRAMP_SENDER_ADDRESS',
];

const listed = (names: readonly string[], sentence: (names: string) => string): readonly string[] =>
  names.length === 0 ? [] : [sentence(names.join(', '))];

const without = (texts: Environment, names: readonly string[]): Environment =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)));

/**
 * Settles the settings from option, environment, settings file, what is configured, and default, in this order. Of a named
 * target only its own count, and the budgets.
 * @throws UnusableSettings with every problem at once.
 */
export function readSettings(call: SettingSources = {}): Settings {
  const { options = {}, settingsFile, cwd = process.cwd(), env = process.env } = call;
  const { target, keyVariables, production }: ConfiguredSettings = call.configured ?? { texts: {}, keyVariables: [] };
  const { baseUrl, readOnly = false } = options;
  const environment = withdrawKeys(env, keyVariables);
  const file = readSettingsFile(settingsFile, cwd);
  const sources = sourcesOf(call, environment, file);
  const { given, problems: ofKeyFiles, doubts } = readKeyFiles(givenBy(sources, production), cwd);
  const texts = textsIn(given);
  const { values, problems } = parseTexts(texts);
  const { certificates, problems: ofCertificates } = readCertificates(values, given, { cwd, env });
  const unknown = unknownVariablesIn(without(file.texts, keyVariables), without(environment, keyVariables));
  const ofEmptyFile = emptyFileProblems(file, keyVariables, texts.RAMP_BASE_URL);
  const isElsewhere = target !== undefined || ofEmptyFile.length > 0 || baseUrl !== undefined;
  const ofEmptyAddress = isElsewhere ? [] : emptyAddressProblems([env, file.texts], texts);
  /** Under the name of the variable, option or file that is to be changed. */
  const told = (problem: string): string => {
    const [name = ''] = problem.split(' ', 1);
    const called = baseUrl !== undefined && name === 'RAMP_BASE_URL' ? '--base-url' : calledBy(target, name);
    const source = given[name as VariableName]?.source ?? sources.find(({ located }) => located);
    const renamed = called + problem.slice(name.length);
    return source?.located?.(renamed) ?? renamed;
  };
  const all = [
    ...file.problems,
    ...ofEmptyFile,
    ...unknown.problems.map(file.located),
    ...callProblems(environment, baseUrl, target),
    ...originProblems(given, target),
    ...[...ofCertificates, ...ofEmptyAddress, ...ofKeyFiles, ...problems, ...problemsBetween(values, texts)].map(told),
  ];
  if (all.length > 0) throw new UnusableSettings(all);

  const isSet = (name: VariableName) => texts[name] !== undefined;
  const orders = values.RAMP_BASE_URL !== undefined && moneyPermission(values, readOnly) === true;
  const guessed = orders ? guessable.filter((name) => !isSet(name)) : [];
  const ofOthers = variableNames.filter(
    (name) =>
      target !== undefined &&
      !isOfRun(name) &&
      !Object.values(target.keys).includes(name) &&
      (environment[name]?.trim() || file.texts[name]?.trim()),
  );
  const unused = variableNames.filter((name) => isSet(name) && !usedBySandbox.includes(name) && !isOfRun(name));
  const clear = values.RAMP_BASE_URL !== undefined && isInTheClear(values.RAMP_BASE_URL);
  return {
    ...settle(values, { readOnly, guessed, certificates }),
    notes: [
      ...listed(
        ofOthers,
        (names) => `The target ${target?.name} has its own settings: ${names} of elsewhere are not used`,
      ),
      ...listed(guessed, (names) => `Orders are made with the defaults of ${names}`),
      ...unknown.foreign.map((name) => `${name} is not a setting and is left alone; .env.example lists the settings`),
      ...listed(
        values.RAMP_BASE_URL === undefined ? unused : [],
        (names) => `RAMP_BASE_URL is not set: the embedded sandbox is tested, without ${names}`,
      ),
    ],
    origins: originLines(given, { values, readOnly, target }).join('\n             '),
    doubts: [
      ...(file.doubt ? [file.doubt] : []),
      ...doubts,
      ...(clear
        ? [
            `The key goes to ${placeOf(values.RAMP_BASE_URL ?? '')} over plain http (RAMP_PLAIN_HTTP_HOST): who shares that network can read it`,
          ]
        : []),
    ],
  };
}

/** @throws UnusableSettings */
function parsed(texts: Texts): SettingValues {
  const { values, problems } = parseTexts(texts);
  if (problems.length > 0) throw new UnusableSettings(problems);
  return values;
}

/**
 * Reads the release that the environment or the settings file names.
 * @throws UnusableSettings
 */
export function readRelease(call: Pick<SettingSources, 'settingsFile' | 'cwd' | 'env'>): string | undefined {
  const { settingsFile, cwd = process.cwd(), env = process.env } = call;
  const { RAMP_RELEASE } = textsIn(givenBy(sourcesOf(call, env, readSettingsFile(settingsFile, cwd))));
  return parsed(RAMP_RELEASE === undefined ? {} : { RAMP_RELEASE }).RAMP_RELEASE;
}

/** Keys of every source, of settings that can be used or not: outputs are searched for them. A shorter text is found by chance. */
export function keysSet(call: SettingSources): readonly string[] {
  const { settingsFile, cwd = process.cwd(), env = process.env, configured } = call;
  const file = readSettingsFile(settingsFile, cwd);
  const { given } = readKeyFiles(givenBy(sourcesOf(call, env, file)), cwd);
  const names = [...keyNames, 'RAMP_CLIENT_KEY_PASSPHRASE', ...(configured?.keyVariables ?? [])];
  const texts = names
    .filter((name) => !name.endsWith('_FILE'))
    .flatMap((name) => [env[name], file.texts[name], given[name as VariableName]?.text]);
  return [...new Set(texts.map((text = '') => text.trim()))].filter((text) => text.length >= 12);
}

export const readSeeded = (seeded: Environment): Settings =>
  settle(parsed(textsIn(givenBy(sourcesOf({}, seeded, { texts: {}, located: (it) => it })))), {
    readOnly: false,
    guessed: [],
  });
