import { compareFacts, driftText, type Facts, factsOf, failsOnDrift } from '#baseline';
import type { RunPlan, TestReport } from '#contract';
import type { JudgeContext } from '#reporting';
import { applyWaivers } from '#waivers';
import type { RunChoices } from '../run/run-choices.ts';
import { laterDay } from '../settings/waivers-choice.ts';

interface Judged {
  readonly plan: RunPlan;
  readonly choices: RunChoices;
  readonly startedAt: Date;
  readonly reports: readonly TestReport[];
  readonly interrupted: boolean;
}

type Part = Pick<JudgeContext, 'facts' | 'baseline' | 'waivers'> & { readonly failures: readonly string[] };

const againstBaseline = (facts: Facts, { choices, interrupted }: Judged): Part => {
  const { baseline, selected, recording } = choices;
  // A baseline holds what the same requests show each time.
  if (recording !== undefined) return { failures: [] };
  if (baseline === undefined) return { facts, failures: [] };
  const narrowed = selected !== undefined || interrupted;
  const changes = compareFacts(baseline.facts, facts, { narrowed });
  const failures = failsOnDrift(changes)
    ? [`drift from the baseline ${baseline.name}: ${driftText(changes)}`]
    : [];
  return { facts, baseline: { name: baseline.name, changes: [...changes] }, failures };
};

const againstWaivers = ({ plan, choices, startedAt, reports }: Judged): Part => {
  const { waivers } = choices;
  if (waivers === undefined) return { failures: [] };
  const target = plan.target.label;
  const { standings, covers, failures } = applyWaivers({
    waivers,
    target,
    ...laterDay(startedAt, reports),
    reports,
  });
  return { waivers: { inForce: [...standings], covers }, failures };
};

/** What the judge knows besides the tests: drift from a baseline, and the deviations that somebody answers for. */
export const besideTests = (
  run: Judged,
): Pick<JudgeContext, 'facts' | 'baseline' | 'waivers' | 'otherFailures'> => {
  const { failures: drift, ...baseline } = againstBaseline(factsOf(run.reports, run.plan.target.facts), run);
  const { failures: spent, ...waivers } = againstWaivers(run);
  const otherFailures = [...spent, ...drift];
  return { ...baseline, ...waivers, ...(otherFailures.length > 0 ? { otherFailures } : {}) };
};
