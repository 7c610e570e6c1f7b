import { settingOf, variableNames } from '#target';
import { commonOptions } from './arguments.ts';
import { type Command, exitCode, type Options, programName, rowsOf } from './command.ts';

const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const optionLine = ({
  name,
  short,
  value,
  words,
  fallback,
  many,
  meaning,
}: ReturnType<typeof rowsOf>[number]): [string, string] => {
  const shown =
    value === undefined
      ? `${short ? `-${short}, ` : ''}--${name}`
      : `--${name} ${words?.join('|') ?? `<${value}>`}`;
  const usual = fallback === undefined ? '' : ` (default: ${fallback})`;
  return [shown, `${meaning}${many ? '; repeatable' : ''}${usual}`];
};

const optionLines = (options: Options): string[] => [
  'Options:',
  ...columns(rowsOf({ ...options, ...commonOptions }).map(optionLine)),
];

/** A command with its arguments: `compare [<old> [<new>]]`. */
const callOf = ({ name, argument, many, usage }: Command): string => {
  const taken = usage ?? (argument && `<${argument}>${many ? '...' : ''}`);
  return taken ? `${name} ${taken}` : name;
};

export const commandUsage = (command: Command): string =>
  [
    `Usage: ${programName} ${callOf(command)} [options]`,
    '',
    command.summary,
    '',
    ...optionLines(command.options),
    '',
  ].join('\n');

const variableLine = (name: (typeof variableNames)[number]): [string, string] => {
  const { meaning, fallback, otherwise } = settingOf(name);
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

export const programUsage = (commands: readonly Command[]): string => {
  const [first] = commands;
  return [
    `Usage: ${programName} [command] [options]`,
    '',
    'Holds a cross-border ramp service to its interface document.',
    '',
    'Commands:',
    ...columns(commands.map((each) => [callOf(each), each.summary])),
    '',
    `Without a command, ${first?.name} is done. ${programName} help <command> shows the options of one.`,
    '',
    'Settings (option before environment before .env before ramp-conformance.json before default):',
    ...columns(variableNames.map(variableLine)),
    '',
    'Exit codes:',
    ...columns(exitCodeRows),
    '',
  ].join('\n');
};
