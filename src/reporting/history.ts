// The kept runs of a reports folder: the lines of history.jsonl, and what they say of runs and findings.
import { join } from 'node:path';
import { z } from 'zod';
import { isPromise, requirements } from '#contract';
import { type EndpointFacts, readFacts, serviceName, type WrittenFacts, writeFacts } from '#facts';
import { line, readFileLines, sha256, structureProblem, whyUnreadable } from '#lib';
import { otherStatuses } from './allure/results.ts';
import { groupChanges } from './comparison/change-groups.ts';
import { compareRuns, isWorsening } from './comparison/compare.ts';
import { type ComparedRun, dayAndTime, isAncestor, isBasisOf, keepsFacts } from './comparison/compared-run.ts';
import { findingId } from './finding.ts';
import { findLeaks } from './leaks.ts';
import { countIn } from './outcomes.ts';
import { groupBy, plural, sanitise, sanitiseAll, texts } from './text.ts';
import {
  type JudgedFinding,
  type JudgedRequirement,
  ofEarlierVersion,
  type Verdict,
  verdictSchema,
} from './verdict.ts';

const text = z.string().max(1_000);
const facts = z.record(z.string(), z.record(z.string(), z.string()));
const { verdict, profile, gate, seed, counts, target, passive, interrupted, narrowed, permissions } =
  verdictSchema.shape;

/** One kept run. Outcomes are grouped, because most runs have few; an older run names no requirement that conformed. */
const lineSchema = z.object({
  format: z.literal(1),
  runId: line(40),
  target: target.extend({ label: line(200) }),
  release: line(60).optional(),
  startedAt: z.iso.datetime(),
  harness: z.object({ version: line(40), catalogue: line(20).optional() }),
  document: z.object({ version: line(20) }),
  profile,
  gate,
  seed,
  passive,
  interrupted,
  narrowed,
  permissions,
  verdict,
  exitCode: z.int(),
  coverage: z.object({ judged: z.int().nonnegative(), judgeable: z.int().nonnegative() }),
  counts,
  outcomes: z.array(
    z.object({
      outcome: verdictSchema.shape.requirements.element.shape.outcome,
      untestedBy: verdictSchema.shape.requirements.element.shape.untestedBy,
      reason: text.optional(),
      code: line(80).optional(),
      operation: line(80).optional(),
      requirements: z.array(line(120)),
    }),
  ),
  findings: z.array(
    z.object({
      id: line(20),
      requirement: line(120),
      code: line(80),
      operation: line(80),
      where: line(300),
      expected: text,
      observed: text,
      drawn: z.literal(true).optional(),
    }),
  ),
  waivers: z.array(z.object({ id: line(120), requirement: line(120), expires: line(20) })),
  /** Digest (SHA-256) of verdict.json. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  facts: facts.optional(),
  /** Changes of the service that break no promise, by cause, since the whole run before. */
  changes: z.int().nonnegative().optional(),
  /** How the results of Allure ended that are of no requirement: waivers, and endpoints against the baseline. */
  others: z.record(line(300), z.enum(['passed', 'failed', 'skipped'])).optional(),
});

/** A run as the history keeps it: forms and ids, nothing of a payload. */
export type RunLine = z.infer<typeof lineSchema>;

const outcomesIn = (judged: readonly JudgedRequirement[]): RunLine['outcomes'] => {
  const ended = judged.map((each) => ({ ...each, operation: each.reasons?.[0]?.operation }));
  const alike = groupBy(ended, ({ outcome, untestedBy, reason, code, operation }) =>
    JSON.stringify([outcome, untestedBy, reason, code, operation]),
  );
  return [...alike.values()].flatMap((group) =>
    group.slice(0, 1).map(({ outcome, untestedBy, reason, code, operation }) => ({
      outcome,
      untestedBy,
      reason,
      code,
      operation,
      requirements: group.map(({ id }) => id),
    })),
  );
};

const findingsIn = ({ id: requirement, findings }: JudgedRequirement): RunLine['findings'] =>
  findings.map((finding) => {
    const { id = findingId(requirement, finding), code, operation, where, expected, observed } = finding;
    const drawn = finding.replay?.path === undefined ? {} : { drawn: true as const };
    return { id, requirement, code, operation, where, expected, observed, ...drawn };
  });

const members = Object.keys(lineSchema.shape);

/** The line of a run; `written` is its verdict.json. */
export const lineOf = (run: Verdict, written: string): RunLine => ({
  ...(Object.fromEntries(Object.entries(run).filter(([name]) => members.includes(name))) as Omit<Verdict, 'waivers'>),
  format: 1,
  runId: run.runId ?? sha256(written).slice(0, 12),
  coverage: { judged: run.coverage.judged, judgeable: run.coverage.judgeable },
  outcomes: outcomesIn(run.requirements),
  findings: run.requirements.flatMap(findingsIn),
  waivers: (run.waivers ?? []).map(({ id, requirement, expires }) => ({ id, requirement, expires })),
  digest: sha256(written),
  others: Object.fromEntries(otherStatuses(run)),
});

