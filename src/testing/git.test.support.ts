import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

const { spawnSync } = childProcess;

function spawnBy(spawn: object): void {
  Object.assign(childProcess, { spawnSync: spawn });
  syncBuiltinESMExports();
}

const outside = {
  status: 128,
  stdout: '',
  stderr: 'fatal: not a git repository (or any of the parent directories): .git',
};

/**
 * Git is asked about each file of settings or keys, by two processes. A file of tests about other things gets the answer of a
 * folder without a repository.
 */
export function withoutGit(): void {
  const spawn = (...[program, ...rest]: [string]) => (program === 'git' ? outside : spawnSync(program, ...rest));
  beforeAll(() => spawnBy(spawn));
  afterAll(() => spawnBy(spawnSync));
}
