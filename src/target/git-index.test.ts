import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { trackingOf } from './git-index.ts';

const git = (cwd: string, ...args: readonly string[]): void => {
  const named = ['-c', 'user.name=a', '-c', 'user.email=a@b.invalid', '-c', 'init.defaultBranch=main'];
  const { status, stderr } = spawnSync('git', [...named, ...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};

const folder = (): string => mkdtempSync(join(tmpdir(), 'ramp-git-'));

const fileIn = (root: string, name: string): string => {
  const file = join(root, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, 'RAMP_API_KEY=a-key-of-a-test\n');
  return file;
};

const repository = (...args: readonly string[]): string => {
  const root = folder();
  git(root, 'init', '-q', ...args);
  return root;
};

describe.skipIf(spawnSync('git', ['--version']).status !== 0)('the index of a repository', () => {
  test.each([2, 3, 4])('of version %i names what is tracked', (version) => {
    const root = repository();
    git(root, 'config', 'index.version', String(version));
    const [own, below, other] = ['.env', 'app/.env', 'app/.env.local'].map((name) => fileIn(root, name));
    fileIn(root, 'app/a-long-name-that-others-share/.env');
    git(root, 'add', '.env', 'app/a-long-name-that-others-share/.env');
    // Version 3 is written where an entry has further flags.
    if (version === 3) {
      git(root, 'add', '--intent-to-add', 'app/.env.local');
      expect(trackingOf(other ?? '')).toBe('tracked');
    }
    expect([own, below].map((file) => trackingOf(file ?? ''))).toEqual(['tracked', 'untracked']);
  });

  test('of a linked work tree is its own, and that of SHA-256 has longer hashes', () => {
    const root = repository();
    fileIn(root, '.env');
    git(root, 'add', '.env');
    git(root, 'commit', '-qm', 'one');
    const linked = join(folder(), 'linked');
    git(root, 'worktree', 'add', '-q', '--detach', linked);
    expect(trackingOf(join(linked, '.env'))).toBe('tracked');
    const long = repository('--object-format=sha256');
    const [tracked, untracked] = ['.env', 'other.env'].map((name) => fileIn(long, name));
    git(long, 'add', '.env');
    expect([tracked, untracked].map((file) => trackingOf(file ?? ''))).toEqual(['tracked', 'untracked']);
  });

  test('that is split or damaged is unknown', () => {
    const split = repository();
    const file = fileIn(split, '.env');
    git(split, 'add', '.env');
    git(split, 'update-index', '--split-index');
    expect(trackingOf(file)).not.toBe('untracked');
    const damaged = repository();
    writeFileSync(join(damaged, '.git/index'), 'DIRC and no more');
    expect(trackingOf(fileIn(damaged, '.env'))).toBe('unknown');
  });

  test('row 99: that is sparse names a folder instead of its files, of which nothing is known then', () => {
    const root = repository();
    fileIn(root, 'app/deep/.env');
    fileIn(root, 'other/file');
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'one');
    git(root, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'other');
    expect(trackingOf(fileIn(root, 'app/deep/.env'))).toBe('unknown');
    expect(trackingOf(fileIn(root, 'others.env'))).toBe('untracked');
  });

  test('is not waited for where a pipe is in its place', () => {
    const root = folder();
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(root, '.git')]);
    expect(trackingOf(fileIn(root, '.env'))).toBe('unknown');
  });

  test('a link to a tracked file counts as tracked, and what lies in no repository does not', () => {
    const root = repository();
    const meant = fileIn(root, 'settings/.env');
    git(root, 'add', 'settings/.env');
    const elsewhere = folder();
    symlinkSync(meant, join(elsewhere, '.env'));
    expect(trackingOf(join(elsewhere, '.env'))).toBe('tracked');
    expect(trackingOf(fileIn(folder(), '.env'))).toBe('untracked');
  });

  test('is read without running what the repository names', () => {
    const root = repository();
    const mark = join(root, 'ran');
    const program = join(root, 'program');
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\n`);
    chmodSync(program, 0o755);
    const file = fileIn(root, '.env');
    git(root, 'add', '.env');
    git(root, 'config', 'core.fsmonitor', program);
    expect(trackingOf(file)).toBe('tracked');
    expect(existsSync(mark)).toBe(false);
  });
});
