import {
  type Budgets,
  type Network,
  type OrderMaterial,
  orderRows,
  type orderVariables,
  type RoleIds,
  rolesOfSeveral,
  roleVariables,
  type Target,
  type TargetSettings,
} from '#run';
import { isPlainHttp, placeOf } from './formats.ts';
import type { AllGiven, Environment } from './given.ts';
import {
  isOnThisMachine,
  keyProblems,
  mangledProblem,
  moneyPermission,
  problemsBetween,
  problemsOf,
  UnusableSettings,
  wantsUrl,
} from './rules.ts';
import { readCertificates, readKeyFiles } from './secret-files.ts';
import {
  type ConfiguredSettings,
  calledBy,
  emptyFileProblems,
  givenBy,
  hasNoAddress,
  isBesideKey,
  originLines,
  originProblems,
  readSettingsFile,
  type SettingSources,
  sourcesOf,
  unknownVariablesIn,
} from './sources.ts';
import {
  isOfRun,
  keyNames,
  type SettingValues,
  settingOf,
  type VariableName,
  variableNames,
  variables,
} from './table.ts';

/** Undefined if the embedded sandbox is started. */
export type ServiceSettings = Pick<Target, 'baseUrl' | 'keys' | 'network'>;

/** Permissions and instructions of a run from all sources, before anything is sent. */
export interface Settings extends TargetSettings {
  readonly service?: ServiceSettings | undefined;
  /** The sources of address, key, money host, environment and amount. */
  readonly origins?: string;
  /** Warnings to print before any key is sent, even with `--quiet`. */
  readonly doubts?: readonly string[];
  readonly notes: readonly string[];
  /** The proxy variable of another program, if no proxy is configured. */
  readonly unusedProxy?: string | undefined;
}

const several: ReadonlySet<string> = new Set(rolesOfSeveral);

const rolesOf = (values: SettingValues): RoleIds => {
  const ids = Object.entries(roleVariables).map(([role, name]) => [
    role,
    several.has(role) ? [values[name] ?? []].flat() : values[name],
  ]);
  const { lightningRecipient, usdRecipient, ...roles }: RoleIds = Object.fromEntries(ids);
  return { ...roles, usdRecipient, lightningRecipient: lightningRecipient ?? usdRecipient };
};

type ValuesOfOrders = {
  readonly [Member in keyof typeof orderVariables]: SettingValues[(typeof orderVariables)[Member]['variable']];
};

const orderOf = (
  values: SettingValues,
  { guessed, hasShownTaxonomy = false }: Pick<OrderMaterial, 'guessed' | 'hasShownTaxonomy'>,
): OrderMaterial => {
  const own = Object.fromEntries(orderRows.map(({ member, variable }) => [member, values[variable]])) as ValuesOfOrders;
  return {
    ...own,
    // One of the document's twelve, in which the balances record also shows an account.
    depositCurrency: 'USD',
    lightningAddress: own.lightningAddress ?? own.onrampAddress,
    localCurrency: own.localCurrency ?? 'BRL',
    guessed,
    hasShownTaxonomy,
  };
};

const budgetsOf = (values: SettingValues): Budgets => {
  const isRemote = values.RAMP_BASE_URL !== undefined && !isOnThisMachine(values);
  const requestsPerSecond = values.RAMP_REQUESTS_PER_SECOND ?? (isRemote ? 10 : undefined);
  return {
    concurrency: values.RAMP_CONCURRENCY,
    maxRequests: values.RAMP_MAX_REQUESTS,
    timeoutMs: values.RAMP_TIMEOUT_MS,
    ...(requestsPerSecond && { requestsPerSecond }),
  };
};

type Certificates = Pick<Network, 'certificate' | 'authorities'>;

const serviceOf = (values: SettingValues, certificates: Certificates): ServiceSettings | undefined => {
  const { RAMP_BASE_URL: baseUrl, RAMP_API_KEY: full, RAMP_RESTRICTED_API_KEY: restricted } = values;
  const { RAMP_OTHER_API_KEY: other, RAMP_PROXY: proxy, RAMP_HEADERS: headers } = values;
  if (baseUrl === undefined || full === undefined) return undefined;
  const keys = { full, ...(restricted && { restricted }), ...(other && { other }) };
  const network = { ...certificates, ...(proxy && { proxy }), ...(headers && { headers }) };
  return { baseUrl, keys, ...(Object.keys(network).length > 0 && { network }) };
};

