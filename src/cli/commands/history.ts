import { join } from 'node:path';
import { historyData, historyText, readHistory, runsOf } from '#reporting';
import { reportsFolder } from '../call.ts';
import { type CommandCall, exitCode, Refused } from '../command.ts';
import { keysOf, leaksIn, reportWithheld } from '../output/withholding.ts';

export async function history(
  call: CommandCall<{ readonly reports: string; readonly json: boolean }>,
): Promise<number> {
  const { terminal, options } = call;
  const kept = readHistory(reportsFolder(call));
  const runs = runsOf(kept);
  if (runs.length === 0)
    throw new Refused(
      (kept.isUnreadable ? kept.problems[0] : undefined) ??
        `${join(options.reports, 'history.jsonl')} has no kept run; run writes it`,
    );
  const shown = options.json ? JSON.stringify(historyData(runs), null, 2) : historyText(runs);
  const seeds = runs.map(({ seed }) => seed);
  const leaks = leaksIn({ 'standard output': shown }, keysOf(call), seeds);
  if (leaks.length > 0) return reportWithheld(call, leaks);
  for (const problem of kept.problems) terminal.err.write(`${problem}\n`);
  terminal.out.write(`${shown}\n`);
  return exitCode.done;
}
