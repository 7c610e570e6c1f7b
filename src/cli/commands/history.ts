import { join } from 'node:path';
import { Refused } from '#lib';
import { historyData, historyText, otherTargetsText, readHistory, runsOf } from '#reporting';
import type { CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { historyOptions } from '../options.ts';
import { reportsFolder } from '../output/folder.ts';
import { compareLine, ofTwoTargets } from '../output/kept-runs.ts';
import { data, lines, publish, remark } from '../output/publish.ts';

export async function history(call: CallOf<typeof historyOptions>): Promise<number> {
  const { options, terminal } = call;
  const directory = reportsFolder(call);
  const kept = readHistory(directory);
  const runs = runsOf(kept);
  if (runs.length === 0)
    throw new Refused(
      (kept.isUnreadable ? kept.problems[0] : undefined) ??
        `there is no earlier run in ${join(options.reports, 'history.jsonl')}; ramp-conformance run adds each run`,
    );
  const pair = ofTwoTargets(kept.runs);
  const place = { cwd: terminal.cwd, directory };
  const others =
    pair === undefined
      ? ''
      : `\n\n${otherTargetsText(kept)}\nTo compare the last two targets, type: ${compareLine(pair, kept.runs, place)}`;
  const outputs = [
    ...kept.problems.map((problem) => remark(call, problem)),
    options.json
      ? data(call, 'history.json', historyData(runs, kept.runs))
      : lines(call, `${historyText(runs)}${others}`),
  ];
  return publish(call, outputs, exitCode.done, { numbers: runs.map(({ seed }) => seed) });
}
