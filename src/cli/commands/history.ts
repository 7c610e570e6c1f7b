import { join } from 'node:path';
import { historyData, historyText, readHistory, runsOf } from '#reporting';
import { command, reportsFolder, reportsOption } from '../arguments.ts';
import { exitCode, flag, Refused } from '../command.ts';
import { keysOf, leaksIn, reportWithheld } from '../output/withholding.ts';
import { configOptions } from '../settings/file-choices.ts';

export const history = command({
  name: 'history',
  summary: 'the kept runs of a target: what broke and what was mended, and each finding since when',
  options: {
    ...configOptions,
    reports: reportsOption('where the runs are kept'),
    json: flag('the history on standard output'),
  },
  run: async (call) => {
    const { terminal, options } = call;
    const directory = reportsFolder(call);
    const kept = readHistory(directory);
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
  },
});
