// Where a run aims: settles the settings from option, environment and settings file, starts the embedded sandbox or
// reaches for a service, and probes it without moving money. Nothing else reads the environment.

export { renderExample } from './example.ts';
export type { ConfiguredSettings, NamedTarget } from './named-target.ts';
export { labelOf, type OpenOptions, type OpenTarget, openTarget, unprobedTarget } from './open.ts';
export { type SettingProblem, Unreachable, UnusableSettings } from './problem.ts';
export { readSettings, type SettingSources } from './read.ts';
export type { ServiceSettings, Settings } from './settings.ts';
export { distance } from './strangers.ts';
export { settingsTable, type Variable, type VariableName, variableNames, variableOf } from './table.ts';
export { type Environment, withdrawKeys } from './texts.ts';
