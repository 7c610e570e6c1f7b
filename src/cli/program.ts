import { version } from '#client';
import { sanitiseLines } from '#reporting';
import { settingOf, Unreachable, UnusableSettings, variableNames } from '#target';
import { commonOptions } from './arguments.ts';
import { baselineAccept, baselineDiff } from './baseline/baseline.ts';
import { check } from './check/check.ts';
import { type Command, exitCode, type Options, programName, Refused, rowsOf } from './command.ts';
import { compare } from './commands/compare.ts';
import { explain } from './commands/explain.ts';
import { exportCurl, exportOpenApi, exportSchemas } from './commands/export.ts';
import { faultsCommand } from './commands/faults.ts';
import { history } from './commands/history.ts';
import { report } from './commands/report.ts';
import { requirementsCommand } from './commands/requirements.ts';
import { waiversCheck, waiversDraft } from './commands/waivers.ts';
import { doctor } from './doctor/doctor.ts';
import { init } from './init/init.ts';
import { merge } from './merge/merge.ts';
import { forgetVerdicts, keepRefusal, unjudgedText } from './output/verdict-file.ts';
import { prove } from './prove/prove.ts';
import { replay } from './replay/replay.ts';
import { run } from './run/run.ts';
import { sandbox } from './sandbox/sandbox.ts';
import { didYouMean, printable } from './terminal/printable.ts';
import type { Terminal } from './terminal/terminal.ts';

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

const commandUsage = ({ name, argument, many, summary, options }: Command): string =>
  [
    `Usage: ${programName} ${name}${argument === undefined ? '' : ` <${argument}>${many ? '...' : ''}`} [options]`,
    '',
    summary,
    '',
    ...optionLines(options),
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

const programUsage = (commands: readonly Command[]): string => {
  const [first] = commands;
  return [
    `Usage: ${programName} [command] [options]`,
    '',
    'Holds a cross-border ramp service to its interface document.',
    '',
    'Commands:',
    ...columns(
      commands.map(({ name, argument, many, summary }) => [
        argument ? `${name} <${argument}>${many ? '...' : ''}` : name,
        summary,
      ]),
    ),
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
  exportCurl,
  report,
  merge,
  init,
];

const unknownCommand = (word: string): Refused =>
  new Refused(
    `${printable(word, 'the first argument')} is no command${didYouMean(word, ['help', ...commands.map(({ name }) => name)])}`,
  );

const namesNoCommand = ([word = '']: readonly string[]): boolean => word === '' || word.startsWith('-');

/** The command that the first word or two name, and its own arguments; without one it is `run`. */
function choose(args: readonly string[]): readonly [Command, readonly string[]] {
  if (namesNoCommand(args)) return [run, args];
  for (const words of [2, 1]) {
    const command = commands.find(({ name }) => name === args.slice(0, words).join(' '));
    if (command) return [command, args.slice(words)];
  }
  throw unknownCommand(args[0] ?? '');
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
  if (found.length === 0) throw unknownCommand(first);
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
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${programName}: an error of the harness, not of the target\n${sanitiseLines(trace)}\n`;
};

/** A call that ended, and why where it judged nothing. */
interface Ended {
  readonly code: number;
  readonly why?: string;
}

function reportFailure(error: unknown, terminal: Terminal): Ended {
  const { err } = terminal;
  if (error instanceof Refused) {
    if (writesReports(terminal)) keepRefusal(terminal, error.message);
    const why = sanitiseLines(error.message);
    const text =
      error instanceof UnusableSettings
        ? `the settings cannot be used\n${why.replace(/^/gm, '  ')}`
        : `${why}\nSee ${programName} --help`;
    err.write(`${programName}: ${text}\n`);
    return { code: exitCode.refused, why: error.message };
  }
  const isUnreachable = error instanceof Unreachable;
  err.write(isUnreachable ? `${programName}: ${sanitiseLines(error.message)}\n` : mistakeText(error));
  return {
    code: exitCode.inconclusive,
    why: isUnreachable ? error.message : 'an error of the harness, not of the target',
  };
}

async function perform(terminal: Terminal): Promise<Ended> {
  try {
    if (answerHelp(terminal)) return { code: exitCode.done };
    if (writesReports(terminal)) forgetVerdicts(terminal);
    const [command, args] = choose(terminal.args);
    return { code: await command.run(args, terminal) };
  } catch (error) {
    return reportFailure(error, terminal);
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
