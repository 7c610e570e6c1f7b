import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { RecordingFile } from '#recording';
import { Refused } from './command.ts';

const mebibyte = 1024 * 1024;

/** Several times this much memory is needed to judge it. */
const mostBytes = 64 * mebibyte;

/** Only its last part, and none of what is not like the name of a file: something else may have been typed in its place. */
const shown = (path: string): string => {
  const name = basename(path);
  return /^[\w. -]{1,80}\.(?:har|json)$/i.test(name) ? name : 'the recording';
};

/**
 * Reads a recording into memory.
 * @throws Refused for a file that is not there, or too large
 */
export function readRecordingFile(path: string, cwd: string): RecordingFile {
  const [file, name] = [resolve(cwd, path), shown(path)];
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new Refused(`${name} does not exist; name a HAR file`);
  if (!found.isFile()) throw new Refused(`${name} is no file; name a HAR file`);
  if (found.size > mostBytes)
    throw new Refused(
      `${name} has ${Math.ceil(found.size / mebibyte)} MB, and at most ${mostBytes / mebibyte} are read; record the calls to the service alone`,
    );
  try {
    return { name, text: readFileSync(file, 'utf8') };
  } catch (error) {
    throw new Refused(`${name} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
