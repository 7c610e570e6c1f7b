// The texts of settings with their sources.

import type { VariableName } from './table.ts';

export type Environment = Record<string, string | undefined>;

export interface SettingSource {
  /** The name of the source for messages. */
  readonly name: string;
  /** Who chose the source: the user for this run, the owner of the environment or of the project, or nobody known. */
  readonly by: 'command line' | 'environment' | 'folder';
  readonly texts: Environment;
  /** For a settings file: adds the line of the variable to a problem. */
  readonly located?: (problem: string) => string;
}

export interface GivenText {
  readonly text: string;
  readonly source: SettingSource;
}

export type AllGiven = Readonly<Partial<Record<VariableName, GivenText>>>;
