import { Refused } from '#lib';
import { isLoopback, isPlainHttp, placeOf } from './formats.ts';
import type { AllGiven } from './given.ts';
import { keyNames, type SettingValues, type VariableName } from './table.ts';

/**
 * The texts of the problems: the variable, option or file, what is wrong, and what to do. Never the value, which may be
 * a key.
 */
export const problemsOf = (...all: readonly (string | false | undefined)[]): readonly string[] =>
  all.filter((each) => typeof each === 'string' && each !== '') as string[];

/** The settings cannot be used, and nothing was sent. Contains all problems, not only the first. */
export class UnusableSettings extends Refused {
  override readonly name = 'UnusableSettings';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Nothing can be tested: no answer, an answer that no such service gives, or a key without any access. */
export class Unreachable extends Error {
  override readonly name: string = 'Unreachable';
  /** The reason for each requirement that could not be tested because of this error. */
  readonly code: 'UNREACHABLE' | 'KEY_REFUSED' | 'GATEWAY' | 'NOT_THE_SERVICE' | 'WRONG_ROLES';

  constructor(message: string, code: Unreachable['code']) {
    super(message);
    this.code = code;
  }
}

/** Settings name absent records or records of another kind. The service would be blamed for the consequences. */
export class WrongRoles extends Unreachable {
  override readonly name = 'WrongRoles';

