import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { RecordingFile } from '#recording';
import { Refused } from '../command.ts';
import { codeOf } from '../output/disk.ts';

const mebibyte = 1024 * 1024;

/** Several times this much memory is needed to judge it. */
const maxBytes = 64 * mebibyte;

/** Only its last part, and none of what is not like the name of a file: something else may have been typed in its place. */
const shown = (path: string): string => {
  const name = basename(path);
  return /^[\w. -]{1,80}\.(?:har|json)$/i.test(name) ? name : 'the recording';
};

interface RecordingPlace {
  readonly file: string;
  readonly name: string;
  readonly bytes: number;
}

const placeOf = (path: string, cwd: string): RecordingPlace => {
  const [file, name] = [resolve(cwd, path), shown(path)];
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new Refused(`${name} does not exist; name a HAR file`);
  if (!found.isFile()) throw new Refused(`${name} is no file; name a HAR file`);
  return { file, name, bytes: found.size };
};

const demandSmall = (places: readonly RecordingPlace[]): void => {
  const bytes = places.reduce((sum, place) => sum + place.bytes, 0);
  if (bytes <= maxBytes) return;
  const [first] = places;
  const what = places.length === 1 && first ? `${first.name} has` : 'the recordings have together';
  throw new Refused(
    `${what} ${Math.ceil(bytes / mebibyte)} MB, and at most ${maxBytes / mebibyte} are read; record the calls to the service alone`,
  );
};

const read = ({ file, name }: RecordingPlace): RecordingFile => {
  try {
    return { name, text: readFileSync(file, 'utf8') };
  } catch (error) {
    throw new Refused(`${name} cannot be read (${codeOf(error)})`);
  }
};

/**
 * Reads the files of a recording into memory.
 * @throws Refused for a file that is not there, or where all together are too large
 */
export function readRecordingFiles(paths: readonly string[], cwd: string): readonly RecordingFile[] {
  const places = paths.map((path) => placeOf(path, cwd));
  demandSmall(places);
  return places.map(read);
}
