import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** A user has typed or named something that cannot be used; says what would be right. Nothing was sent. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}

/** The code of a system error, such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** A disk that is full, or a file or folder that was taken away or may not be touched; an error of a connection has an address. */
export const isOfDisk = (error: unknown): error is Error =>
  codeOf(error) !== undefined && error instanceof Error && 'syscall' in error && !('address' in error);

/** Why a file is not read, completing "the file ...". */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

const mebibyte = 1024 ** 2;

/** Files that people write by hand, and those that a run has written. */
const maxBytesOfFile = 64 * mebibyte;

/**
 * The text of a regular file of bounded size. A pipe would be waited for, and a device may have no end.
 * @throws UnreadableFile, or the error of the file system
 */
export function readFileText(path: string, maxBytes = maxBytesOfFile): string {
  return readFileBytes(path, maxBytes).toString('utf8');
}

function readFileBytes(path: string, maxBytes = maxBytesOfFile): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw new UnreadableFile('is no regular file');
    if (status.size > maxBytes)
      throw new UnreadableFile(
        `has more than ${maxBytes >= mebibyte ? `${maxBytes / mebibyte} MiB` : `${maxBytes / 1024} KiB`}`,
      );
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** A line and its number, from one on. */
export type FileLine = readonly [number: number, text: string];

/** Bounds of a file to which a line is added each time, such as the ledger. */
const maxOfLines = { bytes: maxBytesOfFile, lines: 200_000 };

/**
 * The lines of a regular file of bounded size that are not blank, by their numbers; none where there is no such file.
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

/** Completes "the file ..." with the reason of an error that reading it threw. */
export const whyUnreadable = (error: unknown): string => {
  if (error instanceof UnreadableFile) return error.message;
  const code = codeOf(error);
  return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'no reason'})`;
};

/** @throws Refused, which calls the file as a person knows it */
export function readTextOrRefuse(path: string, shown = path): string {
  try {
    return readFileText(path);
  } catch (error) {
    throw new Refused(`${shown} ${whyUnreadable(error)}`);
  }
}
