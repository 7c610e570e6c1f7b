import { settingsTable, type Variable } from '#target';
import { commonOptions } from './arguments.ts';
import { type Command, exitCode, type Option, programName } from './command.ts';

const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const optionRow = ({ name, short, value, oneOf, fallback, many, meaning }: Option): [string, string] => {
  const shown =
    value === undefined
      ? `${short ? `-${short}, ` : ''}--${name}`
      : `--${name} ${oneOf?.join('|') ?? `<${value}>`}`;
  const usual = fallback === undefined ? '' : ` (default: ${fallback})`;
  return [shown, `${meaning}${many ? '; repeatable' : ''}${usual}`];
};

const optionLines = (options: readonly Option[]): string[] => [
  'Options:',
  ...columns([...options, ...commonOptions].map(optionRow)),
];

/** Help of one command. */
export const commandUsage = ({ name, argument, many, summary, options }: Command): string =>
  [
    `Usage: ${programName} ${name}${argument === undefined ? '' : ` <${argument}>${many ? '...' : ''}`} [options]`,
    '',
    summary,
    '',
    ...optionLines(options),
    '',
  ].join('\n');

const variableRow = ([name, { meaning, fallback, otherwise }]: [string, Variable]): [string, string] => {
  const unset = fallback ?? otherwise;
  return [name, `${meaning}${unset === undefined ? '' : ` (default: ${unset})`}`];
};

const exitCodeRows: readonly (readonly [string, string])[] = [
  [String(exitCode.done), 'the target conforms'],
  ['1', 'it deviates'],
  [String(exitCode.refused), 'refused before any request: arguments or settings'],
  [String(exitCode.inconclusive), 'nothing proved, or not all of it'],
  [String(exitCode.leaked), 'a secret or personal datum was found in an output, which was withheld'],
  [`${exitCode.interrupted}, ${exitCode.terminated}`, 'interrupted; partial reports are kept'],
];

/** Help of the program: its commands, the options of the first, the variables, the exit codes. */
export const programUsage = (commands: readonly Command[]): string => {
  const [first] = commands;
  return [
    `Usage: ${programName} [command] [options]`,
    '',
    'Holds a cross-border ramp service to its interface document.',
    '',
    'Commands:',
    ...columns(
      commands.map(({ name, argument, many, summary }) => [
        argument ? `${name} <${argument}>${many ? '...' : ''}` : name,
        summary,
      ]),
    ),
    '',
    `Without a command, ${first?.name} is done. ${programName} help <command> shows the options of one.`,
    '',
    'Settings (option before environment before .env before ramp-conformance.json before default):',
    ...columns(Object.entries<Variable>(settingsTable).map(variableRow)),
    '',
    'Exit codes:',
    ...columns(exitCodeRows),
    '',
  ].join('\n');
};
