import { Command } from 'commander';
import { version } from '#client';
import { asksForJson, declareArguments, goneText, nameOf, refuseDashedValues, refuseKeys } from './arguments.ts';
import { type CommandRow, exitCode, programName, Refused, type Terminal } from './command.ts';
import { commandGroups } from './commands.ts';
import { notA } from './terminal/printable.ts';

const ending = `
Examples:
  ${programName} run                                        on the embedded sandbox
  ${programName} doctor --settings .env.vendor
  ${programName} run --settings .env.vendor --profile smoke
help <command> shows its options, help settings every variable; docs/commands.md explains all.`;

const unknownCommand = (group: Command, word: string): Refused => {
  const typed = group.parent ? `${nameOf(group)} ${word}` : word;
  const replaced = goneText(typed);
  const names = group.commands.map((each) => each.name());
  return new Refused(replaced ? `${typed} ${replaced}` : notA(word, 'command', names));
};

const sayVersion = ({ out }: Terminal): number => {
  out.write(`${programName} ${version}\n`);
  return exitCode.done;
};

const sayHelp = (command: Command): number => {
  command.outputHelp();
  return exitCode.done;
};

/** Does one command, or shows its help; resolves to the exit code. */
async function perform(command: Command, row: CommandRow, terminal: Terminal): Promise<number> {
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
  const { callOf } = await import('./call.ts');
  const ended = await body(callOf(options, command, terminal));
  return (await import('./failure.ts')).endingOf(row, ended, terminal);
}

/** Every command as commander knows it; `end` gets the exit code of the one that is done. */
function programFor(terminal: Terminal, end: (code: number) => void): Command {
  const { out, err } = terminal;
  const width = () => Math.min(100, out.width);
  // Before commander takes the value for that of the option.
  const refuseDashed = (_: Command, command: Command) => refuseDashedValues(command, terminal.args);
  const declare = (parent: Command, row: CommandRow): void => {
    const command = declareArguments(parent.command(row.name), row).hook('preSubcommand', refuseDashed);
    for (const each of row.commands ?? []) declare(command, each);
    if (row.commands)
      command.usage(`${row.commands.map(({ name }) => name).join('|')} [options]`).argument('[command...]');
    command.action(async () => end(await perform(command, row, terminal)));
  };
  const program = new Command(programName)
    .description('Holds a cross-border ramp service to its interface document.')
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
  return `Settings: option before environment before .env before ramp-conformance.json before default
Beside a key of the environment, a .env that --settings does not name decides on ${labels.join(', ')} alone.\n\n${lines.join('')}`;
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
 * Does what the arguments say; resolves to the exit code.
 * @throws Refused for arguments that cannot be used
 */
export async function dispatch(terminal: Terminal): Promise<number> {
  const { args } = terminal;
  const [first = '', ...others] = args;
  refuseKeys(args);
  if (first === '-V' || first === '--version') return sayVersion(terminal);
  let code: number = exitCode.inconclusive;
  const program = programFor(terminal, (ended) => {
    code = ended;
  });
  if (['help', '-h', '--help'].includes(first)) return showHelp(program, others, terminal);
  if (first === '' || first.startsWith('-')) {
    program.outputHelp({ error: true });
    throw new Refused(
      'say run to hold a service to the document: a run may place orders, and nothing does that unasked',
    );
  }
  if (!program.commands.some((each) => each.name() === first)) throw unknownCommand(program, first);
  await program.parseAsync(args, { from: 'user' });
  return code;
}

const isHelp = (arg: string): boolean => /^-[hV]+$|^--(?:help|version)$/.test(arg);

/**
 * Does what the arguments say and resolves to the exit code; never throws. With `--json`, a call that has no data to print, such
 * as a refused one, prints a verdict.
 */
export async function runProgram(terminal: Terminal): Promise<number> {
  const { args, out } = terminal;
  const ownsReports = args[0] === 'run' || args[0] === 'check';
  let isSilent = true;
  const write = (text: string) => {
    isSilent = false;
    out.write(text);
  };
  let emptied: string | undefined;
  let ended: { readonly code: number; readonly why?: string };
  try {
    // Before anything that can fail: a run that crashes leaves no verdict of an earlier one.
    if (ownsReports && !args.some(isHelp)) emptied = (await import('./output/verdict-file.ts')).forgetVerdict(terminal);
    ended = { code: await dispatch({ ...terminal, out: { ...out, write } }) };
  } catch (error) {
    ended = (await import('./failure.ts')).sayFailure(error, terminal, { ownsReports, emptied });
  }
  const { code, why } = ended;
  if (isSilent && asksForJson(args)) out.write((await import('./failure.ts')).unjudged(code, why));
  return code;
}
