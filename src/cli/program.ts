import { version } from '#client';
import { didYouMean, isOfDisk } from '#contract';
import { refusalAnnotation, sanitiseLines } from '#reporting';
import { Unreachable, UnusableSettings } from '#target';
import { baselineAccept, baselineDiff } from './baseline/baseline.ts';
import { check } from './check/check.ts';
import { type Command, exitCode, programName, Refused, type Terminal } from './command.ts';
import { compare } from './commands/compare.ts';
import { doctor } from './commands/doctor.ts';
import { explain } from './commands/explain.ts';
import { exportOpenApi, exportSchemas } from './commands/export.ts';
import { faultsCommand } from './commands/faults.ts';
import { history } from './commands/history.ts';
import { report } from './commands/report.ts';
import { requirementsCommand } from './commands/requirements.ts';
import { waiversCheck, waiversDraft } from './commands/waivers.ts';
import { goneText } from './gone.ts';
import { init } from './init/init.ts';
import { forgetVerdicts, keepRefusal, unjudgedText } from './output/verdict-file.ts';
import { prove } from './prove/prove.ts';
import { replay } from './replay/replay.ts';
import { run } from './run/run.ts';
import { sandbox } from './sandbox/sandbox.ts';
import { printable, shownPath } from './terminal/printable.ts';
import { commandUsage, programUsage } from './usage.ts';

/** Every command, in the order of the help; the first is done when none is named. */
export const commands: readonly Command[] = [
  run,
  check,
  prove,
  sandbox,
  doctor,
  requirementsCommand,
  explain,
  faultsCommand,
  replay,
  compare,
  history,
  baselineAccept,
  baselineDiff,
  waiversCheck,
  waiversDraft,
  exportOpenApi,
  exportSchemas,
  report,
  init,
];

function unknownCommand(words: readonly string[]): Refused {
  const [first = ''] = words;
  for (const typed of [words.slice(0, 2).join(' '), first]) {
    const replaced = goneText(typed);
    if (replaced !== undefined) return new Refused(`${typed} ${replaced}`);
  }
  const hint = didYouMean(first, ['help', ...commands.map(({ name }) => name)]);
  return new Refused(`${printable(first, 'the first argument')} is no command${hint}`);
}

const namesNoCommand = ([word = '']: readonly string[]): boolean => word === '' || word.startsWith('-');

/** The command that the first word or two name, and its own arguments; without one it is `run`. */
function choose(args: readonly string[]): readonly [Command, readonly string[]] {
  if (namesNoCommand(args)) return [run, args];
  for (const words of [2, 1]) {
    const command = commands.find(({ name }) => name === args.slice(0, words).join(' '));
    if (command) return [command, args.slice(words)];
  }
  throw unknownCommand(args);
}

const asks = (args: readonly string[], ...names: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return names.some((name) => (end < 0 ? args : args.slice(0, end)).includes(name));
};

/** `help run`, `run help`, `run -h` and `run --help` ask for the same; what they ask about. */
function helpAskedIn(args: readonly string[]): readonly string[] | undefined {
  const [first, ...rest] = args;
  if (first === 'help') return rest.filter((word) => !word.startsWith('-'));
  const words = args.filter((word) => !word.startsWith('-'));
  if (asks(args, '-h', '--help')) return namesNoCommand(args) ? [] : words.slice(0, 2);
  const named = args.slice(0, -1).join(' ');
  const isNamed = commands.some(({ name }) => name === named || name.startsWith(`${named} `));
  return isNamed && args.at(-1) === 'help' ? args.slice(0, -1) : undefined;
}

/** Help on one command, or on all whose names begin with the word, such as `baseline`. */
function helpOn(words: readonly string[]): string {
  const [first] = words;
  if (first === undefined) return programUsage(commands);
  const named = commands.filter(({ name }) => name === first || name === words.slice(0, 2).join(' '));
  const found = named.length > 0 ? named : commands.filter(({ name }) => name.startsWith(`${first} `));
  if (found.length === 0) throw unknownCommand(words);
  return found.map(commandUsage).join('\n');
}

