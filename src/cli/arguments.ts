import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { didYouMean } from '#contract';
import {
  type Command,
  type CommandCall,
  type Options,
  option,
  Refused,
  rowsOf,
  type Terminal,
  textOr,
  type Values,
} from './command.ts';
import { goneText } from './gone.ts';
import { noFileChoices, readFileChoices } from './settings/file-choices.ts';

/** Taken by every command. */
export const commonOptions = {
  help: option(z.boolean(), { short: 'h', meaning: 'show this' }),
  version: option(z.boolean(), { short: 'V', meaning: 'show the version' }),
};

export const reportsOption = (meaning = 'where the last run wrote') =>
  textOr('reports', { value: 'dir', meaning });

export const reportsFolder = ({ options, terminal }: CommandCall<{ readonly reports: string }>): string =>
  resolve(terminal.cwd, options.reports);

const keyLike = /^--?(x-)?((full|restricted|ramp)-)*(api-?)?(key|token|secret|password)s?$/i;

const keyRefusal =
  'a key is never taken from an argument, where other processes and logs see it; set RAMP_API_KEY in the environment or in .env';

const nodeRefusal =
  'Node.js takes --env-file for itself, even behind the name of a script; name the file with --settings';

const isNegative = (arg: string): boolean => /^-\d/.test(arg);

type Named<Of = Options> = Omit<Command, 'run' | 'summary' | 'options'> & { readonly options: Of };

/** Names without their values: what was typed may be a key. */
function checkNames(args: readonly string[], { name, options }: Named): void {
  const known = Object.keys({ ...options, ...commonOptions }).map((each) => `--${each}`);
  const end = args.indexOf('--');
  for (const arg of end < 0 ? args : args.slice(0, end)) {
    if (!arg.startsWith('-') || arg === '-' || isNegative(arg)) continue;
    const [typed = ''] = arg.split('=', 1);
    if (known.includes(typed)) continue;
    if (/^--env-file(-if-exists)?$/.test(typed)) throw new Refused(nodeRefusal);
    if (keyLike.test(typed.replaceAll('_', '-'))) throw new Refused(keyRefusal);
    const replaced = goneText(typed);
    if (replaced !== undefined) throw new Refused(`${typed} ${replaced}`);
    const shown = /^--?[a-z-]{1,30}$/.test(typed) ? typed : 'one of the options';
    throw new Refused(`${shown} is no option of ${name}${didYouMean(typed, known)}`);
  }
}

function parse(args: readonly string[], { options }: Named) {
  const typeOf = (value: string | undefined) => (value === undefined ? 'boolean' : 'string');
  const rows = rowsOf({ ...options, ...commonOptions });
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: true,
      options: Object.fromEntries(
        rows.map(
          ({ name, value, many }) => [name, { type: typeOf(value), multiple: many === true }] as const,
        ),
      ),
    });
  } catch (error) {
    // Node names the option and what it lacks, never a value.
    const [message] = error instanceof Error ? error.message.split(/\n|\. /, 1) : [];
    throw new Refused(message ?? 'unusable arguments');
  }
}

function checkValues(values: Readonly<Record<string, unknown>>, options: Options): void {
  for (const { name, words, form } of rowsOf(options)) {
    const chosen = values[name];
    if (form !== undefined && !options[name]?.safeParse(chosen).success)
      throw new Refused(`--${name} must be ${form}`);
    if (words === undefined || chosen === undefined || words.includes(String(chosen))) continue;
    throw new Refused(`--${name} must be one of ${words.join(', ')}${didYouMean(String(chosen), words)}`);
  }
}

function checkPositionals(positionals: readonly string[], { name, argument, many }: Named): void {
  if (many || positionals.length <= (argument === undefined ? 0 : 1)) return;
  const taken = argument === undefined ? 'no argument' : `one argument, <${argument}>,`;
  throw new Refused(`${name} takes ${taken} besides options`);
}

/** Keeps the choices of the file that this command has an option and a word for. */
const usableDefaults = (defaults: Readonly<Record<string, unknown>>, options: Options) =>
  Object.fromEntries(
    Object.entries(defaults).filter(([name, value]) => options[name]?.safeParse(value).success),
  );

const named = z.string().optional().catch(undefined);

/** Options that name the configuration file, and the folder of reports that it may name too. */
export const fileOptions = z.object({ config: named, target: named, reports: named });

/**
 * Reads the arguments of a command, and the configuration file where it takes one.
 * @throws Refused for an unknown option, a missing or wrong value, or one argument too many; and for the file
 */
export function readCall<Of extends Options>(
  command: Named<Of>,
  args: readonly string[],
  terminal: Terminal,
): CommandCall<Values<Of>> {
  checkNames(args, command);
  const { values, positionals } = parse(args, command);
  checkValues(values, command.options);
  checkPositionals(positionals, command);
  const schema = z.object(command.options);
  const { config, target } = fileOptions.parse(values);
  const { cwd, out, err } = terminal;
  const takesFile = Object.hasOwn(command.options, 'config');
  const file = takesFile ? readFileChoices({ config, target, cwd }) : noFileChoices;
  const people = values.json === true ? err : out;
  return {
    command: command.name,
    terminal,
    argument: positionals[0],
    all: positionals,
    options: schema.parse({ ...usableDefaults(file.defaults, command.options), ...values }),
    typed: new Set(Object.keys(values)),
    file,
    people,
    say: (text) => people.write(`${text}\n`),
  };
}

export const command = <Of extends Options>({
  run,
  ...named
}: Omit<Command, 'run' | 'options'> & {
  readonly options: Of;
  readonly run: (call: CommandCall<Values<Of>>) => Promise<number>;
}): Command => ({
  ...named,
  run: (args, terminal) => run(readCall(named, args, terminal)),
});
