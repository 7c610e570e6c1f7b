import { type Environment, emptyFileProblems, readSettingsFile, unknownVariablesIn } from './env-file.ts';
import { isInTheClear, placeOf } from './formats.ts';
import {
  baseUrlProblems,
  type ConfiguredSettings,
  cautionIn,
  notesOnTarget,
  renamedProblem,
  sourcesOfTarget,
} from './named-target.ts';
import {
  keyProblems,
  mangledProblem,
  moneyPermission,
  problemsBetween,
  type SettingProblem,
  UnusableSettings,
  wantsUrl,
} from './rules.ts';
import { readCertificates, withKeysOfFiles } from './secret-files.ts';
import { type Settings, settle } from './settings.ts';
import {
  isOfRun,
  movesOrders,
  type SettingValues,
  settingOf,
  type Texts,
  type VariableName,
  variableNames,
  variables,
} from './table.ts';

/** A place in which settings stand, as a person knows it. */
interface SettingSource {
  readonly name: string;
  readonly texts: Environment;
  /** The command line gives it, or names its file: somebody chose it for this run. */
  readonly isChosen: boolean;
  /** Nobody else can have put it there. */
  readonly isTyped?: boolean;
}

const isIn =
  (variable: string) =>
  ({ texts }: SettingSource): boolean =>
    Boolean(texts[variable]?.trim());

const secrets = variableNames.filter((name) => settingOf(name).secret).flatMap((name) => [name, `${name}_FILE`]);

const addresses: readonly VariableName[] = ['RAMP_BASE_URL', 'RAMP_MONEY_HOST'];

/** What decides on money beside a key: with the full key of another source, a file that nobody named has no say in it. */
const ofMoney = variableNames.filter((name) => movesOrders(name) && !secrets.includes(name));

/**
 * A key goes only where its own source, or the command line, says: a `.env` that happens to lie in a folder would otherwise
 * lead a key of the environment to its own address, and have it move money there.
 */
const originProblems = (sources: readonly SettingSource[]): readonly SettingProblem[] =>
  secrets.flatMap((secret) => {
    const own = sources.find(isIn(secret));
    if (own === undefined) return [];
    const isFull = secret === 'RAMP_API_KEY' || secret === 'RAMP_API_KEY_FILE';
    return [...addresses, ...(isFull ? ofMoney : [])].flatMap((variable) => {
      const other = sources.find(isIn(variable));
      if (other === undefined || other === own || other.isChosen) return [];
      if (other.isTyped && !addresses.includes(variable)) return [];
      const option = variable === 'RAMP_BASE_URL' ? ', or name the address with --base-url' : '';
      return [
        {
          variable: secret,
          problem: `is from ${own.name}, and ${variable} from ${other.name}`,
          remedy: `let both stand in one of them${option}, or name the file with --settings: a key goes only where its own source says`,
        },
      ];
    });
  });

const shown: readonly (readonly [what: string, variable: VariableName])[] = [
  ['address', 'RAMP_BASE_URL'],
  ['key', 'RAMP_API_KEY'],
  ['money host', 'RAMP_MONEY_HOST'],
  ['environment', 'RAMP_ENVIRONMENT'],
  ['amount', 'RAMP_AMOUNT'],
];

/** Says which source gave what decides where a key goes and whether money moves. */
const describeOrigins = (sources: readonly SettingSource[]): string =>
  shown
    .map(([what, variable]) => {
      const holding = sources.filter((each) => isIn(variable)(each) || isIn(`${variable}_FILE`)(each));
      const source = holding.find(({ texts }) => texts[variable]?.trim() === 'production') ?? holding[0];
      const { fallback } = settingOf(variable);
      const unset = fallback === undefined ? 'not set' : `${fallback} by default`;
      return `${what} ${source === undefined ? unset : `from ${source.name}`}`;
    })
    .join(', ');

