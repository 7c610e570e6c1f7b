import { join } from 'node:path';
import { readHistory, readProof, sanitise, writeReports } from '#reporting';
import type { CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { reportOptions } from '../options.ts';
import { reportsFolder } from '../output/folder.ts';
import { demandOwnFolder } from '../output/own-folder.ts';
import { lines, publish, withhold } from '../output/publish.ts';
import { readLastRun } from '../output/verdict-file.ts';
import { keysOf } from '../settings/settings-now.ts';

export async function report(call: CallOf<typeof reportOptions>): Promise<number> {
  const directory = reportsFolder(call);
  const verdict = readLastRun(directory);
  demandOwnFolder(directory);
  const secrets = keysOf(call);
  const written = await writeReports({
    verdict,
    directory,
    secrets,
    history: readHistory(directory),
    allure: { page: (call.terminal.allure ?? 'page') === 'page' },
    proof: readProof(directory),
  });
  if (written.leaked !== undefined) return withhold(call, written.leaked);
  const said = [...written.problems, ...written.files.map((file) => join(directory, file))];
  return publish(call, [lines(call, said.map(sanitise).join('\n'), 'literal')], exitCode.done, { secrets });
}
