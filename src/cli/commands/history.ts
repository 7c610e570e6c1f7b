import { join } from 'node:path';
import { Refused } from '#lib';
import { historyData, historyText, readHistory, runsOf } from '#reporting';
import type { CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { historyOptions } from '../options.ts';
import { reportsFolder } from '../output/folder.ts';
import { data, lines, publish, remark } from '../output/publish.ts';

export async function history(call: CallOf<typeof historyOptions>): Promise<number> {
  const { options } = call;
  const kept = readHistory(reportsFolder(call));
  const runs = runsOf(kept);
  if (runs.length === 0)
    throw new Refused(
      (kept.isUnreadable ? kept.problems[0] : undefined) ??
        `${join(options.reports, 'history.jsonl')} has no earlier run; ramp-conformance run writes it`,
    );
  const outputs = [
    ...kept.problems.map((problem) => remark(call, problem)),
    options.json ? data(call, 'history.json', historyData(runs)) : lines(call, historyText(runs)),
  ];
  return publish(call, outputs, exitCode.done, { numbers: runs.map(({ seed }) => seed) });
}
