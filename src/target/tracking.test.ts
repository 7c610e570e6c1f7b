import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readSettings } from './read.ts';
import { trackingOf } from './secret-files.ts';
import { folderWith, problemsOf } from './settings.test.support.ts';

const git = (cwd: string, ...args: readonly string[]): void => {
  const named = ['-c', 'user.name=a', '-c', 'user.email=a@b.invalid', '-c', 'init.defaultBranch=main'];
  const { status, stderr } = spawnSync('git', [...named, ...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};

afterEach(() => vi.unstubAllEnvs());

const fileIn = (root: string, name: string): string => {
  const file = join(root, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, 'RAMP_API_KEY=a-key-of-a-test\n');
  return file;
};

const repository = (...args: readonly string[]): string => {
  const root = folderWith();
  git(root, 'init', '-q', ...args);
  return root;
};

const unreadable = 'git cannot read its repository';

describe.skipIf(spawnSync('git', ['--version']).status !== 0)('git', () => {
  test('says what is tracked, in a linked work tree too', () => {
    const root = repository();
    fileIn(root, '.env');
    git(root, 'add', '.env');
    git(root, 'commit', '-qm', 'one');
    const linked = join(folderWith(), 'linked');
    git(root, 'worktree', 'add', '-q', '--detach', linked);
    expect(trackingOf(join(linked, '.env'))).toBe('tracked');
    for (const name of ['app/.env', '[.]env', ':.env']) expect(trackingOf(fileIn(root, name))).toBe('untracked');
  });

  test('knows what a split or sparse index and an empty .git below hide', () => {
    const root = repository();
    const file = fileIn(root, 'app/deep/.env');
    fileIn(root, 'other/file');
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'one');
    mkdirSync(join(root, 'app/deep/.git'));
    expect(trackingOf(file)).toBe('tracked');
    rmSync(join(root, 'app/deep/.git'), { recursive: true });
    git(root, 'update-index', '--split-index');
    expect(trackingOf(file)).toBe('tracked');
    git(root, 'update-index', '--no-split-index');
    git(root, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'other');
    expect(trackingOf(fileIn(root, 'app/deep/.env'))).toBe('tracked');
    expect(trackingOf(fileIn(root, 'others.env'))).toBe('untracked');
  });

  test('tracks no settings and no key that a run reads, or they are refused', () => {
    const root = repository();
    for (const name of ['vendor.env', 'key']) fileIn(root, name);
    git(root, 'add', '.');
    const settings = { cwd: root, env: {}, settingsFile: 'vendor.env' };
    expect(() => readSettings(settings)).toThrow(/vendor\.env is tracked by git/);
    const keyed = () => ({ cwd: root, env: { RAMP_BASE_URL: 'https://ramp.example.com', RAMP_API_KEY_FILE: 'key' } });
    expect(problemsOf(keyed())).toEqual(['RAMP_API_KEY_FILE names a file that git tracks']);
    vi.stubEnv('PATH', folderWith());
    expect(readSettings(keyed()).doubts).toEqual([
      `Check yourself that git does not track ${join(root, 'key')}: git is not installed`,
    ]);
  });

  test('is asked without the variables that lead it elsewhere', () => {
    const root = repository();
    const file = fileIn(root, '.env');
    git(root, 'add', '.env');
    for (const [name, value] of [
      ['GIT_DIR', join(repository(), '.git')],
      ['GIT_INDEX_FILE', join(root, 'none')],
    ] as const)
      vi.stubEnv(name, value);
    expect(trackingOf(file)).toBe('tracked');
  });

  test('is not believed where its index is damaged, and not long waited for where that is a pipe', () => {
    const root = repository();
    const file = fileIn(root, '.env');
    const index = join(root, '.git/index');
    writeFileSync(index, 'DIRC and no more');
    expect(trackingOf(file)).toBe(unreadable);
    rmSync(index);
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', index]);
    expect(trackingOf(file)).toBe(unreadable);
  });

  test('counts a link to a tracked file as tracked, and knows no repository where there is none', () => {
    const root = repository();
    const meant = fileIn(root, 'settings/.env');
    git(root, 'add', 'settings/.env');
    const elsewhere = folderWith();
    symlinkSync(meant, join(elsewhere, '.env'));
    expect(trackingOf(join(elsewhere, '.env'))).toBe('tracked');
    expect(trackingOf(fileIn(folderWith(), '.env'))).toBe('untracked');
  });

  test('says what is tracked where the repository names another tree', () => {
    const root = repository();
    const file = fileIn(root, 'settings/.env');
    git(root, 'add', 'settings/.env');
    git(root, 'config', 'core.worktree', folderWith());
    expect(trackingOf(file)).toBe('tracked');
  });

  test('is missed only where there is a repository', () => {
    const root = repository();
    vi.stubEnv('PATH', folderWith());
    expect(trackingOf(fileIn(root, '.env'))).toBe('git is not installed');
    expect(trackingOf(fileIn(folderWith(), '.env'))).toBe('untracked');
  });

  test.skipIf(process.getuid?.() !== 0)('does not read the repository of another user', () => {
    const root = repository();
    execFileSync('chown', ['-R', '12345', root]);
    expect(trackingOf(fileIn(root, '.env'))).toBe('another user owns its repository');
  });

  test('runs no program that the repository or the project names', () => {
    const root = repository();
    const at = folderWith();
    const [program, mark] = [join(at, 'git'), join(at, 'ran')];
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\nexit 1\n`, { mode: 0o755 });
    for (const name of ['.env', 'app/.env', 'other/file']) fileIn(root, name);
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'one');
    git(root, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'other');
    // A partial clone fetches what it lacks from a remote, by a program of that remote.
    const tree = spawnSync('git', ['rev-parse', 'HEAD:app'], { cwd: root, encoding: 'utf8' }).stdout.trim();
    rmSync(join(root, '.git/objects', tree.slice(0, 2), tree.slice(2)));
    const bin = join(root, 'node_modules/.bin');
    for (const [name, value] of Object.entries({
      'core.repositoryFormatVersion': '1',
      'extensions.partialClone': 'origin',
      'remote.origin.url': repository(),
      'remote.origin.promisor': 'true',
      'remote.origin.uploadPack': program,
      'protocol.file.allow': 'always',
      'core.hooksPath': bin,
      'core.fsmonitor': program,
    }))
      git(root, 'config', name, value);
    mkdirSync(bin, { recursive: true });
    for (const name of ['git', 'post-index-change']) symlinkSync(program, join(bin, name));
    vi.stubEnv('PATH', [bin, process.env.PATH].join(delimiter));
    expect(trackingOf(join(root, '.env'))).toBe('tracked');
    expect(trackingOf(fileIn(root, 'app/.env'))).toBe(unreadable);
    expect(existsSync(mark)).toBe(false);
  });
});
