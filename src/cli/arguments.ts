import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Command, type CommandCall, type Option, Refused } from './command.ts';
import type { Terminal } from './terminal/terminal.ts';
import { meant } from './terminal/typed.ts';

/** Taken by every command. */
export const commonOptions: readonly Option[] = [
  { name: 'help', short: 'h', meaning: 'show this' },
  { name: 'version', short: 'V', meaning: 'show the version' },
];

export const reportsOption = (meaning = 'where the last run wrote'): Option => ({
  name: 'reports',
  value: 'dir',
  fallback: 'reports',
  meaning,
});

/** The folder that `--reports` names. */
export const reportsFolder = ({ text, terminal }: CommandCall): string =>
  resolve(terminal.cwd, text('reports') ?? 'reports');

const keyLike = /^--?(x-)?((full|restricted|ramp)-)*(api-?)?(key|token|secret|password)s?$/i;

const keyRefusal =
  'a key is never taken from an argument, where other processes and logs see it; set RAMP_API_KEY in the environment or in .env';

const nodeRefusal =
  'Node.js takes --env-file for itself, even behind the name of a script; name the file with --settings';

const isNegative = (arg: string): boolean => /^-\d/.test(arg);

/** Names without their values: what was typed may be a key. */
function checkNames(args: readonly string[], { name, options }: Command): void {
  const known = [...options, ...commonOptions].map((option) => `--${option.name}`);
  const end = args.indexOf('--');
  for (const arg of end < 0 ? args : args.slice(0, end)) {
    if (!arg.startsWith('-') || arg === '-' || isNegative(arg)) continue;
    const [typed = ''] = arg.split('=', 1);
    if (known.includes(typed)) continue;
    if (/^--env-file(-if-exists)?$/.test(typed)) throw new Refused(nodeRefusal);
    if (keyLike.test(typed.replaceAll('_', '-'))) throw new Refused(keyRefusal);
    const option = /^--?[a-z-]{1,30}$/.test(typed) ? typed : 'one of the options';
    throw new Refused(`${option} is no option of ${name}${meant(typed, known)}`);
  }
}

const parse = (args: readonly string[], { options }: Command) =>
  parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: true,
    options: Object.fromEntries(
      [...options, ...commonOptions].map(({ name, value, many }) => [
        name,
        { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: many === true },
      ]),
    ),
  });

function checkChoices(values: Readonly<Record<string, unknown>>, options: readonly Option[]): void {
  for (const { name, oneOf } of options) {
    const chosen = values[name];
    if (oneOf === undefined || chosen === undefined || oneOf.includes(String(chosen))) continue;
    throw new Refused(`--${name} is one of ${oneOf.join(', ')}${meant(String(chosen), oneOf)}`);
  }
}

function checkPositionals(positionals: readonly string[], { name, argument, many }: Command): void {
  if (many) return;
  const most = argument === undefined ? 0 : 1;
  if (positionals.length > most)
    throw new Refused(
      `${name} takes ${most === 0 ? 'no argument' : `one argument, <${argument}>,`} besides options`,
    );
}

/**
 * Reads the arguments of a command.
 * @throws Refused for an unknown option, a missing or wrong value, or one argument too many.
 */
export function readCall(command: Command, args: readonly string[], terminal: Terminal): CommandCall {
  checkNames(args, command);
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args, command);
  } catch (error) {
    // Node names the option and what it lacks, never a value.
    throw new Refused((error as Error).message.split('\n', 1)[0]?.split('. ', 1)[0] ?? 'unusable arguments');
  }
  const { values, positionals } = parsed;
  checkChoices(values, command.options);
  checkPositionals(positionals, command);
  const people = values.json === true ? terminal.err : terminal.out;
  const fallbackOf = (name: string) => command.options.find((option) => option.name === name)?.fallback;
  return {
    command,
    terminal,
    argument: positionals[0],
    all: positionals,
    given: (name) => values[name] !== undefined,
    flag: (name) => values[name] === true,
    text: (name) => (values[name] as string | undefined) ?? fallbackOf(name),
    texts: (name) => (values[name] as string[] | undefined) ?? [],
    people,
    say: (text) => people.write(`${text}\n`),
  };
}
