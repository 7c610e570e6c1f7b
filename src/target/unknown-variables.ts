import { distance } from '#lib';
import type { Environment } from './env-file.ts';
import type { SettingProblem } from './problem.ts';
import { variableNames, variables } from './table.ts';

/** Letters by which a slip may differ from the name that was meant. */
const maxOfSlip = 2;

const isLikeOurs = (name: string): boolean => /^RAMP/i.test(name) && !Object.hasOwn(variables.shape, name);

const isPrefixed = (name: string): boolean => /^RAMP_/i.test(name);

const nearestTo = (typed: string): { readonly name: string; readonly away: number } =>
  variableNames
    .map((name) => ({ name, away: distance(typed.toUpperCase(), name) }))
    .reduce((nearest, each) => (each.away < nearest.away ? each : nearest));

const isSlip = (name: string): boolean => nearestTo(name).away <= maxOfSlip;

const problemOf = (variable: string): SettingProblem => {
  const { name, away } = nearestTo(variable);
  const remedy =
    away <= Math.floor(name.length / 3)
      ? `write ${name} if that is meant, or take it out`
      : 'take it out; .env.example lists the settings';
  return { variable, problem: 'is not a setting', remedy };
};

interface UnknownVariables {
  readonly problems: readonly SettingProblem[];
  /** Names that seem to belong to other programs. */
  readonly foreign: readonly string[];
}

/**
 * Names that look like settings and are none: a misspelt one would silently leave requirements untested. A file of
 * settings holds nothing else with this prefix; in the environment another program may have other names.
 */
export function unknownVariablesIn(file: Environment, environment: Environment): UnknownVariables {
  const inFile = Object.keys(file).filter(isLikeOurs);
  const outside = Object.keys(environment).filter(
    (name) => isLikeOurs(name) && !inFile.includes(name) && environment[name]?.trim(),
  );
  const wrong = [...inFile.filter((name) => isPrefixed(name) || isSlip(name)), ...outside.filter(isSlip)];
  return {
    problems: wrong.map(problemOf),
    foreign: outside.filter((name) => isPrefixed(name) && !isSlip(name)),
  };
}
