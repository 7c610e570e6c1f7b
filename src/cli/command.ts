import { z } from 'zod';
import type { Environment } from '#target';
import type { FileChoices } from './settings/config-schema.ts';

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

export const programName = 'ramp-conformance';

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

export { Refused } from '#contract';

/** Facts of an option besides its type. */
export interface OptionRow {
  readonly meaning: string;
  /** One letter that stands for it. */
  readonly short?: string;
  /** Placeholder of the value in the help; an option without one is a flag. */
  readonly value?: string;
  readonly words?: readonly string[];
  /** Describes the values that it takes, where its schema takes only some: `a number from 0 to 200`. */
  readonly form?: string;
  readonly many?: true;
  readonly fallback?: string;
}

const rows = new Map<z.ZodType, OptionRow>();

/** Declares an option whose value a schema reads. */
export const option = <Schema extends z.ZodType>(schema: Schema, row: OptionRow): Schema => {
  rows.set(schema, row);
  return schema;
};

export const flag = (meaning: string) => option(z.boolean().default(false), { meaning });
export const text = (row: OptionRow) => option(z.string().optional(), row);
export const texts = (row: OptionRow) => option(z.array(z.string()).default([]), { ...row, many: true });
export const textOr = (fallback: string, row: OptionRow) =>
  option(z.string().default(fallback), { ...row, fallback });

export type Options = Readonly<Record<string, z.ZodType>>;

export type Values<Of extends Options> = z.output<ReturnType<typeof z.object<Of>>>;

export const rowsOf = (options: Options): readonly (OptionRow & { readonly name: string })[] =>
  Object.entries(options).map(([name, schema]) => ({ name, meaning: '', ...rows.get(schema) }));

export interface CommandCall<Chosen = unknown> {
  readonly command: string;
  readonly terminal: Terminal;
  readonly argument: string | undefined;
  /** All arguments besides options. */
  readonly all: readonly string[];
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

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Name of the one argument that it takes besides options. */
  readonly argument?: string;
  readonly many?: true;
  /** Shows in the help that arguments may be left out: `[<old> [<new>]]`. */
  readonly usage?: string;
  readonly options: Options;
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>;
}