const destinations: readonly VariableName[] = [
  'RAMP_ONRAMP_ADDRESS',
  'RAMP_LIGHTNING_ADDRESS',
  'RAMP_DEPOSIT_ACCOUNT_NUMBER',
];

/** Enough to tell a destination from another, and too little to pay it. */
const shownLetters = 6;

/** Says, before anything is sent, where the key goes, and where orders send money. */
const describeWay = (
  values: SettingValues,
  { key, keySource, sourceOf }: { key: string; keySource: string; sourceOf: (name: VariableName) => string },
  paysOrders: boolean,
): readonly string[] => {
  const { RAMP_BASE_URL: url } = values;
  if (url === undefined) return [];
  const ways = destinations.flatMap((name) => {
    const to = values[name];
    return typeof to === 'string' ? [`${to.slice(0, shownLetters)}... (${name}, ${sourceOf(name)})`] : [];
  });
  return [
    `key ${key} from ${keySource} goes to ${new URL(url).host}`,
    ...(paysOrders ? [`orders pay ${ways.join(', ')}`] : []),
  ];
};

const describeClear = ({ RAMP_BASE_URL: url }: SettingValues): readonly string[] =>
  url !== undefined && isInTheClear(url)
    ? [`The key goes to ${placeOf(url)} over plain http (RAMP_PLAIN_HTTP_HOST): who shares that network can read it`]
    : [];

export interface SettingSources {
  readonly options?: { readonly baseUrl?: string | undefined; readonly readOnly?: boolean | undefined };
  /** Read instead of `.env`. */
  readonly settingsFile?: string | undefined;
  readonly configured?: ConfiguredSettings;
  readonly cwd?: string;
  /** The keys are taken out of it. */
  readonly env?: Environment;
}

/** True where the configuration file calls a target of this host production, by its name or its setting. */
const isCalledProduction = (baseUrl: string | undefined, production: readonly string[] = []): boolean => {
  const hostOf = (url = '') => (URL.canParse(url.trim()) ? new URL(url.trim()).host : undefined);
  const own = hostOf(baseUrl);
  return own !== undefined && production.some((url) => hostOf(url) === own);
};

/** Takes the keys out of the environment, so that no process that is started later inherits them. */
function withdrawKeys(env: Environment, others: readonly string[] = []): Environment {
  const copy = { ...env };
  const secrets = variableNames.filter((name) => settingOf(name).secret);
  for (const name of [...secrets, ...others]) delete env[name];
  return copy;
}

