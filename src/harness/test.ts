import { test as register, type TestContext } from 'vitest';
import { CallRefused, createApi, describeCase, NoAnswer, ProtocolBreach, type Reply } from '#client';
import type { Finding, Observation, RequirementId, TestReport } from '#contract';
import type { Conformance } from './conformance.ts';
import { createExpect } from './expect.ts';
import { createForAll } from './property.ts';
import { createRoles } from './roles.ts';
import { type Session, session } from './session.ts';
import { Deviation, Untested } from './verdicts.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What the test tells the judge. */
    conformance?: TestReport;
  }
}

export type Body = (conformance: Conformance) => Promise<void>;

/** Under what a test runs: an ordinary service, one with a fault, or a variation that conforms. */
interface Condition {
  readonly fault?: string;
  /** Variations share replies between tests, as an ordinary run does; each fault has a world of its own. */
  readonly shared: boolean;
}

/** Most exchanges that a report keeps as evidence of one test. */
const mostExchanges = 3;

interface Ledger {
  readonly observations: Observation[];
  /** What was judged last. */
  replies: readonly Reply[];
  judgements: number;
}

const openConformance = (
  requirement: RequirementId,
  { plan, transport, recalled }: Session,
  { fault, shared }: Condition,
  ledger: Ledger,
): Conformance => {
  const { target } = plan;
  const world = shared ? fault : `${fault} ${requirement}`;
  const headers = fault === undefined ? {} : { 'x-ramp-fault': fault, 'x-ramp-world': String(world) };
  const api = createApi({
    transport,
    key: target.keys.full,
    headers,
  });
  const roles = createRoles(target.roles);
  return {
    api,
    as: (credential) => api.as(credential),
    keys: {
      full: target.keys.full,
      get restricted() {
        if (target.keys.restricted === undefined) throw new Untested('RAMP_RESTRICTED_API_KEY is not set');
        return target.keys.restricted;
      },
    },
    expect: createExpect((replies) => {
      ledger.judgements += 1;
      ledger.replies = replies.slice(0, mostExchanges);
    }),
    forAll: createForAll({ plan, requirement, tell: (value) => describeCase(value) }),
    roles,
    order: target.order,
    facts: { ...target.facts, ...(fault === undefined ? {} : plan.proof?.facts[fault]) },
    profile: plan.profile,
    demandQuiet: () => {
      if (!target.quiet) throw new Untested('RAMP_QUIET_ACCOUNT is not true: others may act on the account');
    },
    recall: (name, make) => {
      const key = `${world ?? ''} ${name}`;
      const known = recalled.get(key) ?? make();
      recalled.set(key, known);
      return known as ReturnType<typeof make>;
    },
    observe: (situation, fact, { operation }) => {
      ledger.observations.push({ operation, situation, fact: String(fact) });
    },
    cannot: (reason) => {
      throw new Untested(reason);
    },
  };
};

const judgeBody = async (
  requirement: RequirementId,
  body: Body,
  condition: Condition,
): Promise<TestReport> => {
  const ledger: Ledger = { observations: [], replies: [], judgements: 0 };
  const opened = session();
  const outcome = await settle(() => body(openConformance(requirement, opened, condition, ledger)));
  const evidence = opened.plan.proof === undefined ? ledger.replies.map(({ exchange }) => exchange) : [];
  return {
    requirement,
    ...(condition.fault === undefined ? {} : { fault: condition.fault }),
    observations: ledger.observations,
    judgements: ledger.judgements,
    exchanges: evidence,
    findings: outcome.findings ?? [],
    ...(outcome.untested === undefined ? {} : { untested: outcome.untested }),
    ...(outcome.broken === undefined ? {} : { broken: outcome.broken }),
    traffic: { ...opened.transport.counts },
  };
};

interface Settled {
  readonly findings?: readonly Finding[];
  readonly untested?: string;
  readonly broken?: { readonly code: string; readonly message: string };
}

/** Tells the ways in which a test can end apart: the service's fault, a missing role, no answer, our own mistake. */
const settle = async (run: () => Promise<void>): Promise<Settled> => {
  try {
    await run();
    return {};
  } catch (error) {
    if (error instanceof Deviation) return { findings: error.findings };
    if (error instanceof Untested) return { untested: error.message };
    if (error instanceof CallRefused && error.kind !== 'budget') return { untested: error.reason };
    if (error instanceof CallRefused) return { broken: { code: 'BUDGET_SPENT', message: error.reason } };
    if (error instanceof ProtocolBreach)
      return { findings: [{ ...error.problem, operation: error.operation }] };
    if (error instanceof NoAnswer) return { broken: { code: error.code, message: error.message } };
    const told = error instanceof Error ? `${error.name}: ${firstFrame(error)}` : 'unknown';
    return { broken: { code: 'HARNESS_MISTAKE', message: told } };
  }
};

/** Where a mistake of ours happened; its message may hold a payload's value and is left out. */
const firstFrame = (error: Error): string =>
  error.stack
    ?.split('\n')
    .find((line) => line.trim().startsWith('at '))
    ?.trim() ?? 'no stack';

const runOrdinary = (requirement: RequirementId, body: Body) => async (context: TestContext) => {
  const report = await judgeBody(requirement, body, { shared: true });
  context.task.meta.conformance = report;
  if (report.untested !== undefined) context.skip(report.untested);
  if (report.findings.length > 0) throw new Deviation(report.findings);
  if (report.broken !== undefined) throw new Error(`${report.broken.code}: ${report.broken.message}`);
};

/** In `prove` a test ends quietly whatever it found: its report is the result, one row of the matrix. */
const runProof =
  (requirement: RequirementId, body: Body, condition: Condition) => async (context: TestContext) => {
    context.task.meta.conformance = await judgeBody(requirement, body, condition);
  };

const registerTest = (requirement: RequirementId, body: Body, concurrent: boolean): void => {
  const { plan } = session();
  if (plan.only !== undefined && !plan.only.includes(requirement)) return;
  const add = concurrent ? register.concurrent : register;
  if (plan.proof === undefined) {
    add(requirement, runOrdinary(requirement, body));
    return;
  }
  for (const fault of plan.proof.faults[requirement] ?? [])
    add(`${requirement} under ${fault}`, runProof(requirement, body, { fault, shared: false }));
  for (const fault of plan.proof.variations[requirement] ?? [])
    add(`${requirement} beside ${fault}`, runProof(requirement, body, { fault, shared: true }));
};

/** Registers the proof of a requirement; it runs beside others. */
export const test = (requirement: RequirementId, body: Body): void => registerTest(requirement, body, true);

/** Registers the proof of a requirement that shares a balance or a listing with others: it runs alone. */
export const flow = (requirement: RequirementId, body: Body): void => registerTest(requirement, body, false);
