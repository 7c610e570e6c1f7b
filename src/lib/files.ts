import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/** Unusable input of the user. The message says what to do. Nothing was sent. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}

/** The code of a system error: ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** True for a full disk, and for a missing or forbidden file or folder. Errors of connections have an address. */
export const isOfDisk = (error: unknown): error is Error =>
  codeOf(error) !== undefined && error instanceof Error && 'syscall' in error && !('address' in error);

/** Why a file was not read; completes "the file ...". */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

const mebibyte = 1024 ** 2;

/** Bytes, for files that people write and files of a run. */
const maxFile = 64 * mebibyte;

/**
 * The text of a regular file of limited size. A pipe would block, and a device may have no end.
 * @throws UnreadableFile, or the error of the file system
 */
export function readFileText(path: string, maxBytes = maxFile): string {
  return readFileBytes(path, maxBytes).toString('utf8');
}

const tooLong = (maxBytes: number): UnreadableFile =>
  new UnreadableFile(`has more than ${maxBytes >= mebibyte ? `${maxBytes / mebibyte} MiB` : `${maxBytes / 1024} KiB`}`);

function readFileBytes(path: string, maxBytes = maxFile): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw new UnreadableFile('is no regular file');
    if (status.size > maxBytes) throw tooLong(maxBytes);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The file descriptor. */
export const standardInput = 0;

/** Milliseconds within which a program must open the pipe for writing. */
const unopenedMs = 2_000;

/** Milliseconds for the whole text, which may come from a vault that asks a person first. */
const pipeMs = 30_000;

const pauseMs = 20;

/** Synchronous: the process does nothing else in this time. */
const pause = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);

/**
 * The number of bytes that were read; 0 at the end, and before a program opens the pipe; undefined while the writer is
 * slow.
 */
