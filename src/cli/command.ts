// The program, and what a command of it is made of: its row in the table, its options, and the call that its body is given.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChosenClasses } from '#baseline';
import { didYouMean, Refused } from '#lib';
import type { ConfiguredSettings, Environment } from '#target';

export interface Outlet {
  readonly write: (text: string) => void;
  /** A person watches: lines may be drawn over. */
  readonly live: boolean;
  readonly colour: boolean;
  readonly width: number;
}

export interface Terminal {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  readonly out: Outlet;
  readonly err: Outlet;
  /** How much is written for Allure; by default its page and the results that it is made of. */
  readonly allure?: 'page' | 'results' | 'nothing';
}

interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const usualWidth = 100;

/** Where nobody watches, lines are not cut to a width. */
const unwatchedWidth = 160;

export function outletOf(stream: Stream, env: Environment): Outlet {
  const live = stream.isTTY === true && env.TERM !== 'dumb';
  return {
    write: (text) => void stream.write(text),
    live,
    colour: live && !env.NO_COLOR,
    width: stream.isTTY ? (stream.columns ?? usualWidth) : unwatchedWidth,
  };
}

/** True where no person watches, as CI services say of themselves. */
export const isInCi = ({ CI = '' }: Environment): boolean => !['', '0', 'false'].includes(CI.toLowerCase());

/** Up to `--`: what stands behind it is no option. */
export const optionsIn = (args: readonly string[]): readonly string[] => {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
};

export const programName = 'ramp-conformance';

const rootAbove = (folder: string): string => {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('the package of ramp-conformance has no package.json');
  return rootAbove(above);
};

/** Folder of the package: sources and build output lie at different depths in it. */
export const packageRoot = rootAbove(import.meta.dirname);

export const builtFile = (name: string): URL => pathToFileURL(join(packageRoot, 'dist/bundle', name));

/** The exit codes of the process; a judged run ends with that of its verdict (0, 1 or 3). */
export const exitCode = {
  done: 0,
  /** The target differs from what was promised or accepted. */
  deviates: 1,
  /** Refused before any request: arguments, settings. */
  refused: 2,
  /** Nothing was proved, or not all of it. */
  inconclusive: 3,
  /** A secret or personal datum was found in an output, which was withheld. */
  leaked: 4,
  interrupted: 130,
  terminated: 143,
} as const;

export { Refused };

/** How a command ended that holds something to a rule: with 0 only where it tried something, or left the verdict that says so. */
export interface CallEnd {
  readonly code: number;
  /** What it tried or compared: findings, pairs, runs, requirements; of a command that leaves a verdict, what was judged. */
  readonly tried: number;
  /** The verdict that it wrote, and where. */
  readonly left?: { readonly file: string; readonly verdict: object };
}

export interface OptionRow<Value = unknown> {
  readonly meaning: string;
  /** Placeholder of the value in the help; an option without one is a flag. */
  readonly value?: string;
  readonly fallback?: Value;
  readonly words?: readonly string[];
  /** @throws Refused for a value that is none of `flag`, such as `--profile` */
  parse?(text: string, flag: string, before: Value): Value;
}

export const flag = (meaning: string): OptionRow<boolean> => ({ meaning, fallback: false });

export const text = (value: string, meaning: string): OptionRow<string | undefined> => ({ value, meaning });

export const textOr = (fallback: string, value: string, meaning: string): OptionRow<string> => ({
  value,
  meaning,
  fallback,
});

export const texts = (value: string, meaning: string): OptionRow<readonly string[]> => ({
  value,
  meaning,
  fallback: [],
  parse: (each, _, before) => [...before, each],
});

export const oneOf = <Word extends string>(
  words: readonly Word[],
  fallback: Word,
  meaning: string,
): OptionRow<Word> => ({
  value: words.join('|'),
  meaning,
  fallback,
  words,
  parse: (given, name) => {
    const word = words.find((each) => each === given);
    if (word !== undefined) return word;
    throw new Refused(`${name} must be one of ${words.join(', ')}${didYouMean(given, words)}`);
  },
});

export type Options = Readonly<Record<string, OptionRow>>;

export type Values<Of extends Options> = {
  readonly [Name in keyof Of]: Of[Name] extends OptionRow<infer Value> ? Value : never;
};

/** The configuration file, as it counts for one call. */
export interface FileChoices {
  /** Its content, to be searched for keys. */
  readonly text: string;
  readonly settings: ConfiguredSettings;
  readonly leaveOut: readonly {
    readonly what: string;
    readonly values?: readonly string[] | undefined;
    readonly reason: string;
    readonly owner: string;
  }[];
  /** Kinds of changes whose class a user has raised or lowered. */
  readonly classes: ChosenClasses;
  /** Keyed by the name of the option that takes precedence. */
  readonly defaults: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface CommandCall<Chosen = unknown> {
  readonly terminal: Terminal;
  /** All arguments besides options, and the first of them. */
  readonly all: readonly string[];
  readonly argument: string | undefined;
  /** Typed values, else those in the configuration file, else the defaults. */
  readonly options: Chosen;
  /** Names of the options that were typed. */
  readonly typed: ReadonlySet<string>;
  /** The configuration file, for a command that takes `--config`. */
  readonly file: FileChoices;
  /** For people: standard output, or standard error when standard output is for a program. */
  readonly people: Outlet;
  readonly say: (text: string) => void;
}

export type CallOf<Of extends Options> = CommandCall<Values<Of>>;

/** A command, or several under one first word. */
export interface CommandRow<Of extends Options = Options> {
  readonly name: string;
  readonly summary: string;
  /** Arguments besides options, as the help shows them: `<requirement>`. */
  readonly takes?: string;
  readonly options?: Of;
  /** Stands below its help. */
  readonly after?: string;
  readonly commands?: readonly CommandRow[];
  /** What it needs to show before it may end with 0; a command without it only does or shows something. */
  readonly shows?: 'a verdict' | 'a try';
  /** Resolves to the exit code, and what it shows. */
  body?(call: CallOf<Of>): Promise<number | CallEnd>;
}