/** With what settings a run was made, and how fast the service was. */
const circumstances = (facts: WrittenFacts): WrittenFacts => {
  const kept = Object.entries(readFacts(facts)).map(([endpoint, own]): [string, EndpointFacts] => [
    endpoint,
    new Map([...own].filter(([, { aspect }]) => aspect === 'settings' || aspect === 'speed')),
  ]);
  return writeFacts(Object.fromEntries(kept.filter(([, own]) => own.size > 0)));
};

/** Keeps of an older run what differs, and of its facts with what settings it was made and how fast the service was. */
export const shortened = ({ facts = {}, outcomes, ...run }: RunLine): RunLine => {
  const kept = circumstances(facts);
  return {
    ...run,
    outcomes: outcomes.filter(({ outcome }) => outcome !== 'conforms' && outcome !== 'observed'),
    ...(serviceName in kept && { facts: kept }),
  };
};

const shownFinding = ({ drawn, requirement, ...finding }: RunLine['findings'][number]): JudgedFinding => ({
  ...finding,
  ...(drawn && { replay: { requirement, seed: 0, path: 'drawn' } }),
});

const judgedAs = ({ requirements: _, operation, ...ended }: RunLine['outcomes'][number]) => {
  const { code, reason, untestedBy: by } = ended;
  if (code === undefined || reason === undefined) return ofEarlierVersion(ended);
  return { ...ended, reasons: [{ code, by, reason, operation }] };
};

/**
 * A kept run as it can be compared. What a line does not name conformed, where it counts as many requirements as there are
 * now; else a requirement may be younger than the line, and nothing is known of it.
 */
export const runOf = (run: RunLine): ComparedRun & RunLine => {
  const known = new Map(run.outcomes.flatMap((ended) => ended.requirements.map((id) => [id, judgedAs(ended)])));
  const counted = Object.values(run.counts).reduce((sum, each) => sum + each, 0);
  const findings = groupBy(run.findings, ({ requirement }) => requirement);
  const judged = requirements
    .filter(({ id }) => known.has(id) || counted === requirements.length)
    .map(
      ({ id, firmness, section, endpoints, claim }): JudgedRequirement => ({
        id,
        firmness,
        section,
        endpoints: [...endpoints],
        claim,
        outcome: firmness === 'silent' ? 'observed' : 'conforms',
        ...known.get(id),
        findings: (findings.get(id) ?? []).map(shownFinding),
      }),
    );
  return { ...run, requirements: judged };
};

export const historyFile = 'history.jsonl';

/** Runs that are kept of each target. */
const maxRuns = 200;

/** Facts are kept of the last whole runs, and of the last whole run of the last releases. */
const maxWithFacts = 2;
const maxReleases = 4;

interface Kept {
  /** The text of the line, which stays as it is where it cannot be read; empty where it holds what no report may hold. */
  readonly text: string;
  readonly run?: RunLine;
}

/** The kept runs of a reports folder, the oldest first, and the lines that are none. */
export interface History {
  readonly lines: readonly Kept[];
  readonly runs: readonly RunLine[];
  /** A sentence for each line that is no kept run, or why the file is not read. */
  readonly problems: readonly string[];
  /** The file is left alone. */
  readonly isUnreadable?: true;
}

/** Anybody may have written the file: a datum of a person in it is not in the next report. */
const isHarmless = (text: string, { seed }: RunLine): boolean =>
  findLeaks([{ file: historyFile, text, search: 'all' }], { secrets: [], numbers: [String(seed)] }).length === 0;

const readLine = (text: string): Kept => {
  // Before the parser, which takes any depth.
  if (structureProblem(text) !== undefined) return { text };
  try {
    const { data } = lineSchema.safeParse(sanitiseAll(JSON.parse(text)));
    if (data === undefined) return { text };
    return isHarmless(text, data) ? { text, run: data } : { text: '' };
  } catch {
    return { text };
  }
};

/** Lines of another form that are named; anybody may have put in any number. */
const maxProblems = 10;

/** The runs of a hundred targets; more would take longer to read than a run. */
const maxHistory = { bytes: 64 * 1024 ** 2, lines: 20_000 };

/** Reads the history of a reports folder; where there is none, it is empty. */
export const readHistory = (directory: string): History => {
  let lines: readonly (Kept & { readonly number: number })[];
  try {
    const all = readFileLines(join(directory, historyFile), maxHistory);
    lines = all.map(([number, text]) => ({ ...readLine(text), number }));
  } catch (error) {
    const problem = `${historyFile} ${whyUnreadable(error)}, and is left alone`;
    return { lines: [], runs: [], problems: [problem], isUnreadable: true };
  }
  const others = lines.filter(({ run }) => run === undefined);
  const named = others.slice(0, maxProblems).map(({ text, number }) => {
    const why =
      text === ''
        ? 'holds what no report may hold, and is left out'
        : 'is no kept run of this version, and is left alone';
    return `${historyFile}:${number} ${why}`;
  });
  const more = others.length - named.length;
  return {
    lines: lines.filter(({ text }) => text !== ''),
    runs: lines.flatMap(({ run }) => run ?? []).toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1)),
    problems: [...named, ...texts(more > 0 && `${historyFile} has ${more} more lines that are no kept runs`)],
  };
};

