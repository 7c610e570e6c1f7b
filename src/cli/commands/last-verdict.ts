import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sanitiseAll, type Verdict, verdictSchema } from '#reporting';
import { programName, Refused } from '../command.ts';
import { codeOf } from '../output/disk.ts';

/** @throws Refused where the file is no verdict of this version */
export function readVerdict(file: string): Verdict {
  try {
    return verdictSchema.parse(sanitiseAll(JSON.parse(readFileSync(file, 'utf8'))));
  } catch (error) {
    const missing = codeOf(error) === 'ENOENT';
    throw new Refused(
      missing
        ? `${file} does not exist; ${programName} run writes it`
        : `${file} is no verdict of this version; run again`,
    );
  }
}

/** @throws Refused where the folder holds no verdict of this version */
export const readLastVerdict = (directory: string): Verdict => readVerdict(join(directory, 'verdict.json'));
