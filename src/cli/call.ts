// One call of a command: its input, and its end.

import type { ChosenClasses } from '#facts';
import type { Parties } from '#reporting';
import type { ConfiguredSettings } from '#target';
import type { Options, Values } from './options.ts';
import type { Outlet, Terminal } from './terminal/terminal.ts';

export interface FileChoices {
  /** The text of the file, which is searched for keys. */
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
  /** Values by option name; a typed option takes precedence over them. */
  readonly defaults: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface CommandCall<Chosen = unknown> {
  readonly terminal: Terminal;
  /** All arguments except options, and the first of them. */
  readonly all: readonly string[];
  readonly argument: string | undefined;
  /** Typed values; without them those of the configuration file, then the defaults. */
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

/**
 * The end of a command that tests something. It ends with 0 only if it tried something, or left a verdict that says so.
 */
export interface CallEnd {
  readonly code: number;
  /**
   * The number of tried or compared things: findings, pairs, runs or requirements. For a command that leaves a verdict,
   * the number of judgements.
   */
  readonly tried: number;
  /** The verdict that the command wrote, with its path. */
  readonly left?: { readonly file: string; readonly verdict: object };
}
