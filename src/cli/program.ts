import { version } from '#client';
import { Unreachable, UnusableSettings } from '#target';
import { readCall } from './arguments.ts';
import { type Command, Refused } from './command.ts';
import { commands } from './commands.ts';
import { withConfig } from './config.ts';
import { exitCode } from './exit-codes.ts';
import { meant } from './nearest.ts';
import { keepRefusal } from './refusal.ts';
import { run } from './run.ts';
import type { Terminal } from './terminal.ts';
import { typed } from './typed.ts';
import { commandUsage, programName, programUsage } from './usage.ts';

interface Chosen {
  readonly command: Command;
  readonly args: readonly string[];
}

/** The first word names the command; without one it is the first of the table. */
function choose(args: readonly string[]): Chosen | undefined {
  const [word = '', ...rest] = args;
  if (word === '' || word.startsWith('-')) {
    const [command] = commands;
    return command && { command, args };
  }
  const pair = commands.find(({ name }) => name === `${word} ${rest[0] ?? ''}`);
  if (pair) return { command: pair, args: rest.slice(1) };
  const command = commands.find(({ name }) => name === word);
  if (command) return { command, args: rest };
  throw new Refused(
    `${typed(word, 'the first argument')} is no command${meant(
      word.slice(0, 20),
      commands.map(({ name }) => name),
    )}`,
  );
}

const namesNoCommand = ([word = '']: readonly string[]): boolean => word === '' || word.startsWith('-');

function answerBriefly({ command, args }: Chosen, { args: all, out }: Terminal): boolean {
  const asks = (name: string) => args.includes(`--${name}`);
  if (asks('help')) out.write(namesNoCommand(all) ? programUsage(commands) : commandUsage(command));
  else if (asks('version')) out.write(`${programName} ${version}\n`);
  else return false;
  return true;
}

/** Without a command, `run` is meant. */
const meansRun = ({ args }: Terminal): boolean => namesNoCommand(args) || args[0] === run.name;

function tellFailure(error: unknown, terminal: Terminal): number {
  const { err } = terminal;
  const refused = error instanceof Refused || error instanceof UnusableSettings;
  if (refused && meansRun(terminal)) keepRefusal(terminal, error.message);
  if (error instanceof Refused) {
    err.write(`${programName}: ${error.message}\nSee ${programName} --help\n`);
    return exitCode.refused;
  }
  if (error instanceof UnusableSettings) {
    err.write(`${programName}: the settings cannot be used\n${error.message.replace(/^/gm, '  ')}\n`);
    return exitCode.refused;
  }
  if (error instanceof Unreachable) {
    err.write(`${programName}: ${error.message}\n`);
    return exitCode.inconclusive;
  }
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  err.write(`${programName}: a mistake of the harness, not of the target\n${told}\n`);
  return exitCode.inconclusive;
}

/** Does what the arguments say and resolves to the exit code; never throws. */
export async function runProgram(terminal: Terminal): Promise<number> {
  try {
    const chosen = choose(terminal.args);
    if (chosen === undefined) throw new Refused('there is no command');
    if (answerBriefly(chosen, terminal)) return exitCode.done;
    return await chosen.command.run(withConfig(readCall(chosen.command, chosen.args, terminal)));
  } catch (error) {
    return tellFailure(error, terminal);
  }
}
