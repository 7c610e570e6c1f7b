import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Why a file is not read, completing "the file ...". */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

const mebibyte = 1024 ** 2;

/** Files that people write by hand, and those that a run has written. */
const usualMostBytes = 64 * mebibyte;

/**
 * The text of a regular file of bounded size. A pipe would be waited for, and a device may have no end.
 * @throws UnreadableFile, or the error of the file system
 */
export function readFileText(path: string, mostBytes = usualMostBytes): string {
  return readFileBytes(path, mostBytes).toString('utf8');
}

export function readFileBytes(path: string, mostBytes = usualMostBytes): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw new UnreadableFile('is no regular file');
    if (status.size > mostBytes)
      throw new UnreadableFile(
        `has more than ${mostBytes >= mebibyte ? `${mostBytes / mebibyte} MiB` : `${mostBytes / 1024} KiB`}`,
      );
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Completes "the file ..." with the reason of an error that reading it threw. */
export const whyUnreadable = (error: unknown): string => {
  if (error instanceof UnreadableFile) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason';
  return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
};
