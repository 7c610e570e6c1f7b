// The command line: its words, the help, and the start of a call. Commander parses the words; refusals use our own
// messages, because the typed text may be a key.
import { Command, type CommanderError, Option } from 'commander';
import { version } from '#client';
import { Refused } from '#lib';
import { type CommandRow, commandGroups } from './command-table.ts';
import { exitCode } from './exit-code.ts';
import type { OptionRow } from './options.ts';
import { programName } from './own-package.ts';
import { notA } from './terminal/printable.ts';
import { optionsIn, type Terminal } from './terminal/terminal.ts';

const asksForJson = (args: readonly string[]): boolean => optionsIn(args).includes('--json');

/** Options of 0.4.0 and their replacements. Version 0.6 will drop this list. */
const gone: ReadonlyMap<string, string> = new Map([
  ['report --open', 'open compliance.html of the reports in a browser'],
  ['baseline accept --show', 'accept the unknown state as "another value", and ask the vendor which states exist'],
  ['doctor --profile', 'doctor uses the profile in ramp-conformance.json, or gate if the file names none'],
  ['export schemas --into', 'write the output of export schemas --only <record> into a file'],
  ['--history', 'the Allure report shows the last 20 runs, and history lists all that are kept'],
]);

const keyLike = /^--?(x-)?((full|restricted|ramp)-)*(api-?)?(key|token|secret|password)s?$/i;

function refuseKeys(args: readonly string[]): void {
  for (const arg of optionsIn(args)) {
    const [name = ''] = arg.split('=', 1);
    if (/^--env-file(-if-exists)?$/.test(name))
      throw new Refused(
        'Node.js itself reads --env-file, also after the name of a script; name the file with --settings instead',
      );
    if (keyLike.test(name.replaceAll('_', '-')))
      throw new Refused(
        'an argument must not hold a key, because other processes and logs see it; set RAMP_API_KEY in the environment or in .env',
      );
  }
}

/** Commander reads `--release --version` as a release. A vendor who chooses the value could then choose the command. */
function refuseDashedValues({ options }: Command, args: readonly string[]): void {
  const dashed = (arg: string, index: number) =>
    options.some(({ long, required }) => required && long === arg) && /^-./.test(args[index + 1] ?? '');
  const flag = optionsIn(args).find(dashed);
  if (flag !== undefined)
    throw new Refused(`${flag} needs a value; if the value begins with a dash, write ${flag}=<value>`);
}

/** `readOnly` is `--read-only`. */
export const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function optionOf(name: string, { meaning, value, fallback, parse }: OptionRow): Option {
  const flag = flagOf(name);
  const option = new Option(value === undefined ? flag : `${flag} <${value}>`, meaning).default(fallback);
  if (value === undefined) return option;
  return option.argParser((given: string, before) => {
    // A variable of a pipeline may be unset. An empty folder name would mean the current folder.
    if (given === '' && name !== 'baseUrl') throw new Refused(`${flag} is empty; give it a value, or leave it out`);
    return parse ? parse(given, flag, before) : given;
  });
}

/** `baseline accept` */
const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

function refusalOf(command: Command, takes: string, { code, message }: CommanderError): Refused {
  const name = nameOf(command);
  const [, typed = ''] = /'(-[^'= ]*)/.exec(message) ?? [];
  if (code === 'commander.excessArguments')
    return new Refused(`${name} takes ${takes === '' ? 'no argument' : takes} besides options; leave the others out`);
  if (code === 'commander.optionMissingArgument')
    return new Refused(`${typed} needs a value; write the value after the option`);
  if (code !== 'commander.unknownOption')
    return new Refused('the arguments cannot be used; the help shows the right ones');
  if (command.options.some(({ long }) => long === typed))
    return new Refused(`${typed} takes no value; write the option alone`);
  const [hint = ''] = /\(Did you mean .*\)$/.exec(message) ?? [];
  const shown = /^--?[a-z-]{1,30}$/.test(typed) ? typed : 'one of the options';
  const instead = gone.get(typed) ?? gone.get(`${name} ${typed}`);
  return new Refused(`${shown} ${instead ? `no longer exists: ${instead}` : `is no option of ${name} ${hint}`.trim()}`);
}

/** Declares options and arguments of a command. Its body reports missing arguments, but not if help is requested. */
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

const ending = `
Examples:
  ${programName} run                                        on the embedded sandbox
  ${programName} doctor --settings .env.vendor
  ${programName} run --settings .env.vendor --profile smoke
help <command> shows its options, help settings every variable; docs/commands.md explains all.`;

/** The commands of a group are few, and stand in the message; the help lists the others. */
const unknownCommand = (command: Command, word: string): Refused => {
  const names = command.commands.map((each) => each.name());
  return new Refused(
    command.parent === null
      ? notA(word, 'command', names)
      : notA(word, `command of ${command.name()}`, names, `; write ${command.name()} ${names.join(' or ')}`),
  );
};

const sayVersion = ({ out }: Terminal): number => {
  out.write(`${programName} ${version}\n`);
  return exitCode.done;
};

const sayHelp = (command: Command): number => {
  command.outputHelp();
  return exitCode.done;
};

/** Runs one command, or shows its help. Resolves to the exit code. Calls `begin` after the arguments are parsed. */
async function perform(
  command: Command,
  row: CommandRow,
  { terminal, begin }: { readonly terminal: Terminal; readonly begin: Begin },
): Promise<number> {
  const { body, options = {} } = row;
  const [word] = command.args;
  if (body === undefined && word !== undefined) throw unknownCommand(command, word);
  const { help, version: isVersionAsked } = command.optsWithGlobals();
  if (isVersionAsked) return sayVersion(terminal);
  if (help) return sayHelp(command);
  if (body === undefined) {
    command.outputHelp({ error: true });
    throw new Refused(`${nameOf(command)} is several commands: name one`);
  }
  await row.understands?.(command.opts());
  await begin(row);
  const { callOf } = await import('./settings/config-file.ts');
  const ended = await body(callOf(options, command, terminal));
  return (await import('./failure.ts')).endingOf(row, ended, terminal);
}