const isOf =
  ({ target }: Pick<RunLine, 'target'>) =>
  ({ run }: Kept): boolean =>
    run?.target.label === target.label;

/** How many causes changed facts since the whole run before; undefined where either kept none. */
const changesSince = (own: readonly Kept[], verdict: Verdict): number | undefined => {
  const earlier = own.flatMap(({ run }) => (run ? [runOf(run)] : [])).findLast(isAncestor);
  if (earlier === undefined || !keepsFacts(earlier) || !keepsFacts(verdict)) return undefined;
  return groupChanges(compareRuns(earlier, verdict).facts.service).length;
};

/** The text of the history with this run in it; judged anew, a run takes the place of its earlier line. */
export const historyWith = ({ lines }: History, verdict: Verdict, written: string): string => {
  const line = lineOf(verdict, written);
  const others = lines.filter(({ run }) => run?.runId !== line.runId);
  const own = others.filter(isOf(line));
  const added = { ...line, changes: changesSince(own, verdict) };
  const dropped = new Set(own.slice(0, Math.max(0, own.length - maxRuns + 1)));
  // A run that says little of its release takes the place of none that does.
  const whole = [...own.flatMap(({ run }) => run ?? []), added].filter((run) => isAncestor(runOf(run)));
  const latest = new Map(whole.map((run) => [run.release, run]));
  const releases = [...latest.values()].sort((one, other) => whole.indexOf(one) - whole.indexOf(other));
  const full = new Set([...whole.slice(-maxWithFacts), ...releases.slice(-maxReleases)]);
  const left = others
    .filter((each) => !dropped.has(each))
    .map((each) =>
      each.run && isOf(added)(each) && !full.has(each.run) ? JSON.stringify(shortened(each.run)) : each.text,
    );
  return [...left, JSON.stringify(added), ''].join('\n');
};

/** The kept runs of one target; without a label, of the target of the latest. */
export const runsOf = ({ runs }: History, label = runs.at(-1)?.target.label): readonly RunLine[] =>
  runs.filter(({ target }) => target.label === label);

/** When a run was, and of which release. */
type Sight = NonNullable<JudgedFinding['firstSeen']>;

const sightOf = ({ startedAt: at, release }: Pick<RunLine, 'startedAt' | 'release'>): Sight => ({ at, release });

const wasTested = ({ outcomes }: RunLine, requirement: string): boolean =>
  !outcomes.some(
    ({ outcome, requirements }) =>
      ['untested', 'broken', 'unproven'].includes(outcome) && requirements.includes(requirement),
  );

/** Every finding of the runs, the oldest first, with its first and last sight. */
export const seenIn = (runs: readonly RunLine[]) => {
  const seen = new Map<
    string,
    { finding: RunLine['findings'][number]; first: Sight; last: Sight; now?: boolean | undefined }
  >();
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
        /** True where the latest run has it; undefined where that run did not test its requirement. */
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

type ReadRun = ReturnType<typeof runOf>;

/** A kept run as a person reads it, beside the latest earlier run that looked as far, else the run before. */
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
    /** Endpoints that drifted from the baseline so that the gate failed. */
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

/** The kept runs of one target, the oldest first. */
const keptRuns = (lines: readonly RunLine[]) => {
  const runs = lines.map(runOf);
  const starts = runs.map(({ startedAt }) => startedAt);
  return runs.map((run, at) => {
    const earlier = runs.slice(0, at);
    return keptRun(run, earlier.findLast((each) => isBasisOf(each, run)) ?? earlier.at(-1), starts);
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

/** A row of the table, by the heads of its columns. */
const rowOf = (run: KeptRun): Readonly<Record<string, string>> => ({
  'started (UTC)': run.at,
  release: run.release ?? '-',
  profile: run.profile,
  verdict: run.verdict,
  tested: run.judged,
  broken: brokenText(run),
  mended: String(run.mended),
  changes: changesText(run),
  since: basisText(run),
  'left out': String(run.leftOut),
});

/** `first seen 2026-11-02 in 2.13, last 2026-11-20 in 2.14`. */
const sightsText = ({ first, last, now }: ReturnType<typeof seenIn>[number]): string => {
  const sight = ({ at, release }: Sight) => texts(at.slice(0, 10), release !== undefined && `in ${release}`).join(' ');
  const state = now === undefined ? 'not tested in the latest run' : now ? 'still there' : 'not in the latest run';
  return `first seen ${sight(first)}, last ${sight(last)}, ${state}`;
};

/** The kept runs as a table for a console, and their findings. */
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

/** The data of a history, for programs. */
export const historyData = (lines: readonly RunLine[]) => ({
  format: 1,
  target: lines.at(-1)?.target.label,
  runs: keptRuns(lines),
  findings: seenIn(lines),
});