/** Answers what asks for help or the version alone. */
function answerHelp({ args, out }: Terminal): boolean {
  const help = helpAskedIn(args);
  if (help) out.write(helpOn(help));
  else if (asks(args, '-V', '--version')) out.write(`${programName} ${version}\n`);
  else return false;
  return true;
}

/** `run`, which is meant where no command is named, and `check` own the folder of reports. */
const writesReports = ({ args }: Terminal): boolean =>
  namesNoCommand(args) || args[0] === run.name || args[0] === check.name;

/** An error of the harness, not of the target. */
export const mistakeText = (error: unknown): string => {
  if (isOfDisk(error))
    return `${programName}: a file could not be used, and the target is not to blame: ${sanitiseLines(error.message)}\n`;
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${programName}: an error of the harness, not of the target\n${sanitiseLines(trace)}\n`;
};

/** A call that ended, and why where it judged nothing. */
interface Ended {
  readonly code: number;
  readonly why?: string;
}

/** @param emptied - the folders from which reports were removed */
function reportFailure(error: unknown, terminal: Terminal, emptied: readonly string[]): Ended {
  const { cwd, env, err } = terminal;
  if (error instanceof Refused) {
    if (writesReports(terminal)) keepRefusal(terminal, error.message);
    const why = sanitiseLines(error.message);
    const text =
      error instanceof UnusableSettings
        ? `the settings cannot be used\n${why.replace(/^/gm, '  ')}`
        : `${why}\nSee ${programName} --help`;
    err.write(`${programName}: ${text}\n`);
    for (const folder of emptied)
      err.write(
        `The reports of the earlier run in ${shownPath(cwd, folder)} are removed, so that nobody takes them for those of this one; history.jsonl keeps its result.\n`,
      );
    if (env.GITHUB_ACTIONS === 'true') err.write(`${refusalAnnotation(error.message)}\n`);
    return { code: exitCode.refused, why: error.message };
  }
  if (error instanceof Unreachable) {
    err.write(`${programName}: ${sanitiseLines(error.message)}\n`);
    return { code: exitCode.inconclusive, why: error.message };
  }
  err.write(mistakeText(error));
  const why = isOfDisk(error) ? 'a file could not be used' : 'an error of the harness, not of the target';
  return { code: exitCode.inconclusive, why };
}

async function perform(terminal: Terminal): Promise<Ended> {
  let emptied: readonly string[] = [];
  try {
    if (answerHelp(terminal)) return { code: exitCode.done };
    if (writesReports(terminal)) emptied = forgetVerdicts(terminal);
    const [command, args] = choose(terminal.args);
    return { code: await command.run(args, terminal) };
  } catch (error) {
    return reportFailure(error, terminal, emptied);
  }
}

const whys: Readonly<Record<number, string>> = {
  [exitCode.leaked]: 'the outputs hold what must not leave this machine, and were withheld',
  [exitCode.interrupted]: 'interrupted before anything was judged',
  [exitCode.terminated]: 'interrupted before anything was judged',
};

/**
 * Does what the arguments say and resolves to the exit code; never throws. With `--json`, a call that has no data to print, such
 * as a refused one, prints a verdict.
 */
export async function runProgram(terminal: Terminal): Promise<number> {
  let isSilent = true;
  const write = (text: string) => {
    isSilent = false;
    terminal.out.write(text);
  };
  const { code, why = whys[code] } = await perform({ ...terminal, out: { ...terminal.out, write } });
  if (isSilent && why !== undefined && asks(terminal.args, '--json')) {
    const isInterrupted = code === exitCode.interrupted || code === exitCode.terminated;
    terminal.out.write(
      unjudgedText({
        verdict: code === exitCode.refused ? 'refused' : 'inconclusive',
        exitCode: isInterrupted ? exitCode.inconclusive : code,
        why,
      }),
    );
  }
  return code;
}
