// One call of a command: the input of its body, and its end.

import type { ChosenClasses } from '#facts';
import type { Parties } from '#reporting';
import type { ConfiguredSettings } from '#target';
import type { Options, Values } from './options.ts';
import type { Outlet, Terminal } from './terminal/terminal.ts';

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
  /** Names for the certificate. */
  readonly report?: Parties;
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

/** How a command ended that tests something: with 0 only where it tried something, or left the verdict that says so. */
export interface CallEnd {
  readonly code: number;
  /** What it tried or compared: findings, pairs, runs, requirements; of a command that leaves a verdict, what was judged. */
  readonly tried: number;
  /** The verdict that it wrote, and where. */
  readonly left?: { readonly file: string; readonly verdict: object };
}
