import type { Command, Option } from '../command.ts';
import { argumentOf, firstWords, optionsOf, secondWords } from './words.ts';

/** In single quotes, within which fish reads a backslash. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const start = 'complete -c ramp-conformance';

/** Fish itself offers files where nothing else is said; a folder is a file to it. */
const takes = (option: Option): string => {
  const value = argumentOf(option);
  if (value === undefined) return '';
  if (value.kind === 'words') return ` -x -a ${quoted(value.words.join(' '))}`;
  if (value.kind === 'text') return ' -x';
  return value.kind === 'file' ? ' -r -F' : ' -x -a "(__fish_complete_directories)"';
};

const isAt = ({ name }: Command, isUsual: boolean): string => {
  const [first = '', second] = name.split(' ');
  const seen = `__fish_seen_subcommand_from ${first}`;
  if (second !== undefined) return `${seen}; and __fish_seen_subcommand_from ${second}`;
  return isUsual ? `${seen}; or __fish_use_subcommand` : seen;
};

const optionLines = (command: Command, isUsual: boolean): string[] =>
  optionsOf(command).map((option) => {
    const short = option.short ? ` -s ${option.short}` : '';
    const when = quoted(isAt(command, isUsual));
    return `${start} -n ${when}${short} -l ${option.name}${takes(option)} -d ${quoted(option.meaning)}`;
  });

const firstLine = ([first, group]: readonly [string, readonly Command[]]): string[] => {
  const second = secondWords(group);
  const line = `${start} -f -n __fish_use_subcommand -a ${first} -d ${quoted(group[0]?.summary ?? '')}`;
  if (second.length === 0) return [line];
  const when = `__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${second.join(' ')}`;
  return [line, `${start} -f -n ${quoted(when)} -a ${quoted(second.join(' '))}`];
};

/** A script for fish. */
export const fishScript = (commands: readonly Command[]): string =>
  [
    '# Completion of ramp-conformance for fish: ramp-conformance completion fish | source',
    ...[...firstWords(commands)].flatMap(firstLine),
    `${start} -f -n __fish_use_subcommand -a help -d 'show the help of a command'`,
    ...commands.flatMap((command, place) => optionLines(command, place === 0)),
    '',
  ].join('\n');