  constructor(label: string, problems: readonly string[]) {
    super([`Some settings do not fit ${label}`, ...problems.map((each) => `  ${each}`)].join('\n'), 'WRONG_ROLES');
  }
}

/** Settings for different roles. If two had the same id, the service would be blamed. */
const distinct: readonly (readonly VariableName[])[] = [
  keyNames,
  [
    'RAMP_INDIVIDUAL_SUBACCOUNT_ID',
    'RAMP_BUSINESS_SUBACCOUNT_ID',
    'RAMP_UNVERIFIED_SUBACCOUNT_ID',
    'RAMP_UNBANKED_SUBACCOUNT_ID',
  ],
  ['RAMP_USD_RECIPIENT_ID', 'RAMP_LOCAL_RECIPIENT_ID', 'RAMP_NAMED_RECIPIENT_ID', 'RAMP_INCOMPLETE_NAMED_RECIPIENT_ID'],
];

const duplicateProblems = (names: readonly VariableName[], values: SettingValues): readonly string[] => {
  const owners = new Map<string, VariableName>();
  return names.flatMap((name) =>
    [values[name] ?? []].flat().flatMap((value) => {
      const one = name.endsWith('_KEY') ? String(value) : String(value).toLowerCase();
      const owner = owners.get(one);
      owners.set(one, name);
      return problemsOf(owner && `${name} is the same as ${owner}: they play different parts, so each needs its own`);
    }),
  );
};

/** Does not suggest the embedded sandbox, because in a pipeline it would prove nothing about the vendor. */
export const wantsUrl = 'set it to the URL of the target';

/** Without address and key, the embedded sandbox is tested. A key alone would test the wrong target. */
export const keyProblems = ({ RAMP_BASE_URL: base, ...given }: AllGiven): readonly string[] => {
  const key = keyNames.find((name) => given[name]);
  const remedy = 'set it in the environment or in .env to a key with full access';
  return problemsOf(
    key && !base && `RAMP_BASE_URL is not set though ${key} is: ${wantsUrl}`,
    base && !given.RAMP_API_KEY && `RAMP_API_KEY is not set, and the service at RAMP_BASE_URL needs a key: ${remedy}`,
  );
};

/** Behind a proxy, loopback is another machine. */
export const isOnThisMachine = ({ RAMP_BASE_URL: base, RAMP_PROXY: proxy }: SettingValues): boolean =>
  base !== undefined && proxy === undefined && isLoopback(base);

/** Problems between variables that are valid alone. */
export const problemsBetween = (values: SettingValues, given: AllGiven): readonly string[] => {
  const { RAMP_BASE_URL: base, RAMP_MONEY_HOST: money, RAMP_PLAIN_HTTP_HOST: plain } = values;
  const place = base && placeOf(base);
  const isPublic = base && isPlainHttp(base) && new URL(base).hostname !== plain;
  // Without encryption, a proxy could read the key, and no certificate could be shown.
  const encrypting = ['RAMP_PROXY', 'RAMP_CLIENT_CERT', 'RAMP_CA_CERT'] as const;
  const further = Object.values(values.RAMP_HEADERS ?? {});
  return [
    ...keyProblems(given),
    ...problemsOf(
      isPublic &&
        (plain !== undefined || given.RAMP_PLAIN_HTTP_HOST === undefined) &&
        'RAMP_BASE_URL cannot be used: it must be an https URL; plain http is for loopback, and for the host in RAMP_PLAIN_HTTP_HOST',
      plain &&
        values.RAMP_ENVIRONMENT === 'production' &&
        'RAMP_PLAIN_HTTP_HOST is set, but RAMP_ENVIRONMENT is production: remove RAMP_PLAIN_HTTP_HOST; production needs https',
      ...encrypting.map(
        (name) =>
          base?.startsWith('http:') &&
          values[name] &&
          `${name} is set, but RAMP_BASE_URL is http: set RAMP_BASE_URL to an https URL, or remove this setting`,
      ),
      // A request without a key would still contain this text.
      ...keyNames
        .filter((name) => further.some((header) => values[name] !== undefined && header.includes(values[name])))
        .map(
          (name) =>
            `RAMP_HEADERS contains the key of ${name}: remove the key from RAMP_HEADERS; the key goes only into x-api-key`,
        ),
      money &&
        !base &&
        'RAMP_MONEY_HOST is set without a usable RAMP_BASE_URL: set RAMP_BASE_URL, or leave the money host out',
      money &&
        base &&
        ![new URL(base).host, place].includes(money) &&
        `RAMP_MONEY_HOST is not the host of RAMP_BASE_URL: set it to ${place} if money may be moved there, or leave it out`,
      values.RAMP_LOCAL_RECIPIENT_CURRENCY?.toUpperCase() === 'USD' &&
        'RAMP_LOCAL_RECIPIENT_CURRENCY is USD: set it to the other currency that this recipient takes, such as BRL',
      given.RAMP_LOCAL_RECIPIENT_ID &&
        !given.RAMP_LOCAL_RECIPIENT_CURRENCY &&
        'RAMP_LOCAL_RECIPIENT_CURRENCY is not set though RAMP_LOCAL_RECIPIENT_ID is: set it to the currency of that recipient, such as BRL',
    ),
    ...distinct.flatMap((names) => duplicateProblems(names, values)),
  ];
};

/** True if money may be moved; else the reason why not. */
export function moneyPermission(values: SettingValues, readOnlyAsked: boolean): true | string {
  if (values.RAMP_ENVIRONMENT === 'production') return 'RAMP_ENVIRONMENT is production';
  if (readOnlyAsked) return 'the run is read-only';
  if (values.RAMP_BASE_URL === undefined || isOnThisMachine(values) || values.RAMP_MONEY_HOST !== undefined)
    return true;
  return 'RAMP_MONEY_HOST is not set';
}

/** Placeholders that a vault or tool should have replaced: an address, a cipher text, a call, or a whole document. */
const unresolved =
  /^(?:[a-z][\w+.-]*:\/\/|arn:|(?:encrypted|enc|vault|secretref|ref\+\w+):|ENC\[|\$ANSIBLE_VAULT|!vault|@Microsoft\.KeyVault\(|AQICAH|\{.*\}$|\{\{|<%|<[^<>]*>$|-----BEGIN )/is;

/** Damage to a value by a shell, Docker, a CI service or a vault. */
export const mangledProblem = (variable: VariableName, text: string): string | undefined =>
  problemsOf(
    /^(["'`]).*\1$/.test(text) &&
      `${variable} has quotes around its value: remove them; docker run --env-file and CI variables make quotes part of the value`,
    /API_KEY$|PASSPHRASE$/.test(variable) &&
      unresolved.test(text) &&
      `${variable} contains a reference to a secret, or an encrypted secret: set the secret itself, or start the command with your secret tool`,
    /\$\{|^\$\w+$|^\$\(.*\)$|^%\w+%$/.test(text) &&
      `${variable} contains a variable that no shell has replaced: set the value itself; ramp-conformance replaces no variables`,
  )[0];