interface Settled {
  readonly readOnly: boolean;
  readonly guessed: OrderMaterial['guessed'];
  readonly hasShownTaxonomy?: boolean;
  readonly certificates?: Certificates;
}

const settle = (values: SettingValues, { readOnly, certificates = {}, ...made }: Settled): Settings => ({
  service: serviceOf(values, certificates),
  environment: values.RAMP_ENVIRONMENT,
  readOnly: readOnly || values.RAMP_ENVIRONMENT === 'production',
  money: moneyPermission(values, readOnly),
  quiet: values.RAMP_QUIET_ACCOUNT ?? values.RAMP_BASE_URL === undefined,
  roles: rolesOf(values),
  order: orderOf(values, made),
  budgets: budgetsOf(values),
  patienceMs: values.RAMP_PATIENCE_S * 1_000,
  deadlineSeconds: values.RAMP_DEADLINE_S,
  notes: [],
});

/** Removes the keys from the environment, so that later processes do not inherit them. */
function withdrawKeys(env: Environment, others: readonly string[]): Environment {
  const copy = { ...env };
  for (const name of [...variableNames.filter((each) => settingOf(each).secret), ...others]) delete env[name];
  return copy;
}

const problemWith = (name: VariableName, text: string): string | undefined => {
  const { schema, fallback } = settingOf(name);
  const unset = fallback === undefined ? '' : `, or remove it to use ${fallback}`;
  const isRight = schema.safeParse(text).success;
  return (
    mangledProblem(name, text) ??
    (isRight ? undefined : `${name} cannot be used: it must be ${schema.description}${unset}`)
  );
};

/** A wrong text counts as unset, so that the other settings are still checked. */
function parse(given: AllGiven) {
  const usable: Partial<Record<VariableName, string>> = {};
  const problems: string[] = [];
  for (const name of variableNames) {
    const text = given[name]?.text;
    const problem = text === undefined ? undefined : problemWith(name, text);
    if (problem !== undefined) problems.push(problem);
    else if (text !== undefined) usable[name] = text;
  }
  return { values: variables.parse(usable), problems };
}

const callProblems = (
  { NODE_TLS_REJECT_UNAUTHORIZED: trust }: Environment,
  baseUrl: string | undefined,
  target: ConfiguredSettings['target'],
): readonly string[] =>
  problemsOf(
    baseUrl?.trim() === '' && `--base-url is empty: ${wantsUrl}`,
    trust === '0' &&
      'NODE_TLS_REJECT_UNAUTHORIZED is 0, so Node.js trusts any server: unset it; name a private authority in RAMP_CA_CERT instead',
    target &&
      !hasNoAddress(target) &&
      baseUrl !== undefined &&
      `--base-url and --target ${target.name} exclude each other: give one of them. The keys of a target go only to its own address`,
  );

const usedBySandbox: readonly VariableName[] = ['RAMP_ENVIRONMENT', 'RAMP_QUIET_ACCOUNT'];

const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'] as const;

/**
 * Reads the settings from option, environment, settings file, configuration and default, in this order. For a named
 * target, only its own settings and the budgets count.
 * @throws UnusableSettings with all problems together.
 */
