import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '#client';
import { historyData, historyText, readHistory, renderHistory, runsOf } from '#reporting';
import { command, reportsFolder, reportsOption } from '../arguments.ts';
import { exitCode, flag, Refused } from '../command.ts';
import { demandOurFiles } from '../output/folder.ts';
import { keysOf, leaksIn, reportWithheld } from '../output/withholding.ts';
import { configOptions } from '../settings/file-choices.ts';
import { shownPath } from '../terminal/printable.ts';

const pageFile = 'history.html';

export const history = command({
  name: 'history',
  summary: 'the kept runs of a target: what broke and what was mended, and each finding since when',
  options: {
    ...configOptions,
    reports: reportsOption('where the runs are kept; given, history.html is written there'),
    json: flag('the history on standard output'),
  },
  run: async (call) => {
    const { terminal, typed, options } = call;
    const directory = reportsFolder(call);
    const kept = readHistory(directory);
    const runs = runsOf(kept);
    if (runs.length === 0)
      throw new Refused(
        (kept.isUnreadable ? kept.problems[0] : undefined) ??
          `${join(options.reports, 'history.jsonl')} has no kept run; run writes it`,
      );
    const outputs = {
      [pageFile]: renderHistory(runs, version),
      'standard output': options.json
        ? `${JSON.stringify(historyData(runs), null, 2)}\n`
        : `${historyText(runs)}\n`,
    };
    const seeds = runs.map(({ seed }) => seed);
    const leaks = leaksIn(outputs, keysOf(call), seeds);
    if (leaks.length > 0) return reportWithheld(call, leaks);
    for (const problem of kept.problems) terminal.err.write(`${problem}\n`);
    terminal.out.write(outputs['standard output']);
    if (typed.has('reports')) {
      demandOurFiles(directory);
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, pageFile), outputs[pageFile]);
      terminal.err.write(`wrote ${shownPath(terminal.cwd, join(directory, pageFile))}\n`);
    }
    return exitCode.done;
  },
});
