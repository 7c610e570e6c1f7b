import type { Config } from './settings/config.ts';
import type { Outlet, Terminal } from './terminal/terminal.ts';

export interface Option {
  readonly name: string;
  /** One letter that stands for it. */
  readonly short?: string;
  /** What stands for the value in the help; an option without one is a flag. */
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
  readonly run: (call: Call) => Promise<number>;
}

/** A command as it was called. */
export interface Call {
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
  /** What the file of choices says, for a command that it speaks to. */
  readonly config?: Config;
  readonly say: (text: string) => void;
}

/** Wrong arguments, with what would be right; nothing was sent. */
export class Refused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refused';
  }
}
