// Settings from options, environment and settings file, and the opening of the target: the embedded sandbox or a
// service, probed without moving money. Nothing else reads the environment.

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