export function readSettings(call: SettingSources = {}): Settings {
  const { options = {}, settingsFile, cwd = process.cwd(), env = process.env } = call;
  const { target, keyVariables, production }: ConfiguredSettings = call.configured ?? { texts: {}, keyVariables: [] };
  const { baseUrl, readOnly = false } = options;
  const environment = withdrawKeys(env, keyVariables);
  const file = readSettingsFile(settingsFile, cwd);
  const sources = sourcesOf(call, environment, file);
  const { given, problems: ofKeyFiles, doubts } = readKeyFiles(givenBy(sources, production), cwd);
  const { values, problems } = parse(given);
  const { certificates, problems: ofCertificates } = readCertificates(values, given, { cwd, env });
  const unknown = unknownVariablesIn(file.texts, environment, keyVariables);
  const fileProblems = emptyFileProblems(file, keyVariables, given.RAMP_BASE_URL?.text);
  // An unset variable of a pipeline arrives empty. The run would then test the sandbox, and be green, instead of the
  // service.
  const isEmptyAddress =
    !target &&
    fileProblems.length === 0 &&
    baseUrl === undefined &&
    (env.RAMP_BASE_URL ?? file.texts.RAMP_BASE_URL) !== undefined &&
    !given.RAMP_BASE_URL &&
    keyProblems(given).length === 0;
  const placed = (problem: string): string => {
    const [name = ''] = problem.split(' ', 1);
    const called = baseUrl !== undefined && name === 'RAMP_BASE_URL' ? '--base-url' : calledBy(target, name);
    const source = given[name as VariableName]?.source ?? sources.find(({ located }) => located);
    const renamed = called + problem.slice(name.length);
    return source?.located?.(renamed) ?? renamed;
  };
  const all = [
    ...file.problems,
    ...fileProblems,
    ...unknown.problems.map(file.located),
    ...callProblems(environment, baseUrl, target),
    ...originProblems(given, target),
    ...[
      ...ofCertificates,
      ...problemsOf(
        isEmptyAddress && `RAMP_BASE_URL is empty: ${wantsUrl}, or take it out to test the embedded sandbox`,
      ),
      ...ofKeyFiles,
      ...problems,
      ...problemsBetween(values, given),
    ].map(placed),
  ];
  if (all.length > 0) throw new UnusableSettings(all);

  const { RAMP_BASE_URL: url } = values;
  const isSet = (name: VariableName) => given[name] !== undefined;
  const isOfOthers = url !== undefined && moneyPermission(values, readOnly) === true;
  const guessed = isOfOthers ? orderRows.filter(({ variable, madeUp }) => madeUp && !isSet(variable)) : [];
  const otherVariables = variableNames.filter(
    (name) =>
      target !== undefined &&
      !isOfRun(name) &&
      !(hasNoAddress(target) && isBesideKey(name)) &&
      !Object.values(target.keys).includes(name) &&
      (environment[name]?.trim() || file.texts[name]?.trim()),
  );
  const unused = variableNames.filter((name) => isSet(name) && !usedBySandbox.includes(name) && !isOfRun(name));
  return {
    ...settle(values, {
      readOnly,
      guessed: guessed.map(({ member }) => member),
      hasShownTaxonomy: url !== undefined && !isSet('RAMP_TAXONOMY_CURRENCIES'),
      certificates,
    }),
    notes: [
      ...problemsOf(
        otherVariables.length > 0 &&
          `The target ${target?.name} has its own settings; your other values of ${otherVariables.join(', ')} are not used`,
        guessed.length > 0 &&
          `${guessed.map(({ variable }) => variable).join(', ')}: not set, so orders use the default`,
      ),
      ...unknown.foreign.map((name) => `${name} is not a setting and is left alone; .env.example lists the settings`),
      ...problemsOf(
        !url &&
          unused.length > 0 &&
          `RAMP_BASE_URL is not set: the run tests the embedded sandbox and does not use ${unused.join(', ')}`,
      ),
    ],
    unusedProxy: values.RAMP_PROXY === undefined ? proxyVariables.find((name) => environment[name]) : undefined,
    origins: originLines(given, { values, readOnly, target }).join('\n             '),
    doubts: problemsOf(
      file.doubt,
      ...doubts,
      url &&
        isPlainHttp(url) &&
        `The key goes to ${placeOf(url)} over plain http (RAMP_PLAIN_HTTP_HOST): everybody on that network can read the key`,
    ),
  };
}

function parsed(given: AllGiven): SettingValues {
  const { values, problems } = parse(given);
  if (problems.length > 0) throw new UnusableSettings(problems);
  return values;
}

/**
 * Reads the release from the environment or the settings file.
 * @throws UnusableSettings
 */
export function readRelease(call: Pick<SettingSources, 'settingsFile' | 'cwd' | 'env'>): string | undefined {
  const { settingsFile, cwd = process.cwd(), env = process.env } = call;
  const { RAMP_RELEASE } = givenBy(sourcesOf(call, env, readSettingsFile(settingsFile, cwd)));
  return parsed(RAMP_RELEASE === undefined ? {} : { RAMP_RELEASE }).RAMP_RELEASE;
}

/**
 * Keys of every source, usable or not, for the search of outputs. Short texts that would match by chance are left out.
 */
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
  settle(parsed(givenBy(sourcesOf({}, seeded, { texts: {}, located: (it) => it }))), {
    readOnly: false,
    guessed: [],
  });