/** The first source that has a text for a variable counts; blank ones have none. */
function textsFrom(sources: readonly Environment[]): Texts {
  const texts: Partial<Record<VariableName, string>> = {};
  for (const name of variableNames) {
    const text = sources.map((source) => source[name]?.trim()).find((each) => each);
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}

const problemWith = (name: VariableName, text: string): SettingProblem | undefined => {
  const mangled = mangledProblem(name, text);
  if (mangled) return mangled;
  const { schema, mustBe, fallback } = settingOf(name);
  const [issue] = schema.safeParse(text).error?.issues ?? [];
  if (issue === undefined) return undefined;
  // Only the base URL has further messages.
  const must = name === 'RAMP_BASE_URL' && issue.code === 'custom' ? issue.message : mustBe;
  const unset = fallback === undefined ? '' : `, or leave it out for ${fallback}`;
  return { variable: name, problem: 'cannot be used', remedy: `it must be ${must}${unset}` };
};

/** Reads every text; a wrong one counts as unset, so that the others are still checked. */
function parseTexts(texts: Texts): { values: SettingValues; problems: SettingProblem[] } {
  const usable = { ...texts };
  const problems: SettingProblem[] = [];
  for (const name of variableNames) {
    const problem = usable[name] === undefined ? undefined : problemWith(name, usable[name]);
    if (problem === undefined) continue;
    problems.push(problem);
    delete usable[name];
  }
  return { values: variables.parse(usable), problems };
}

const trustProblems = (env: Environment): SettingProblem[] => {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return [];
  const remedy = 'unset it; trust a private authority with RAMP_CA_CERT instead';
  return [{ variable: 'NODE_TLS_REJECT_UNAUTHORIZED', problem: 'is 0, so any server is trusted', remedy }];
};

const optionProblems = (baseUrl: string | undefined): SettingProblem[] =>
  baseUrl?.trim() === '' ? [{ variable: '--base-url', problem: 'is empty', remedy: wantsUrl }] : [];

/** A variable of a pipeline that nobody has set arrives like this; the sandbox would be green in place of the service. */
const emptyAddressProblems = (sources: readonly Environment[], texts: Texts): SettingProblem[] => {
  const isMeant = sources.some(({ RAMP_BASE_URL: base }) => base !== undefined);
  if (!isMeant || texts.RAMP_BASE_URL !== undefined || keyProblems(texts).length > 0) return [];
  const remedy = `${wantsUrl}, or take it out to test the embedded sandbox`;
  return [{ variable: 'RAMP_BASE_URL', problem: 'is empty', remedy }];
};

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

/** One of two keys of a service that has lost most of its letters. */
const shortKeys = ({ RAMP_API_KEY: full = '', RAMP_RESTRICTED_API_KEY: restricted = full }: Texts) => {
  const [short, long] =
    full.length < restricted.length ? ['RAMP_API_KEY', restricted] : ['RAMP_RESTRICTED_API_KEY', full];
  const isCut = 2 * Math.min(full.length, restricted.length) < long.length;
  return isCut ? [`${short} is far shorter than the other key; was it cut?`] : [];
};

const notesOn = (texts: Texts, foreign: readonly string[], guessed: readonly string[]): readonly string[] => {
  const isUnused = (name: VariableName) => texts[name] !== undefined && !usedBySandbox.includes(name) && !isOfRun(name);
  const unused = texts.RAMP_BASE_URL === undefined ? variableNames.filter(isUnused) : [];
  return [
    ...shortKeys(texts),
    ...(guessed.length === 0 ? [] : [`Orders are made with the defaults of ${guessed.join(', ')}`]),
    ...foreign.map((name) => `${name} is not a setting and is left alone; .env.example lists the settings`),
    ...(unused.length === 0
      ? []
      : [`RAMP_BASE_URL is not set: the embedded sandbox is tested, without ${unused.join(', ')}`]),
  ];
};

const without = (texts: Environment, names: readonly string[]): Environment =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)));

