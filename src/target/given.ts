// The texts that settings are given, each with its source.

import type { VariableName } from './table.ts';

export type Environment = Record<string, string | undefined>;

export interface SettingSource {
  /** As a person knows it. */
  readonly name: string;
  /** Who chose it: somebody for this run, the owner of the environment or of the project, or nobody who is known. */
  readonly by: 'command line' | 'environment' | 'folder';
  readonly texts: Environment;
  /** Of a settings file: adds to a problem the line that set its variable. */
  readonly located?: (problem: string) => string;
}

export interface GivenText {
  readonly text: string;
  readonly source: SettingSource;
}

/** What the sources give, by setting. */
export type AllGiven = Readonly<Partial<Record<VariableName, GivenText>>>;
