import type { Command } from 'commander';
import type { CallOf, CommandCall, OptionRow, Options, Terminal, Values } from './command.ts';
import { folderAt } from './output/folder.ts';
import { noFileChoices, readFileChoices } from './settings/config-file.ts';

/** @throws Refused where a link leads there */
export const reportsFolder = ({ options, terminal }: CommandCall<{ readonly reports: string }>): string =>
  folderAt(options.reports, terminal.cwd);

/** The file speaks to several commands, and each has its own options and words. */
const fits = ({ words, fallback }: OptionRow, value: unknown): boolean =>
  words ? words.some((word) => word === value) : Array.isArray(fallback) === Array.isArray(value);

/**
 * What a command is called with, after commander has read its arguments: what was typed, else what the configuration file says.
 * @throws Refused for a file that cannot be used
 */
export function callOf<Of extends Options>(options: Of, command: Command, terminal: Terminal): CallOf<Of> {
  const typed = new Set(Object.keys(options).filter((name) => command.getOptionValueSource(name) === 'cli'));
  const { config, json, target } = command.opts();
  const file = options.config ? readFileChoices(terminal.cwd, config, target) : noFileChoices;
  for (const [name, value] of Object.entries(file.defaults)) {
    const row = options[name];
    if (row && value !== undefined && !typed.has(name) && fits(row, value)) command.setOptionValue(name, value);
  }
  const people = json === true ? terminal.err : terminal.out;
  return {
    terminal,
    all: command.args,
    argument: command.args[0],
    options: command.opts<Values<Of>>(),
    typed,
    file,
    people,
    say: (text) => people.write(`${text}\n`),
  };
}
