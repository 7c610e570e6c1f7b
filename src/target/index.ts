// Reads settings from options, environment and settings file, and opens the target: the embedded sandbox or a service,
// which is probed without moving money. No other module reads the environment.

export { secretsAround } from './all-secrets.ts';
export { placeOf, release } from './formats.ts';
export type { Environment } from './given.ts';
export { labelOf, openTarget, unprobedTarget } from './open.ts';
export type { Settings } from './read.ts';
export { keysSet, readRelease, readSettings } from './read.ts';
export { Unreachable, UnusableSettings } from './rules.ts';
export { remotesOf, repositoryRoot } from './secret-files.ts';
export { type ConfiguredSettings, isBesideKey } from './sources.ts';
export { budgetName, isBudget, isOfRun, isOwnMaxRequests, renderExample, settingOf, variableNames } from './table.ts';
