import type { RunPlan } from '#contract';
import { runSuites } from './vitest.ts';

/** The least that Vitest takes: one file with nothing in it, started as `run` starts the suites. */
const plan = { target: { budgets: { concurrency: 8 } } } as RunPlan;
const { counts } = await runSuites(plan, { include: 'dist/bundle/bench-nothing.js' });
process.exit(counts.passed === 1 ? 0 : 1);
