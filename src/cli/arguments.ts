import { type Command, type CommanderError, Option } from 'commander';
import { type CommandRow, type OptionRow, Refused } from './command.ts';

/** Names that the version after 0.3.0 took away, each with what replaces it. A member of `ramp-conformance.json` stands in quotes. */
export const gone: Readonly<Record<string, string>> = {
  '--shard': 'run the whole on one machine; the limit of one service paces all parts alike',
  merge: 'run the whole on one machine, which leaves one verdict',
  '--all-targets': 'run each target with --target <name>',
  '--against': 'run each service with --reports <folder>, then compare the two folders',
  '--against-settings': 'run it with --settings and --reports, then compare the two folders',
  '--beside': 'compare the two folders of reports',
  '--requirements': 'pin the version of this package whose requirements you want',
  '"requirements"': 'pin the version of this package whose requirements you want',
  'export curl': 'generate a client from export openapi, which has an example of each request',
  'init --require': 'write it into the pipeline, where its comment says',
  '--mutants': 'call npm run mutants in a checkout',
};

/** Tells what replaces a name that is gone; undefined for any other text. */
export function goneText(typed: string): string | undefined {
  const instead = Object.hasOwn(gone, typed) ? gone[typed] : undefined;
  return instead === undefined ? undefined : `is gone: ${instead}`;
}

// The words of a command line. Commander reads them; what it refuses is said in our words, because what was typed may be a key.

/** Up to `--`: what stands behind it is no option. */
export const optionsIn = (args: readonly string[]): readonly string[] => {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
};

export const asksForJson = (args: readonly string[]): boolean => optionsIn(args).includes('--json');

const keyLike = /^--?(x-)?((full|restricted|ramp)-)*(api-?)?(key|token|secret|password)s?$/i;

/** Before anything reads them. */
export function refuseKeys(args: readonly string[]): void {
  for (const arg of optionsIn(args)) {
    const [name = ''] = arg.split('=', 1);
    if (/^--env-file(-if-exists)?$/.test(name))
      throw new Refused(
        'Node.js takes --env-file for itself, even behind the name of a script; name the file with --settings',
      );
    if (keyLike.test(name.replaceAll('_', '-')))
      throw new Refused(
        'a key is never taken from an argument, where other processes and logs see it; set RAMP_API_KEY in the environment or in .env',
      );
  }
}

/** Commander takes `--release --version` for a release: whoever chooses the value would choose what the command does. */
export function refuseDashedValues({ options }: Command, args: readonly string[]): void {
  const dashed = (arg: string, index: number) =>
    options.some(({ long, required }) => required && long === arg) && /^-./.test(args[index + 1] ?? '');
  const flag = optionsIn(args).find(dashed);
  if (flag !== undefined) throw new Refused(`${flag} needs a value; write ${flag}=<value> where it begins with a dash`);
}

/** `readOnly` is `--read-only`. */
export const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function optionOf(name: string, { meaning, value, fallback, parse }: OptionRow): Option {
  const flag = flagOf(name);
  const option = new Option(value === undefined ? flag : `${flag} <${value}>`, meaning).default(fallback);
  if (value === undefined) return option;
  return option.argParser((given: string, before) => {
    // The variable of a pipeline that is not set; as a folder it would be the one that the call is typed in.
    if (given === '' && name !== 'baseUrl') throw new Refused(`${flag} is empty; give it a value, or leave it out`);
    return parse ? parse(given, flag, before) : given;
  });
}

/** `baseline accept` */
export const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

function refusalOf(command: Command, takes: string, { code, message }: CommanderError): Refused {
  const name = nameOf(command);
  const [, typed = ''] = /'(-[^'= ]*)/.exec(message) ?? [];
  if (code === 'commander.excessArguments')
    return new Refused(`${name} takes ${takes === '' ? 'no argument' : takes} besides options`);
  if (code === 'commander.optionMissingArgument') return new Refused(`${typed} needs a value`);
  if (code !== 'commander.unknownOption') return new Refused('the arguments cannot be used');
  if (command.options.some(({ long }) => long === typed)) return new Refused(`${typed} takes no value`);
  const [hint = ''] = /\(Did you mean .*\)$/.exec(message) ?? [];
  const shown = /^--?[a-z-]{1,30}$/.test(typed) ? typed : 'one of the options';
  return new Refused(
    `${shown} ${goneText(typed) ?? goneText(`${name} ${typed}`) ?? `is no option of ${name} ${hint}`.trim()}`,
  );
}

/** Declares options and arguments of a command. What is missing is for its body to say, which is not asked where help is. */
export function declareArguments(command: Command, { summary, takes = '', options = {}, after }: CommandRow): Command {
  for (const [name, row] of Object.entries(options)) command.addOption(optionOf(name, row));
  const behind = takes.startsWith('-- ');
  if (takes !== '') command.arguments(takes.replace(/^-- /, '').replaceAll('<', '[').replaceAll('>', ']'));
  if (after !== undefined) command.addHelpText('after', `\n${after}`);
  return command
    .description(summary)
    .usage((behind ? `[options] ${takes}` : `${takes} [options]`).trim())
    .option('-h, --help', 'show this')
    .option('-V, --version', 'show the version')
    .exitOverride((error) => {
      throw refusalOf(command, takes, error);
    });
}
