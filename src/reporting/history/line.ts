import { z } from 'zod';
import { isOfSettings } from '#baseline';
import { requirements } from '#contract';
import { line } from '#lib';
import { otherStatuses } from '../allure/results.ts';
import type { ComparedRun } from '../comparison/compared-run.ts';
import { sha256 } from '../files.ts';
import { findingId } from '../finding.ts';
import { groupBy } from '../text.ts';
import { type JudgedFinding, type JudgedRequirement, type Verdict, verdictSchema } from '../verdict.ts';

const text = z.string().max(1_000);
const facts = z.record(z.string(), z.record(z.string(), z.string()));
const { verdict, profile, gate, seed, counts, target, passive, interrupted, narrowed, permissions } =
  verdictSchema.shape;

/** One kept run. Outcomes are grouped, because most runs have few; an older run names no requirement that conformed. */
export const lineSchema = z.object({
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
  const told = Object.entries(facts?.service ?? {}).filter(([fact]) => isOfSettings(fact));
  const speeds = Object.entries(facts ?? {}).flatMap(([endpoint, { speed }]) =>
    speed === undefined ? [] : [[endpoint, { speed }] as const],
  );
  return {
    ...run,
    outcomes: outcomes.filter(({ outcome }) => outcome !== 'conforms' && outcome !== 'observed'),
    ...(told.length > 0 && { facts: { ...Object.fromEntries(speeds), service: Object.fromEntries(told) } }),
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