/** The places in which settings stand, the first that counts first; the entry of a named target is that of all its settings. */
const originsOf = (
  { options = {}, settingsFile, configured }: SettingSources,
  { environment, file }: Record<'environment' | 'file', Environment>,
): readonly SettingSource[] => {
  const { target } = configured ?? {};
  if (target !== undefined)
    return [
      { name: 'the environment', texts: cautionIn(environment), isChosen: true },
      { name: '.env', texts: cautionIn(file), isChosen: true },
      {
        name: `the target ${target.name}`,
        texts: { ...target.texts, RAMP_API_KEY: 'named' },
        isChosen: true,
      },
    ];
  return [
    { name: '--base-url', texts: { RAMP_BASE_URL: options.baseUrl }, isChosen: true },
    { name: 'the environment', texts: environment, isChosen: false, isTyped: true },
    {
      name: settingsFile === undefined ? '.env' : '--settings',
      texts: file,
      isChosen: settingsFile !== undefined,
    },
  ];
};

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
  const origins = originsOf(sources, both);
  const usual = [cautionIn(environment), cautionIn(file.texts), ...origins.map(({ texts: own }) => own)];
  const first = textsFrom([...(target ? sourcesOfTarget(target, both) : usual), configured.texts]);
  const isUnchosen = (name: VariableName): boolean =>
    settingsFile === undefined && !target && !environment[name]?.trim() && Boolean(file.texts[name]?.trim());
  const isProduction = isCalledProduction(first.RAMP_BASE_URL, configured.production);
  const named: Texts = isProduction ? { ...first, RAMP_ENVIRONMENT: 'production' } : first;
  const { texts, problems: ofKeyFiles, doubts } = withKeysOfFiles(named, cwd, isUnchosen);
  const { values, problems } = parseTexts(texts);
  const { certificates, problems: ofCertificates } = readCertificates(values, cwd, env);
  const unknown = unknownVariablesIn(without(file.texts, keyVariables), without(environment, keyVariables));
  const isOfFile = (name: string): boolean =>
    !target && !environment[name]?.trim() && !(baseUrl && name === 'RAMP_BASE_URL');
  const ofEmptyFile = emptyFileProblems(file, keyVariables, texts.RAMP_BASE_URL);
  const ofEmptyAddress =
    target || ofEmptyFile.length > 0 || baseUrl !== undefined ? [] : emptyAddressProblems([env, file.texts], texts);
  const all = [
    ...file.problems,
    ...ofEmptyFile,
    ...unknown.problems.map(file.located),
    ...optionProblems(baseUrl),
    ...trustProblems(environment),
    ...baseUrlProblems(target, baseUrl),
    ...(target ? [] : originProblems(origins)),
    ...ofCertificates,
    ...[...ofEmptyAddress, ...ofKeyFiles, ...problems, ...problemsBetween(values, texts)]
      .map((each) => (isOfFile(each.variable) ? file.located(each) : each))
      .map(renamedProblem(target))
      .map((each) => (baseUrl && each.variable === 'RAMP_BASE_URL' ? { ...each, variable: '--base-url' } : each)),
  ];
  if (all.length > 0) throw new UnusableSettings(all);
  const sourceOf = (name: VariableName): string => {
    const source = origins.find(isIn(name));
    return source === undefined ? 'by default' : `from ${source.name}`;
  };
  const keyWay = () => {
    const own = target?.keys.full ?? 'RAMP_API_KEY';
    const holder = [own, `${own}_FILE`].find((name) => environment[name]?.trim() || file.texts[name]?.trim()) ?? own;
    const fileName = settingsFile === undefined ? '.env' : '--settings';
    return { key: holder, keySource: environment[holder]?.trim() ? 'the environment' : fileName, sourceOf };
  };
  const orders = values.RAMP_BASE_URL !== undefined && moneyPermission(values, readOnly) === true;
  const guessed = orders ? guessable.filter((name) => texts[name] === undefined) : [];
  const notes = [...notesOnTarget(target, both), ...notesOn(texts, unknown.foreign, guessed)];
  return {
    ...settle(values, { readOnly, notes, guessed, certificates }),
    origins: [describeOrigins(origins), ...describeWay(values, keyWay(), orders)].join('\n             '),
    doubts: [...(file.doubt ? [file.doubt] : []), ...doubts, ...describeClear(values)],
  };
}

/**
 * Reads the release that the environment or the settings file names.
 * @throws UnusableSettings
 */
export function readRelease({
  settingsFile,
  cwd = process.cwd(),
  env = process.env,
}: Pick<SettingSources, 'settingsFile' | 'cwd' | 'env'>): string | undefined {
  const { RAMP_RELEASE } = textsFrom([env, readSettingsFile(settingsFile, cwd).texts]);
  const { values, problems } = parseTexts(RAMP_RELEASE === undefined ? {} : { RAMP_RELEASE });
  if (problems.length > 0) throw new UnusableSettings(problems);
  return values.RAMP_RELEASE;
}

export function readSeeded(seeded: Environment): Settings {
  const { values, problems } = parseTexts(textsFrom([seeded]));
  if (problems.length > 0) throw new UnusableSettings(problems);
  return settle(values, { readOnly: false, notes: [], guessed: [] });
}
