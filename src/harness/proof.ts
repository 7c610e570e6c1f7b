import { describe, test as register, type TestContext } from 'vitest';
import type { RequirementId, TestReport } from '#contract';
import type { Condition } from './condition.ts';
import { judgeBody } from './judge-body.ts';
import { inLooks } from './looks.ts';
import { type Registered, type RegisteredStage, session } from './session.ts';

/** In `prove` a test ends quietly whatever it found: its report is the result, one row of the matrix. */
const runUnder =
  ({ requirement, body }: Registered, condition: Condition) =>
  async (context: TestContext) => {
    const report = await inLooks(condition, (look) => judgeBody(requirement, body, look));
    // One finding shows that the fault was noticed; of thousands of tests all of them would fill the memory.
    context.task.meta.conformance = { ...report, findings: report.findings.slice(0, 1), observations: [] };
  };

/** A test for each fault that must be noticed, each fault in a world of its own. */
export const registerFaults = (registered: Registered): void => {
  const { requirement } = registered;
  for (const fault of session().plan.proof?.faults[requirement] ?? [])
    register.concurrent(`${requirement} under ${fault}`, runUnder(registered, { fault, shared: false }));
};

/** Where orders make no difference, listings are walked before orders make them long. */
const stagesFor = (fault: string): readonly RegisteredStage[] => {
  const { plan, stages } = session();
  if (!plan.proof?.orderless.includes(fault)) return stages;
  return [...stages].sort((one, other) => Number(other.walksListings) - Number(one.walksListings));
};

/** A variation has one world for all tests that do not need to be alone in it, as a service has. */
const runBeside = (fault: string, requirements: ReadonlySet<string>) => async (context: TestContext) => {
  const { plan, recalled, traffic, met } = session();
  const changed = plan.proof?.touched[fault] ?? {};
  const reports: TestReport[] = [];
  const untouched: RequirementId[] = [];
  for (const { tests } of stagesFor(fault)) {
    const asked = tests.filter(({ requirement }) => requirements.has(requirement));
    const tried = asked.filter(({ requirement }) => met.mayNotice(requirement, changed));
    untouched.push(...asked.flatMap((it) => (tried.includes(it) ? [] : it.requirement)));
    reports.push(
      ...(await Promise.all(
        tried.map(({ requirement, body, alone }) =>
          judgeBody(requirement, body, { fault, shared: !alone, beside: true }),
        ),
      )),
    );
  }
  // What was recalled in two hundred worlds would fill the memory.
  recalled.delete(fault);
  const raised = reports.filter(({ findings, broken }) => findings.length > 0 || broken !== undefined);
  const calm = reports.filter((report) => !raised.includes(report)).map(({ requirement }) => requirement);
  context.task.meta.beside = {
    fault,
    calm,
    untouched,
    raised: raised.map((report) => ({ ...report, observations: [] })),
    traffic: traffic(),
  };
};

/** A test for each variation, which all requirements that it touches share; those that wait begin first. */
export const registerVariations = (): void => {
  const { variations = {}, apart = [] } = session().plan.proof ?? {};
  const late = (id: string) => Number(!apart.includes(id));
  const ids = Object.keys(variations).sort((one, other) => late(one) - late(other));
  describe('variations', () => {
    for (const id of ids) register.concurrent(`beside ${id}`, runBeside(id, new Set(variations[id])));
  });
};
