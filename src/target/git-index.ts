import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { readFileBytes } from '#contract';
import { type GitRepository, gitConfigOf, repositoryOf } from './git-repository.ts';

/** `unknown` where there is an index that cannot be read here. */
export type Tracking = 'tracked' | 'untracked' | 'unknown';

const hashBytes = (repository: GitRepository): number =>
  /^\s*objectformat\s*=\s*sha256\s*$/im.test(gitConfigOf(repository)) ? 32 : 20;

/** Version 4 writes each name as an end to the one before, so that a small file could hold long ones. */
const maxNameBytes = 4_096;

const statBytes = 40;
const isExtended = 0x4000;

/** How many bytes of the name before are dropped, as version 4 writes it. */
const readVarint = (index: Buffer, at: number): readonly [value: number, end: number] => {
  let byte = index.readUInt8(at);
  let value = byte & 127;
  let end = at + 1;
  for (; byte & 128; end += 1) {
    byte = index.readUInt8(end);
    value = (value + 1) * 128 + (byte & 127);
  }
  return [value, end];
};

interface Names {
  readonly names: ReadonlySet<string>;
  /** The offset at which the extensions begin. */
  readonly end: number;
}

const namesIn = (index: Buffer, hash: number): Names => {
  const [version, count] = [index.readUInt32BE(4), index.readUInt32BE(8)];
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4)
    throw new Error('another format');
  const names = new Set<string>();
  let at = 12;
  let before = Buffer.alloc(0);
  for (let entry = 0; entry < count; entry += 1) {
    const flagsAt = at + statBytes + hash;
    let nameAt = flagsAt + (index.readUInt16BE(flagsAt) & isExtended ? 4 : 2);
    let kept = Buffer.alloc(0);
    if (version === 4) {
      const [dropped, end] = readVarint(index, nameAt);
      kept = before.subarray(0, before.length - dropped);
      nameAt = end;
    }
    const nul = index.indexOf(0, nameAt);
    if (nul < 0) throw new Error('a name without an end');
    before = Buffer.concat([kept, index.subarray(nameAt, nul)]);
    if (before.length > maxNameBytes) throw new Error('a name that no file has');
    names.add(before.toString('utf8'));
    at = version === 4 ? nul + 1 : at + Math.ceil((nul + 1 - at) / 8) * 8;
  }
  return { names, end: at };
};

/** The index of a repository of a million files. */
const maxBytes = 256 * 1024 ** 2;

const trackingIn = (repository: GitRepository, file: string): Tracking => {
  const path = join(repository.folder, 'index');
  if (!existsSync(path)) return 'untracked';
  const hash = hashBytes(repository);
  const index = readFileBytes(path, maxBytes);
  const { names, end } = namesIn(index, hash);
  const name = relative(repository.root, file).split(sep).join('/');
  if (names.has(name)) return 'tracked';
  // A sparse index names a folder instead of what is in it, and a split one keeps most names in another file.
  const folders = [...name.matchAll(/\//g)].map(({ index: at }) => name.slice(0, at + 1));
  if (folders.some((folder) => names.has(folder))) return 'unknown';
  return index.toString('latin1', end, end + 4) === 'link' ? 'unknown' : 'untracked';
};

const tracking = (file: string): Tracking => {
  try {
    const repository = repositoryOf(dirname(file));
    return repository === undefined ? 'untracked' : trackingIn(repository, file);
  } catch {
    return 'unknown';
  }
};

/** Finds out if git tracks a file, or what it is a link to. */
export const trackingOf = (file: string): Tracking => {
  const own = tracking(join(realpathSync(dirname(file)), basename(file)));
  const meant = realpathSync(file);
  if (own !== 'untracked' || meant === file) return own;
  return tracking(meant);
};
