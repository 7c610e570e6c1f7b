import type { RunPlan } from '#contract';
import { commands } from '../commands.ts';
import { runSuites } from '../run/vitest.ts';

/** The least that a run takes: the same program, with one file of tests that has nothing in it. */
const plan = { target: { budgets: { concurrency: 8 } } } as RunPlan;
const { counts } = await runSuites(plan, { include: 'dist/bundle/bench-nothing.js' });
process.exit(counts.passed === 1 && commands.length > 0 ? 0 : 1);
