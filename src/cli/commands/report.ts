import { join } from 'node:path';
import { readHistory, readProof, sanitise, writeReports } from '#reporting';
import type { CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { reportOptions } from '../options.ts';
import { demandOwnFolder, reportsFolder } from '../output/folder.ts';
import { readLastRun } from '../output/verdict-file.ts';
import { keysOf, reportWithheld } from '../output/withholding.ts';

export async function report(call: CallOf<typeof reportOptions>): Promise<number> {
  const directory = reportsFolder(call);
  const verdict = readLastRun(directory);
  demandOwnFolder(directory);
  const written = await writeReports({
    verdict,
    directory,
    secrets: keysOf(call),
    history: readHistory(directory),
    allure: { page: (call.terminal.allure ?? 'page') === 'page' },
    proof: readProof(directory),
  });
  if (written.leaked !== undefined) return reportWithheld(call, written.leaked);
  for (const line of [...written.problems, ...written.files.map((file) => join(directory, file))])
    call.say(sanitise(line));
  return exitCode.done;
}
