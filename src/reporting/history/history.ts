import { join } from 'node:path';
import { z } from 'zod';
import { isOfSettings } from '#baseline';
import { requirements } from '#contract';
import { line, readFileLines, structureProblem, whyUnreadable } from '#lib';
import { otherStatuses } from '../allure/results.ts';
import { compareRuns } from '../comparison/compare.ts';
import { type ComparedRun, isAncestor, observedFacts } from '../comparison/compared-run.ts';
import { groupChanges } from '../comparison/fact-words.ts';
import { findingId } from '../finding.ts';
import { findLeaks } from '../leaks.ts';
import { sha256 } from '../proof.ts';
import { groupBy, sanitiseAll } from '../text.ts';
import { type JudgedFinding, type JudgedRequirement, type Verdict, verdictSchema } from '../verdict.ts';

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
  const alike = groupBy(judged, ({ outcome, untestedBy, reason }) => JSON.stringify([outcome, untestedBy, reason]));
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { outcome, untestedBy, reason } = first;
    return [{ outcome, untestedBy, reason, requirements: group.map(({ id }) => id) }];
  });
};

const findingsIn = ({ id: requirement, findings }: JudgedRequirement): RunLine['findings'] =>
  findings.map((finding) => {
    const { id = findingId(requirement, finding), code, operation, where, expected, observed } = finding;
    const drawn = finding.replay?.path === undefined ? {} : { drawn: true as const };
    return { id, requirement, code, operation, where, expected, observed, ...drawn };
  });

const othersIn = (run: Verdict): RunLine['others'] => {
  const all = otherStatuses(run);
  return all.length === 0 ? undefined : Object.fromEntries(all);
};

/** The line of a run; `written` is its verdict.json. */
export const lineOf = (run: Verdict, written: string): RunLine => ({
  format: 1,
  runId: run.runId ?? sha256(written).slice(0, 12),
  target: run.target,
  release: run.release,
  startedAt: run.startedAt,
  harness: run.harness,
  document: run.document,
  profile: run.profile,
  gate: run.gate,
  seed: run.seed,
  passive: run.passive,
  interrupted: run.interrupted,
  narrowed: run.narrowed,
  permissions: run.permissions,
  verdict: run.verdict,
  exitCode: run.exitCode,
  coverage: { judged: run.coverage.judged, judgeable: run.coverage.judgeable },
  counts: run.counts,
  outcomes: outcomesIn(run.requirements),
  findings: run.requirements.flatMap(findingsIn),
  waivers: (run.waivers ?? []).map(({ id, requirement, expires }) => ({ id, requirement, expires })),
  digest: sha256(written),
  facts: run.facts,
  others: othersIn(run),
});

/** Keeps of an older run what differs, and of its facts with what settings it was made and how fast the service was. */
export const shortened = ({ facts, outcomes, ...run }: RunLine): RunLine => {
  const settings = Object.entries(facts?.service ?? {}).filter(([fact]) => isOfSettings(fact));
  const speeds = Object.entries(facts ?? {}).flatMap(([endpoint, { speed }]) =>
    speed === undefined ? [] : [[endpoint, { speed }] as const],
  );
  return {
    ...run,
    outcomes: outcomes.filter(({ outcome }) => outcome !== 'conforms' && outcome !== 'observed'),
    ...(settings.length > 0 && { facts: { ...Object.fromEntries(speeds), service: Object.fromEntries(settings) } }),
  };
};

const shownFinding = ({ drawn, requirement, ...finding }: RunLine['findings'][number]): JudgedFinding => ({
  ...finding,
  ...(drawn && { replay: { requirement, seed: 0, path: 'drawn' } }),
});

/**
 * A kept run as it can be compared. What a line does not name conformed, where it counts as many requirements as there are
 * now; else a requirement may be younger than the line, and nothing is known of it.
 */
export const runOf = (run: RunLine): ComparedRun & RunLine => {
  const known = new Map(run.outcomes.flatMap(({ requirements: ids, ...why }) => ids.map((id) => [id, why])));
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

interface NumberedLine extends Kept {
  readonly number: number;
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

const problemsIn = (lines: readonly NumberedLine[]): readonly string[] => {
  const others = lines.filter(({ run }) => run === undefined);
  const named = others.slice(0, maxProblems).map(({ text, number }) => {
    const why =
      text === ''
        ? 'holds what no report may hold, and is left out'
        : 'is no kept run of this version, and is left alone';
    return `${historyFile}:${number} ${why}`;
  });
  const more = others.length - named.length;
  return more > 0 ? [...named, `${historyFile} has ${more} more lines that are no kept runs`] : named;
};

const historyFrom = (lines: readonly NumberedLine[]): History => ({
  lines: lines.filter(({ text }) => text !== ''),
  runs: lines.flatMap(({ run }) => run ?? []).toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1)),
  problems: problemsIn(lines),
});

/** The runs of a hundred targets; more would take longer to read than a run. */
const maxHistory = { bytes: 64 * 1024 ** 2, lines: 20_000 };

/** Reads the history of a reports folder; where there is none, it is empty. */
export const readHistory = (directory: string): History => {
  try {
    const lines = readFileLines(join(directory, historyFile), maxHistory);
    return historyFrom(lines.map(([number, text]) => ({ ...readLine(text), number })));
  } catch (error) {
    const problem = `${historyFile} ${whyUnreadable(error)}, and is left alone`;
    return { lines: [], runs: [], problems: [problem], isUnreadable: true };
  }
};

const isOf =
  ({ target }: Pick<RunLine, 'target'>) =>
  ({ run }: Kept): boolean =>
    run?.target.label === target.label;

/** How many causes changed facts since the whole run before; undefined where either kept none. */
const changesSince = (own: readonly Kept[], verdict: Verdict): number | undefined => {
  const earlier = own.flatMap(({ run }) => (run ? [runOf(run)] : [])).findLast(isAncestor);
  if (earlier === undefined || observedFacts(earlier) === undefined || observedFacts(verdict) === undefined)
    return undefined;
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
  const texts = others
    .filter((each) => !dropped.has(each))
    .map((each) =>
      each.run && isOf(added)(each) && !full.has(each.run) ? JSON.stringify(shortened(each.run)) : each.text,
    );
  return [...texts, JSON.stringify(added), ''].join('\n');
};

/** The kept runs of one target; without a label, of the target of the latest. */
export const runsOf = ({ runs }: History, label = runs.at(-1)?.target.label): readonly RunLine[] =>
  runs.filter(({ target }) => target.label === label);