function arrived(file: number, into: Buffer): number | undefined {
  try {
    return readSync(file, into);
  } catch (error) {
    if (codeOf(error) === 'EOF') return 0;
    if (codeOf(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

const unended = (ms: number): UnreadableFile => new UnreadableFile(`is a pipe that did not end within ${ms / 1_000} s`);

/** Reads in another process, which can be killed: a read in this process would block until the writer writes. */
function readInput(maxBytes: number, ms: number): string {
  const { stdout, error } = spawnSync(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)'], {
    stdio: ['inherit', 'pipe', 'ignore'],
    env: {},
    timeout: ms,
    killSignal: 'SIGKILL',
    maxBuffer: maxBytes,
  });
  if (codeOf(error) === 'ETIMEDOUT') throw unended(ms);
  if (codeOf(error) === 'ENOBUFS') throw tooLong(maxBytes);
  if (error) throw error;
  return stdout.toString('utf8');
}

/**
 * The whole text of a named pipe, or of standard input. Waits a moment for a program to open the pipe, then until it
 * ends.
 * @throws UnreadableFile, or the error of the file system
 */
export function readPipe(path: string | typeof standardInput, maxBytes: number, wholeMs = pipeMs): string {
  if (path === standardInput) return readInput(maxBytes, wholeMs);
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const buffer = Buffer.alloc(maxBytes + 1);
  const begun = performance.now();
  let length = 0;
  try {
    for (;;) {
      const bytes = arrived(file, buffer.subarray(length));
      length += bytes ?? 0;
      if (length > maxBytes) throw tooLong(maxBytes);
      if (bytes === 0 && length > 0) return buffer.toString('utf8', 0, length);
      const waited = performance.now() - begun;
      if (bytes === 0 && waited > unopenedMs) throw new UnreadableFile('is a pipe into which nobody writes');
      if (waited > wholeMs) throw unended(wholeMs);
      if (!bytes) pause();
    }
  } finally {
    closeSync(file);
  }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export interface FileText {
  readonly file: string;
  readonly text: string;
}

/** Texts by file name. */
export type Written = ReadonlyMap<string, string>;

/**
 * The files directly in a folder, by name; empty if there is no folder. Files that this process wrote are not read
 * again; all other files are, so that none is missed.
 */
export function readFolder(folder: string, written?: Written): FileText[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return names.sort().map((file) => ({ file, text: written?.get(file) ?? readFileText(join(folder, file)) }));
}

/** Line numbers start at one. */
export type FileLine = readonly [number: number, text: string];

const maxOfLines = { bytes: maxFile, lines: 200_000 };

/**
 * The lines of a regular file of limited size with their numbers, without blank lines; empty if there is no file.
 * @throws UnreadableFile, or the error of the file system
 */
export function readFileLines(path: string, { bytes, lines } = maxOfLines): readonly FileLine[] {
  let content: Buffer;
  try {
    content = readFileBytes(path, bytes);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
  let ends = 0;
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) ends += 1;
  if (ends > lines) throw new UnreadableFile(`has more than ${lines} lines`);
  return content
    .toString('utf8')
    .split('\n')
    .flatMap((text, at) => (text.trim() === '' ? [] : [[at + 1, text]]));
}

/** Completes "the file ...". */
export const whyUnreadable = (error: unknown): string => {
  if (error instanceof UnreadableFile) return error.message;
  const code = codeOf(error);
  return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'no reason'})`;
};

/** @throws Refused with the user's name of the file */
export function demandText(path: string, shown = path): string {
  try {
    return readFileText(path);
  } catch (error) {
    throw new Refused(`${shown} ${whyUnreadable(error)}`);
  }
}

export const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** True if the path is in the folder, after links are resolved. */
export function isInside(path: string, folder: string): boolean {
  const real = (place: string): string =>
    existsSync(place) || place === dirname(place) ? realpathSync(place) : join(real(dirname(place)), basename(place));
  const way = relative(real(folder), real(path));
  return way.split(sep)[0] !== '..' && !isAbsolute(way);
}

const shownName = (path: string): string =>
  /^[\w.@+ -]{1,80}$/.test(basename(path)) ? basename(path) : 'a file whose name is not shown here';

/**
 * Refuses a symbolic link, because its target would be overwritten. Git checks out no other kind of link.
 * @param within - only the part of the path below this folder is checked; without it, or for a path outside of it, only
 * the file
 * @throws Refused if the path contains a symbolic link
 */
export function demandNoLink(path: string, within?: string): void {
  const parts = within === undefined ? ['..'] : relative(within, path).split(sep);
  const isWithin = within !== undefined && parts[0] !== '..' && !isAbsolute(parts.join(sep));
  const places = isWithin ? [within, ...parts.map((_, at) => join(within, ...parts.slice(0, at + 1)))] : [path];
  for (const place of places) {
    const status = lstatSync(dirname(place), { throwIfNoEntry: false });
    if (status?.isFile())
      throw new Refused(`${shownName(dirname(place))} is a file where a folder belongs; move it elsewhere`);
    if (isLink(place))
      throw new Refused(
        `${shownName(place)} is a symbolic link, and its target would be overwritten; remove the link, or name another place`,
      );
  }
}

/** Node's recursive `mkdir` never ends in a file system that accepts no folder, such as `/proc`. */
export function makeFolder(path: string): void {
  const isThere = (): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isThere()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it.
    if (codeOf(error) !== 'EEXIST' || !isThere()) throw error;
  }
}

/**
 * Writes a whole file and then gives it its name, so that a reader never sees half of it. No other file changes.
 * @throws Refused for a link
 */
export function writeWhole(path: string, text: string, within?: string): void {
  demandNoLink(path, within);
  makeFolder(dirname(path));
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Writes a new file. If the disk fails, no file stays. @throws Refused for a link, EEXIST */
export function writeNew(path: string, text: string, { within, mode }: { within?: string; mode?: number } = {}): void {
  demandNoLink(path, within);
  makeFolder(dirname(path));
  const isThere = existsSync(path);
  try {
    writeFileSync(path, text, { flag: 'wx', mode });
  } catch (error) {
    if (!isThere && codeOf(error) !== 'EEXIST') rmSync(path, { force: true });
    throw error;
  }
}

/** @throws Refused for a link */
export function openToAppend(path: string, mode = 0o666): number {
  demandNoLink(path);
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW = 0 } = constants;
  return openSync(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, mode);
}

/** @throws Refused for a link */
export function append(path: string, text: string): void {
  const file = openToAppend(path);
  try {
    appendFileSync(file, text);
  } finally {
    closeSync(file);
  }
}
