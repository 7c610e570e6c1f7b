import type { Environment } from './env-file.ts';
import type { SettingProblem } from './rules.ts';
import { isOfRun, variableNames } from './table.ts';

/** The secrets of a named target, by their member among its `keys`, which names a variable for each. */
const secretMembers = {
  full: 'RAMP_API_KEY',
  restricted: 'RAMP_RESTRICTED_API_KEY',
  other: 'RAMP_OTHER_API_KEY',
  headers: 'RAMP_HEADERS',
  passphrase: 'RAMP_CLIENT_KEY_PASSPHRASE',
  proxy: 'RAMP_PROXY',
} as const;

/** A target that a file of settings names; what belongs to it stands there, and its keys in variables of their own. */
interface NamedTarget {
  readonly name: string;
  readonly texts: Environment;
  readonly keys: Readonly<Record<string, string | undefined>>;
}

/** The settings of a file other than `.env`. */
export interface ConfiguredSettings {
  /** Yields to every other source. */
  readonly texts: Environment;
  readonly target?: NamedTarget;
  /** Every variable in which it says that a key is, of any target. */
  readonly keyVariables: readonly string[];
  /** Addresses of the targets that it calls production. */
  readonly production?: readonly string[];
}

interface TargetSources {
  readonly environment: Environment;
  readonly file: Environment;
}

const ofRunIn = (texts: Environment): Environment =>
  Object.fromEntries(variableNames.filter(isOfRun).map((name) => [name, texts[name]]));

/** Production counts wherever it is asked for: it only ever forbids. */
export const cautionIn = (texts: Environment): Environment => {
  const asked = texts.RAMP_ENVIRONMENT?.trim();
  return asked === undefined || asked === 'sandbox' ? {} : { RAMP_ENVIRONMENT: asked };
};

const valueIn = ({ environment, file }: TargetSources, variable: string | undefined): string | undefined =>
  variable === undefined ? undefined : environment[variable]?.trim() || file[variable]?.trim() || undefined;

/** The usual variable of each secret of a target, and its own. */
const secretsNamedBy = ({ keys }: NamedTarget): readonly (readonly [usual: string, own: string])[] =>
  Object.entries(secretMembers).flatMap(([member, usual]) => {
    const own = keys[member];
    return own === undefined ? [] : [[usual, own] as const];
  });

/**
 * The sources of a named target, the first that counts first. Only what belongs to the run is taken from elsewhere, such as
 * budgets: a key of one target must not go to the address of another.
 */
export const sourcesOfTarget = (target: NamedTarget, sources: TargetSources): readonly Environment[] => [
  cautionIn(sources.environment),
  cautionIn(sources.file),
  Object.fromEntries(
    secretsNamedBy(target).flatMap(([usual, own]) => [
      [usual, valueIn(sources, own)],
      [`${usual}_FILE`, valueIn(sources, `${own}_FILE`)],
    ]),
  ),
  ofRunIn(sources.environment),
  ofRunIn(sources.file),
  target.texts,
];

/** Names settings that are not used, because they seem to be of another target. */
export const notesOnTarget = (target: NamedTarget | undefined, sources: TargetSources): readonly string[] => {
  if (target === undefined) return [];
  const own = Object.values(target.keys);
  const unused = variableNames.filter(
    (name) => !isOfRun(name) && !own.includes(name) && valueIn(sources, name) !== undefined,
  );
  return unused.length === 0
    ? []
    : [`The target ${target.name} has its own settings: ${unused.join(', ')} of elsewhere are not used`];
};

/** Puts a problem with a key of a named target under the name of the variable that holds that key. */
export const renamedProblem =
  (target: NamedTarget | undefined) =>
  (problem: SettingProblem): SettingProblem => {
    const [usual = '', inFile = ''] = /^(\w+?)(_FILE)?$/.exec(problem.variable)?.slice(1) ?? [];
    const own = target && new Map(secretsNamedBy(target)).get(usual);
    if (target === undefined || own === undefined) return problem;
    const isLacking = usual === 'RAMP_API_KEY' && problem.problem.startsWith('is not set');
    const lack = `is not set, and the key of the target ${target.name} is to be in it`;
    return { ...problem, variable: own + inFile, ...(isLacking && { problem: lack }) };
  };

export const baseUrlProblems = (target: NamedTarget | undefined, baseUrl: string | undefined): SettingProblem[] => {
  if (target === undefined || baseUrl === undefined) return [];
  const remedy = 'give one of them: the keys of a target go to its own address alone';
  return [{ variable: '--base-url', problem: `is given though --target ${target.name} is`, remedy }];
};
