import type { Reporter } from 'vitest/node';
import type { Plan } from '#contract';
import { commands } from '../src/cli/program.ts';
import { runSuites } from '../src/cli/run/vitest.ts';

/** The least that a run takes: the same program, with one file of tests that has nothing in it. */
const plan = { target: { budgets: { concurrency: 8 } } } as Plan;
let passed = 0;
const counting: Reporter = {
  onTestCaseResult: (test) => {
    if (test.result().state === 'passed') passed += 1;
  },
};
await runSuites(plan, { include: 'dist/bundle/bench-nothing.js', reporters: [counting] });
process.exit(passed === 1 && commands.length > 0 ? 0 : 1);