type Begin = (row: CommandRow) => Promise<void>;

/** All commands in commander's form. `end` gets the exit code of the command that ran. */
function programFor(terminal: Terminal, begin: Begin, end: (code: number) => void): Command {
  const { out, err } = terminal;
  const width = () => Math.min(100, out.width);
  // Runs before commander reads the next word as the value of the option.
  const refuseDashed = (_: Command, command: Command) => refuseDashedValues(command, terminal.args);
  const declare = (parent: Command, row: CommandRow): void => {
    const command = declareArguments(parent.command(row.name), row).hook('preSubcommand', refuseDashed);
    for (const each of row.commands ?? []) declare(command, each);
    if (row.commands)
      command.usage(`${row.commands.map(({ name }) => name).join('|')} [options]`).argument('[command...]');
    command.action(async () => end(await perform(command, row, { terminal, begin })));
  };
  const program = new Command(programName)
    .description('Tests a cross-border ramp service against its interface document.')
    .usage('<command> [options]')
    .addHelpText('after', ending)
    .helpOption(false)
    .helpCommand(false)
    .enablePositionalOptions()
    .hook('preSubcommand', refuseDashed)
    .configureOutput({
      writeOut: out.write,
      writeErr: err.write,
      outputError: () => {},
      getOutHelpWidth: width,
      getErrHelpWidth: width,
    })
    .configureHelp({
      subcommandTerm: (command) => `${command.name()} ${command.usage()}`.replace(' [options]', ''),
      optionDescription: ({ description, defaultValue: usual }) => {
        if (Array.isArray(usual)) return `${description}; repeatable`;
        return typeof usual === 'string' || typeof usual === 'number'
          ? `${description} (default: ${usual})`
          : description;
      },
    });
  for (const [heading, rows] of Object.entries(commandGroups)) {
    program.commandsGroup(heading);
    for (const row of rows) declare(program, row);
  }
  return program;
}

async function settingsText(): Promise<string> {
  const { settingOf, variableNames } = await import('#target');
  const width = Math.max(...variableNames.map((name) => name.length));
  const lines = variableNames.map((name) => {
    const { meaning, fallback, otherwise } = settingOf(name);
    const unset = fallback ?? otherwise;
    return `  ${name.padEnd(width)}  ${meaning}${unset === undefined ? '' : ` (default: ${unset})`}\n`;
  });
  const labels = variableNames.filter((name) => settingOf(name).decider === 'label');
  return `Settings: an option wins over the environment, then .env, then ramp-conformance.json, then the default.
If the key comes from the environment and --settings names no file, .env decides only on ${labels.join(', ')}.\n\n${lines.join('')}`;
}

async function showHelp(program: Command, words: readonly string[], { out }: Terminal): Promise<number> {
  if (words[0] === 'settings') {
    out.write(await settingsText());
    return exitCode.done;
  }
  let command = program;
  for (const word of words) {
    const found = command.commands.find((each) => each.name() === word);
    if (found === undefined) throw unknownCommand(command, word);
    command = found;
  }
  return sayHelp(command);
}

/**
 * Runs the command of the arguments. Resolves to the exit code.
 * @throws Refused for invalid arguments
 */
export async function dispatch(terminal: Terminal, begin: Begin = async () => {}): Promise<number> {
  const { args } = terminal;
  const [first = '', ...others] = args;
  refuseKeys(args);
  if (first === '-V' || first === '--version') return sayVersion(terminal);
  let code: number = exitCode.inconclusive;
  const program = programFor(terminal, begin, (ended) => {
    code = ended;
  });
  if (['help', '-h', '--help'].includes(first)) return showHelp(program, others, terminal);
  if (first === '' || first.startsWith('-')) {
    program.outputHelp({ error: true });
    throw new Refused('name a command, such as run; a run may place orders, so it starts only when you name it');
  }
  if (!program.commands.some((each) => each.name() === first)) throw unknownCommand(program, first);
  await program.parseAsync(args, { from: 'user' });
  return code;
}

/**
 * Runs the command of the arguments and resolves to the exit code; never throws. With `--json`, a call without data
 * prints a verdict, for example a refused call.
 */
export async function runProgram(terminal: Terminal): Promise<number> {
  const { args, out } = terminal;
  let ownsReports = false;
  let isSilent = true;
  const write = (text: string) => {
    isSilent = false;
    out.write(text);
  };
  let emptied: string | undefined;
  // Before anything that can fail, so that a run that crashes leaves no verdict of an earlier run. An unknown command
  // is no run.
  const begin: Begin = async ({ shows }) => {
    if (shows !== 'a verdict') return;
    ownsReports = true;
    emptied = (await import('./output/verdict-file.ts')).forgetVerdict(terminal);
  };
  let ended: { readonly code: number; readonly why?: string };
  try {
    ended = { code: await dispatch({ ...terminal, out: { ...out, write } }, begin) };
  } catch (error) {
    ended = (await import('./failure.ts')).sayFailure(error, terminal, { ownsReports, emptied });
  }
  const { code, why } = ended;
  if (isSilent && asksForJson(args)) out.write((await import('./failure.ts')).unjudged(code, why));
  return code;
}
