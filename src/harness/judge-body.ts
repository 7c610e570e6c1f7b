import { CallRefused, NoAnswer, ProtocolBreach, type Reply } from '#client';
import type { Exchange, Finding, RequirementId, TestReport } from '#contract';
import type { Condition } from './condition.ts';
import { type FactLedger, openFacts } from './facts.ts';
import { type Ledger, openConformance } from './open.ts';
import { type Body, session } from './session.ts';
import { Deviation, Untested } from './verdicts.ts';

/** Most exchanges that a report keeps as evidence of one test. */
const mostExchanges = 3;

interface Settled {
  readonly findings?: readonly Finding[];
  readonly untested?: string;
  readonly broken?: { readonly code: string; readonly message: string };
  /** What shows it, redacted when it is asked for; by default what was judged last. */
  readonly evidence?: () => readonly Exchange[];
}

const ofRefusal = ({ kind, reason }: CallRefused): Settled => {
  if (kind === 'budget') return { broken: { code: 'BUDGET_SPENT', message: reason } };
  if (kind === 'ledger') return { broken: { code: 'LEDGER_UNWRITABLE', message: reason } };
  return { untested: reason };
};

/** Tells the ways in which a test can end apart: the service's fault, a missing role, no answer, our own mistake. */
const settled = (error: unknown): Settled => {
  if (error instanceof Deviation) return { findings: error.findings, evidence: () => shown(error.shownBy()) };
  if (error instanceof Untested) return { untested: error.message };
  if (error instanceof CallRefused) return ofRefusal(error);
  if (error instanceof ProtocolBreach)
    return { findings: [{ ...error.problem, operation: error.operation }], evidence: asked(error) };
  if (error instanceof NoAnswer)
    return { broken: { code: error.code, message: error.message }, evidence: asked(error) };
  const told = error instanceof Error ? `${error.name}: ${firstFrame(error)}` : 'unknown';
  return { broken: { code: 'HARNESS_MISTAKE', message: told } };
};

/** Where a mistake of ours happened; its message may hold a payload's value and is left out. */
const firstFrame = (error: Error): string => {
  const frame = error.stack?.split('\n').find((line) => line.trim().startsWith('at '));
  return frame?.trim() ?? 'no stack';
};

const shown = (replies: readonly Reply[]): readonly Exchange[] =>
  replies.slice(0, mostExchanges).map(({ exchange }) => exchange);

const asked =
  ({ exchange }: NoAnswer | ProtocolBreach) =>
  (): readonly Exchange[] =>
    exchange ? [exchange()] : [];

const heardIn = (facts: FactLedger): Pick<TestReport, 'sightings' | 'clockAheadMs'> => {
  const clockAheadMs = facts.clockAheadMs();
  return { sightings: facts.sightings(), ...(clockAheadMs > 0 ? { clockAheadMs } : {}) };
};

/** Runs a test under a condition; whatever happens, the result is a report. */
export const judgeBody = async (
  requirement: RequirementId,
  body: Body,
  condition: Condition,
): Promise<TestReport> => {
  const opened = session();
  const facts = opened.plan.proof === undefined ? openFacts() : undefined;
  const ledger: Ledger = {
    observations: [],
    judged: [],
    judgements: 0,
    cases: 0,
    ...(facts ? { facts } : {}),
  };
  const run = async () => body(openConformance(requirement, opened, condition, ledger));
  const {
    findings = [],
    evidence = () => shown(ledger.judged),
    ...rest
  }: Settled = await run().then(() => ({}), settled);
  return {
    requirement,
    findings,
    ...rest,
    ...(condition.fault === undefined ? {} : { fault: condition.fault }),
    observations: ledger.observations,
    ...(facts ? heardIn(facts) : {}),
    judgements: ledger.judgements,
    ...(ledger.cases === 0 ? {} : { cases: ledger.cases }),
    exchanges: opened.plan.proof === undefined ? evidence() : [],
    traffic: opened.traffic(),
  };
};
