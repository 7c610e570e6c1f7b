// The kept runs of one target as a table for a console, and as data.
import { isPromise } from '#contract';
import { compareRuns } from './comparison/compare-runs.ts';
import { dayAndTime, isBasisOf } from './comparison/compared-run.ts';
import { isWorsening } from './comparison/turns.ts';
import { sightText } from './finding.ts';
import { seenIn } from './first-seen.ts';
import type { History } from './history.ts';
import { type RunLine, runOf } from './kept-run.ts';
import { countIn } from './outcomes.ts';
import { firstOf, groupBy, plural, sanitise, texts } from './text.ts';
import { verdictWords } from './words.ts';

type ReadRun = ReturnType<typeof runOf>;

/** A kept run, compared with the latest earlier run that tested as much; without such a run, with the run before. */
const keptRun = (run: ReadRun, earlier: ReadRun | undefined, starts: readonly string[]) => {
  const nameOf = ({ runId, startedAt, release }: RunLine) => ({ runId, at: dayAndTime(startedAt, starts), release });
  const turns = earlier === undefined ? [] : compareRuns(earlier, run).service;
  const promises = turns.filter(({ requirement }) => isPromise(requirement));
  const newlyBroken = promises.filter(isWorsening).length;
  return {
    ...nameOf(run),
    profile: run.passive ? 'recording' : run.profile,
    verdict: run.verdict,
    judged: `${run.coverage.judged} of ${run.coverage.judgeable}`,
    broken: countIn(run.requirements.filter(isPromise), 'deviates', 'waived'),
    /** Endpoints whose drift from the baseline failed the gate. */
    drifted: Object.entries(run.others ?? {}).filter(
      ([id, status]) => id.startsWith('baseline/') && status === 'failed',
    ).length,
    comparedWith: earlier && nameOf(earlier),
    newlyBroken,
    mended: promises.length - newlyBroken,
    changes: run.changes,
    leftOut: run.requirements.filter(({ untestedBy }) => untestedBy === 'user').length,
  };
};

type KeptRun = ReturnType<typeof keptRun>;

const keptRuns = (lines: readonly RunLine[]) => {
  const runs = lines.map(runOf);
  const starts = runs.map(({ startedAt }) => startedAt);
  return runs.map((run, at) => {
    const earlier = runs.slice(0, at);
    return keptRun(run, earlier.findLast((each) => isBasisOf(each, run)) ?? earlier.at(-1), starts);
  });
};

/** The run that a run was compared with: its release, or its time if both runs have the same release. */
const basisText = ({ comparedWith: basis, release }: KeptRun): string =>
  basis === undefined ? '-' : basis.release !== undefined && basis.release !== release ? basis.release : basis.at;

/** `2 (1 new)`. */
const brokenText = ({ broken, newlyBroken }: KeptRun): string =>
  newlyBroken > 0 ? `${broken} (${newlyBroken} new)` : String(broken);

/** `4`, or `4, drift at 2 endpoints` if drift from the baseline failed the run. */
const changesText = ({ changes, drifted }: KeptRun): string =>
  texts(changes === undefined ? '-' : String(changes), drifted > 0 && `drift at ${plural(drifted, 'endpoint')}`).join(
    ', ',
  );

const rowOf = (run: KeptRun): Readonly<Record<string, string>> => ({
  'started (UTC)': run.at,
  release: run.release ?? '-',
  profile: run.profile,
  verdict: verdictWords[run.verdict],
  'promises tested': run.judged,
  broken: brokenText(run),
  fixed: String(run.mended),
  changes: changesText(run),
  'compared with': basisText(run),
  'left out by settings': String(run.leftOut),
});

/** `first seen 2026-11-02 in 2.13, last 2026-11-20 in 2.14`. */
const sightsText = ({ first, last, now }: ReturnType<typeof seenIn>[number]): string => {
  const state = now === undefined ? 'not tested in the latest run' : now ? 'still there' : 'not in the latest run';
  return `first seen ${sightText(first)}, last ${sightText(last)}, ${state}`;
};

/** The kept runs as a table for a console, then their findings. */
export const historyText = (lines: readonly RunLine[]): string => {
  const all = keptRuns(lines).map(rowOf);
  const rows = [Object.keys(all[0] ?? {}), ...all.map(Object.values<string>)].map((cells) => cells.map(sanitise));
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const findings = seenIn(lines).map(
    (seen) =>
      `  ${sanitise(`${seen.finding.id} ${seen.finding.requirement} ${seen.finding.where}`)}: ${sightsText(seen)}`,
  );
  return [...rows.map(line), ...(findings.length === 0 ? [] : ['', 'Findings', ...findings])].join('\n');
};

const otherTargets = (all: readonly RunLine[], label: string | undefined) =>
  [...groupBy(all, ({ target }) => target.label)]
    .filter(([target]) => target !== label)
    .map(([target, own]) => ({
      target,
      runs: own.length,
      releases: [...new Set(own.flatMap(({ release = [] }) => release))],
    }));

/** `Other targets in this folder: 127.0.0.1:4711 (3 runs: 2.14).` */
export const otherTargetsText = ({ runs }: Pick<History, 'runs'>): string => {
  const each = otherTargets(runs, runs.at(-1)?.target.label).map(
    ({ target, runs: count, releases }) =>
      `${target} (${plural(count, 'run')}${releases.length === 0 ? '' : `: ${firstOf(releases, 3)}`})`,
  );
  return sanitise(`Other targets in this folder: ${each.join('; ')}.`);
};

/** A history as JSON, for programs. */
export const historyData = (lines: readonly RunLine[], all: readonly RunLine[] = lines) => ({
  format: 1,
  target: lines.at(-1)?.target.label,
  runs: keptRuns(lines),
  findings: seenIn(lines),
  otherTargets: otherTargets(all, lines.at(-1)?.target.label),
});
