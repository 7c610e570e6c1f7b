// A line of the history: its form, and how a line becomes a run that can be compared.
import { z } from 'zod';
import { requirements, riskOfFinding } from '#contract';
import { type EndpointFacts, readFacts, serviceName, type WrittenFacts, writeFacts } from '#facts';
import { line, sha256 } from '#lib';
import { otherStatuses } from './allure/results.ts';
import type { ComparedRun } from './comparison/compared-run.ts';
import { inThisForm, verdictFormat } from './earlier-form.ts';
import { findingId } from './finding.ts';
import { groupBy } from './text.ts';
import { described, type JudgedFinding, type JudgedRequirement, type Verdict, verdictSchema } from './verdict.ts';

const text = z.string().max(1_000);
const facts = z.record(z.string(), z.record(z.string(), z.string()));
const { verdict, profile, gate, seed, counts, target, passive, interrupted, narrowed, permissions } =
  verdictSchema.shape;

/**
 * One kept run. Outcomes are grouped, because most runs have few different ones. A line of an older run does not name
 * the requirements that conformed.
 */
const lineSchema = z.object({
  format: z.literal(verdictFormat),
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
      answer: z.object({ status: z.int() }).optional(),
    }),
  ),
  waivers: z.array(z.object({ id: line(120), requirement: line(120), expires: line(20) })),
  /** Digest (SHA-256) of verdict.json. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  facts: facts.optional(),
  /** The number of causes of changes that break no promise, since the complete run before. */
  changes: z.int().nonnegative().optional(),
  /** Allure's status for each result that is no requirement: waivers, and endpoints against the baseline. */
  others: z.record(line(300), z.enum(['passed', 'failed', 'skipped'])).optional(),
});

/** A run in the history. It has forms and ids, but no payload. */
export type RunLine = z.infer<typeof lineSchema>;

/**
 * Reads a line of this version or an earlier one; undefined if the line is no kept run.
 * @throws LaterFormat
 */
export const parseLine = (value: unknown): RunLine | undefined => lineSchema.safeParse(inThisForm(value)).data;

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
    const { answer } = finding;
    const refusal = answer === undefined || answer.status < 400 ? {} : { answer: { status: answer.status } };
    return { id, requirement, code, operation, where, expected, observed, ...drawn, ...refusal };
  });

const members = Object.keys(lineSchema.shape);

/** The line of a run; `written` is the text of its verdict.json. */
export const lineOf = (run: Verdict, written: string): RunLine => ({
  ...(Object.fromEntries(Object.entries(run).filter(([name]) => members.includes(name))) as Omit<Verdict, 'waivers'>),
  format: verdictFormat,
  runId: run.runId ?? sha256(written).slice(0, 12),
  coverage: { judged: run.coverage.judged, judgeable: run.coverage.judgeable },
  outcomes: outcomesIn(run.requirements),
  findings: run.requirements.flatMap(findingsIn),
  waivers: (run.waivers ?? []).map(({ id, requirement, expires }) => ({ id, requirement, expires })),
  digest: sha256(written),
  others: Object.fromEntries(otherStatuses(run)),
});

/** The facts about the settings of the run and the speed of the service. */
const circumstances = (facts: WrittenFacts): WrittenFacts => {
  const kept = Object.entries(readFacts(facts)).map(([endpoint, own]): [string, EndpointFacts] => [
    endpoint,
    new Map([...own].filter(([, { aspect }]) => aspect === 'settings' || aspect === 'speed')),
  ]);
  return writeFacts(Object.fromEntries(kept.filter(([, own]) => own.size > 0)));
};

/** Shortens the line of an older run: it keeps the differences, the settings and the speed. */
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
  risk: riskOfFinding(requirement, finding.code),
  ...(drawn && { replay: { requirement, seed: 0, path: 'drawn' } }),
});

const judgedAs = ({ requirements: _, operation, ...ended }: RunLine['outcomes'][number]) => {
  const { code, reason, untestedBy: by } = ended;
  if (code === undefined || reason === undefined) return ended;
  return { ...ended, reasons: [{ code, by, reason, operation }] };
};

/**
 * A kept run in a form that can be compared. A requirement that the line does not name conformed, if the line counts as
 * many requirements as the catalogue has now. Otherwise the requirement may be newer than the line, and nothing is
 * known about it.
 */
export const runOf = (run: RunLine): ComparedRun & RunLine => {
  const known = new Map(run.outcomes.flatMap((ended) => ended.requirements.map((id) => [id, judgedAs(ended)])));
  const counted = Object.values(run.counts).reduce((sum, each) => sum + each, 0);
  const findings = groupBy(run.findings, ({ requirement }) => requirement);
  const judged = requirements
    .filter(({ id }) => known.has(id) || counted === requirements.length)
    .map(
      (requirement): JudgedRequirement => ({
        ...described(requirement),
        outcome: requirement.firmness === 'silent' ? 'observed' : 'conforms',
        ...known.get(requirement.id),
        findings: (findings.get(requirement.id) ?? []).map(shownFinding),
      }),
    );
  return { ...run, requirements: judged };
};
