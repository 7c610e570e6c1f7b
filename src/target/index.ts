// Settles the settings from option, environment and settings file, starts the embedded sandbox or
// reaches for a service, and probes it without moving money. Nothing else reads the environment.

export type { Environment } from './env-file.ts';
export { renderExample } from './example.ts';
export { placeOf, release } from './formats.ts';
export { remotesOf, repositoryRoot } from './git.ts';
export type { ConfiguredSettings } from './named-target.ts';
export { labelOf, openTarget, unprobedTarget } from './open.ts';
export { Unreachable, UnusableSettings } from './problem.ts';
export { readRelease, readSettings } from './read.ts';
export type { Settings } from './settings.ts';
export { isBudget, isOfRun, isOwnMaxRequests, settingOf, variableNames } from './table.ts';
