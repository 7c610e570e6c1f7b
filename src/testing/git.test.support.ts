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
 * Two processes ask git about each file of settings or keys. In tests about other matters, git answers as in a folder
 * without a repository.
 */
export function withoutGit(): void {
  const spawn = (...[program, ...rest]: [string]) => (program === 'git' ? outside : spawnSync(program, ...rest));
  beforeAll(() => spawnBy(spawn));
  afterAll(() => spawnBy(spawnSync));
}
