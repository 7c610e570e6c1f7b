import type { Config } from './settings/config-form.ts';
import type { Outlet, Terminal } from './terminal/terminal.ts';

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

export interface Option {
  readonly name: string;
  /** One letter that stands for it. */
  readonly short?: string;
  /** Placeholder of the value in the help; an option without one is a flag. */
  readonly value?: string;
  readonly oneOf?: readonly string[];
  readonly many?: true;
  readonly fallback?: string;
  readonly meaning: string;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Name of the one argument that it takes besides options. */
  readonly argument?: string;
  /** The argument may be given several times. */
  readonly many?: true;
  readonly options: readonly Option[];
  readonly run: (call: CommandCall) => Promise<number>;
}

/** A command as it was called. */
export interface CommandCall {
  readonly command: Command;
  readonly terminal: Terminal;
  readonly argument: string | undefined;
  /** All arguments besides options. */
  readonly all: readonly string[];
  readonly flag: (name: string) => boolean;
  /** Whether the option was typed. */
  readonly given: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
  /** For people: standard output, or standard error when standard output is for a program. */
  readonly people: Outlet;
  /** Choices of the configuration file, for a command that takes `--config`. */
  readonly config?: Config;
  readonly say: (text: string) => void;
}
