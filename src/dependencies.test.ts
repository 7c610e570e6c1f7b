import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

interface Locked {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
}

const locked = Object.entries<Locked>(read('package-lock.json').packages).filter(([path]) => path !== '');

const pathsOf = (which: (each: Locked) => boolean) => locked.filter(([, each]) => which(each)).map(([path]) => path);

test('nothing that is installed runs a script', () => {
  expect(locked.length).toBeGreaterThan(100);
  expect(pathsOf(({ hasInstallScript }) => hasInstallScript === true)).toEqual([]);
});

test('every package has a digest, a licence and comes from the registry', () => {
  expect(pathsOf(({ integrity = '' }) => !integrity.startsWith('sha512-'))).toEqual([]);
  expect(pathsOf(({ license }) => license === undefined)).toEqual([]);
  // Left out where it is the registry of whoever installs.
  expect(pathsOf(({ resolved }) => resolved?.startsWith('https://registry.npmjs.org/') === false)).toEqual([]);
});

test('what is asked for is asked for in one exact version', () => {
  const asked = Object.entries<string>(read('package.json').devDependencies);
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test('nothing is installed beside the package', () => {
  expect(read('package.json').dependencies).toBeUndefined();
  expect(pathsOf(({ dev }) => dev !== true)).toEqual([]);
});
