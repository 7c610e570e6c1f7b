import { appendFileSync } from 'node:fs';
import { annotations, renderSummary, type Verdict } from '#reporting';
import type { Call } from './command.ts';

/** Annotations and the step summary, where GitHub runs this. */
export function tellContinuousIntegration({ terminal: { env }, say }: Call, verdict: Verdict): void {
  if (env.GITHUB_ACTIONS !== 'true') return;
  for (const line of annotations(verdict)) say(line);
  const summary = env.GITHUB_STEP_SUMMARY;
  if (summary === undefined || summary === '') return;
  try {
    appendFileSync(summary, renderSummary(verdict));
  } catch {
    say('The step summary could not be written; summary.md holds the same.');
  }
}
