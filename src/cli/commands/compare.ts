import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compareVerdicts, comparisonText, isWorse, renderComparison, type Verdict } from '#reporting';
import { command } from '../arguments.ts';
import { exitCode, flag, Refused, text as textOption } from '../command.ts';
import { demandOurFiles } from '../output/folder.ts';
import { readVerdict } from '../output/verdict-file.ts';
import { keysOf, leaksIn, reportWithheld } from '../output/withholding.ts';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** A verdict by its file, or by the folder of its run. */
const verdictAt = (path: string, cwd: string): Verdict => {
  const at = resolve(cwd, path);
  return readVerdict(isFolder(at) ? join(at, 'verdict.json') : at);
};

const pageFile = 'compare.html';

export const compare = command({
  name: 'compare',
  summary: 'say what changed from one run to another; exit 1 when a promise broke or can no longer be shown',
  argument: 'verdict',
  many: true,
  options: {
    reports: textOption({ value: 'dir', meaning: `write ${pageFile} into this folder` }),
    json: flag('the comparison on standard output'),
  },
  run: async (call) => {
    const { all, terminal } = call;
    const [old, recent] = all;
    if (old === undefined || recent === undefined || all.length > 2)
      throw new Refused(
        'compare takes two verdicts, files or folders, the earlier first: compare reports-1 reports-2',
      );
    const [before, after] = [verdictAt(old, terminal.cwd), verdictAt(recent, terminal.cwd)];
    const comparison = compareVerdicts(before, after);
    const text = comparisonText(comparison);
    const page = renderComparison(comparison, [before, after]);
    const json = `${JSON.stringify(comparison, null, 2)}\n`;
    const outputs = { [pageFile]: page, 'standard output': call.options.json ? json : text };
    const leaks = leaksIn(outputs, keysOf(call), [before.seed, after.seed]);
    if (leaks.length > 0) return reportWithheld(call, leaks);
    call.say(text);
    const folder = call.options.reports;
    if (folder !== undefined) {
      const at = resolve(terminal.cwd, folder);
      demandOurFiles(at);
      mkdirSync(at, { recursive: true });
      writeFileSync(join(at, pageFile), page);
      call.say(`wrote ${join(folder, pageFile)}`);
    }
    if (call.options.json) terminal.out.write(json);
    return isWorse(comparison) ? exitCode.deviates : exitCode.done;
  },
});
