import type { Environment } from './env-file.ts';
import type { SettingProblem } from './problem.ts';
import { settingOf, type VariableName, variableNames } from './table.ts';

/** A place in which settings stand, as a person knows it. */
export interface SettingSource {
  readonly name: string;
  readonly texts: Environment;
  /** The command line gives it, or names its file: somebody chose it for this run. */
  readonly isChosen: boolean;
}

const isIn =
  (variable: string) =>
  ({ texts }: SettingSource): boolean =>
    Boolean(texts[variable]?.trim());

const secrets = variableNames.filter((name) => settingOf(name).secret).flatMap((name) => [name, `${name}_FILE`]);

const addresses: readonly VariableName[] = ['RAMP_BASE_URL', 'RAMP_MONEY_HOST'];

/**
 * A key goes only where its own source, or the command line, says: a `.env` that happens to lie in a folder would otherwise
 * lead a key of the environment to its own address, and have it move money there.
 */
export const originProblems = (sources: readonly SettingSource[]): readonly SettingProblem[] =>
  secrets.flatMap((secret) => {
    const own = sources.find(isIn(secret));
    if (own === undefined) return [];
    return addresses.flatMap((variable) => {
      const other = sources.find(isIn(variable));
      if (other === undefined || other === own || other.isChosen) return [];
      const option = variable === 'RAMP_BASE_URL' ? ', or name the address with --base-url' : '';
      return [
        {
          variable: secret,
          problem: `is from ${own.name}, and ${variable} from ${other.name}`,
          remedy: `let both stand in one of them${option}: a key goes only where its own source says`,
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
export const describeOrigins = (sources: readonly SettingSource[]): string =>
  shown
    .map(([what, variable]) => {
      const holding = sources.filter((each) => isIn(variable)(each) || isIn(`${variable}_FILE`)(each));
      const source = holding.find(({ texts }) => texts[variable]?.trim() === 'production') ?? holding[0];
      const { fallback } = settingOf(variable);
      const unset = fallback === undefined ? 'not set' : `${fallback} by default`;
      return `${what} ${source === undefined ? unset : `from ${source.name}`}`;
    })
    .join(', ');
