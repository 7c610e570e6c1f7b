import { isPromise } from '#contract';
import { compareRuns, isWorsening } from '../comparison/compare.ts';
import { type ComparedRun, dayAndTime, isBasisOf } from '../comparison/compared-run.ts';
import { findingId } from '../finding.ts';
import { countIn } from '../outcomes.ts';
import { plural, sanitise, texts } from '../text.ts';
import type { JudgedFinding, Verdict } from '../verdict.ts';
import { type RunLine, runOf } from './history.ts';

/** When a run was, and of which release. */
type Sight = NonNullable<JudgedFinding['firstSeen']>;

/** A finding over the kept runs of a target. */
interface SeenFinding {
  readonly finding: RunLine['findings'][number];
  readonly first: Sight;
  readonly last: Sight;
  /** True where the latest run has it; undefined where that run did not test its requirement. */
  readonly now: boolean | undefined;
}

const sightOf = ({ startedAt: at, release }: Pick<RunLine, 'startedAt' | 'release'>): Sight =>
  release === undefined ? { at } : { at, release };

const wasTested = ({ outcomes }: RunLine, requirement: string): boolean =>
  !outcomes.some(
    ({ outcome, requirements }) =>
      ['untested', 'broken', 'unproven'].includes(outcome) && requirements.includes(requirement),
  );

/** Every finding of the runs, the oldest first, with its first and last sight. */
export const seenIn = (runs: readonly RunLine[]): readonly SeenFinding[] => {
  const seen = new Map<string, SeenFinding>();
  const latest = runs.at(-1);
  for (const run of runs)
    for (const finding of run.findings) {
      // An earlier version gave each key of a map an id of its own.
      const id = findingId(finding.requirement, finding);
      const [sight, known] = [sightOf(run), seen.get(id)];
      const tested = latest && wasTested(latest, finding.requirement);
      seen.set(id, {
        finding,
        first: known?.first ?? sight,
        last: sight,
        now: tested ? run === latest : undefined,
      });
    }
  return [...seen.values()];
};

/** Says of each finding when it was first seen: in one of the earlier runs of the target, or now. */
export const withFirstSeen = (verdict: Verdict, runs: readonly RunLine[]): Verdict => {
  const earlier = runs.filter(({ runId }) => runId !== verdict.runId);
  const known = new Map(seenIn(earlier).map(({ finding, first }) => [findingId(finding.requirement, finding), first]));
  return {
    ...verdict,
    requirements: verdict.requirements.map((requirement) => ({
      ...requirement,
      findings: requirement.findings.map((finding) => ({
        ...finding,
        firstSeen: known.get(findingId(requirement.id, finding)) ?? sightOf(verdict),
      })),
    })),
  };
};

/** A kept run as a person reads it. */
interface KeptRun {
  readonly runId: string;
  readonly at: string;
  readonly release?: string | undefined;
  readonly profile: string;
  readonly verdict: string;
  readonly judged: string;
  /** Promises that the run found broken. */
  readonly broken: number;
  /** Endpoints that drifted from the baseline so that the gate failed. */
  readonly drifted: number;
  /** The latest earlier run that looked as far, else the run before; the first run has none. */
  readonly comparedWith?: Pick<KeptRun, 'runId' | 'at' | 'release'> | undefined;
  /** Those that the service broke and mended since that run, as `compare` has them. */
  readonly newlyBroken: number;
  readonly mended: number;
  /** Changes of the service that break no promise, by cause; undefined where facts are not kept. */
  readonly changes?: number | undefined;
  /** Requirements that the user left out. */
  readonly leftOut: number;
}

type ReadRun = ComparedRun & Pick<RunLine, 'runId' | 'coverage' | 'others' | 'changes'>;

const nameOf = ({ runId, startedAt, release }: ReadRun) => ({ runId, at: dayAndTime(startedAt), release });

const keptRun = (run: ReadRun, earlier: ReadRun | undefined): KeptRun => {
  const turns = earlier === undefined ? [] : compareRuns(earlier, run).service;
  const promises = turns.filter(({ requirement }) => isPromise(requirement));
  const newlyBroken = promises.filter(isWorsening).length;
  return {
    ...nameOf(run),
    profile: run.passive ? 'recording' : run.profile,
    verdict: run.verdict,
    judged: `${run.coverage.judged} of ${run.coverage.judgeable}`,
    broken: countIn(run.requirements.filter(isPromise), 'deviates', 'waived'),
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

/** The kept runs of one target, the oldest first. */
const keptRuns = (lines: readonly RunLine[]): readonly KeptRun[] => {
  const runs = lines.map(runOf);
  return runs.map((run, at) => {
    const earlier = runs.slice(0, at);
    return keptRun(run, earlier.findLast((each) => isBasisOf(each, run)) ?? earlier.at(-1));
  });
};

/** Names the run by which another was compared: its release, or its time where that says no more. */
const basisText = ({ comparedWith: basis, release }: KeptRun): string =>
  basis === undefined ? '-' : basis.release !== undefined && basis.release !== release ? basis.release : basis.at;

/** `2 (1 new)`. */
const brokenText = ({ broken, newlyBroken }: KeptRun): string =>
  newlyBroken > 0 ? `${broken} (${newlyBroken} new)` : String(broken);

/** `4`, or `4, drift at 2 endpoints` where that failed against a baseline. */
const changesText = ({ changes, drifted }: KeptRun): string =>
  texts(changes === undefined ? '-' : String(changes), drifted > 0 && `drift at ${plural(drifted, 'endpoint')}`).join(
    ', ',
  );

const heads = [
  'started (UTC)',
  'release',
  'profile',
  'verdict',
  'tested',
  'broken',
  'mended',
  'changes',
  'since',
  'left out',
];

const cellsOf = (run: KeptRun): readonly string[] => [
  run.at,
  run.release ?? '-',
  run.profile,
  run.verdict,
  run.judged,
  brokenText(run),
  String(run.mended),
  changesText(run),
  basisText(run),
  String(run.leftOut),
];

/** `first seen 2026-11-02 in 2.13, last 2026-11-20 in 2.14`. */
const sightsText = ({ first, last, now }: SeenFinding): string => {
  const sight = ({ at, release }: SeenFinding['first']) =>
    texts(at.slice(0, 10), release !== undefined && `in ${release}`).join(' ');
  const state = now === undefined ? 'not tested in the latest run' : now ? 'still there' : 'not in the latest run';
  return `first seen ${sight(first)}, last ${sight(last)}, ${state}`;
};

/** The kept runs as a table for a console, and their findings. */
export const historyText = (lines: readonly RunLine[]): string => {
  const rows = [heads, ...keptRuns(lines).map(cellsOf)].map((cells) => cells.map(sanitise));
  const widths = heads.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
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

/** The data of a history, for programs. */
export const historyData = (lines: readonly RunLine[]) => ({
  format: 1,
  target: lines.at(-1)?.target.label,
  runs: keptRuns(lines),
  findings: seenIn(lines),
});
