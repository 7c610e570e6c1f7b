import fc from 'fast-check';
import { describe, test as register, type TestContext } from 'vitest';
import type { RequirementId, TestReport, TriedBeside } from '#contract';
import type { Condition } from './condition.ts';
import { judgeBody } from './judge-body.ts';
import { inLooks } from './looks.ts';
import { registerFaults, registerVariations } from './proof.ts';
import { type Body, planned, type Registered, session } from './session.ts';
import { loadsOf, type Stage } from './stages.ts';
import { Deviation } from './verdicts.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What the test tells the judge. */
    conformance?: TestReport;
    /** What came of the requirements that were tried beside a variation, in a proof. */
    beside?: TriedBeside;
  }
}

const runOrdinary = ({ requirement, body, alone }: Registered) => {
  // Long tests, and those that wait for one another, are registered first: a request of theirs waits for no other test.
  const rank = ranks++;
  const casesAtOnce = alone ? 1 : session().plan.target.budgets.concurrency;
  return async (context: TestContext) => {
    const condition: Condition = { shared: true, rank, signal: context.signal, casesAtOnce };
    const look = (at: Condition) => judgeBody(requirement, body, at);
    const report = await (session().plan.proof === undefined ? look(condition) : inLooks(condition, look));
    context.task.meta.conformance = report;
    if (report.untested !== undefined) context.skip(report.untested);
    if (report.findings.length > 0) throw new Deviation(report.findings);
    if (report.broken !== undefined) throw new Error(`${report.broken.code}: ${report.broken.message}`);
    session().met.noteCalm(requirement);
  };
};

let ranks = 0;

/** Those that must be alone wait for one another; whoever begins a test keeps nothing else waiting. */
let last: Promise<unknown> = Promise.resolve();

const inTurn =
  (run: (context: TestContext) => Promise<void>) =>
  (context: TestContext): Promise<void> => {
    const ended = last.then(() => run(context));
    last = ended.catch(() => undefined);
    return ended;
  };

/** What waits for its turn has no time-out of its own: each of its requests has a deadline, and they are counted. */
const registerOrdinary = (registered: Registered): void => {
  const { requirement, alone } = registered;
  const run = runOrdinary(registered);
  if (alone) register.concurrent(requirement, { timeout: 0 }, inTurn(run));
  else register.concurrent(requirement, run);
};

const registerTest = (registered: Registered): void => {
  const { plan, stages } = session();
  if (plan.only !== undefined && !plan.only.includes(registered.requirement)) return;
  const stage = stages.at(-1);
  if (stage) stage.tests.push(registered);
  // In a proof the suites come file by file for the faults, and in stages for everything else.
  else if (plan.proof !== undefined) registerFaults(registered);
  else registerOrdinary(registered);
};

const inOrder = (stage: readonly Registered[]): readonly Registered[] => {
  const { seed, shuffled } = session().plan;
  if (!shuffled) return stage;
  const whole = fc.shuffledSubarray([...stage], { minLength: stage.length });
  return fc.sample(whole, { seed, numRuns: 1 })[0] ?? stage;
};

/** Registers the suites in stages; in a proof, once more beside each variation. */
export const inStages = async (stages: readonly Stage[]): Promise<void> => {
  await planned();
  for (const stage of stages)
    describe(stage.name, async () => {
      const tests: Registered[] = [];
      session().stages.push({ tests, walksListings: stage.walksListings ?? false });
      for (const load of loadsOf(stage, stages, session().plan.only === undefined)) await load();
      for (const registered of inOrder(tests)) registerOrdinary(registered);
    });
  registerVariations();
};

/** Registers the proof of a requirement; it runs beside others. */
export const test = (requirement: RequirementId, body: Body): void =>
  registerTest({ requirement, body, alone: false });

/** Registers the proof of a requirement that shares a balance or a listing with others: no other such runs beside it. */
export const flow = (requirement: RequirementId, body: Body): void =>
  registerTest({ requirement, body, alone: true });
