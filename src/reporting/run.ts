import { documentVersion, requirements } from '#contract';
import { moneyOperations } from './money.ts';
import type { Results } from './results.ts';
import { shorten } from './sanitise.ts';

const toTime = (moment: string | Date): string => new Date(moment).toISOString();

/** Leaving requirements out for good does not narrow a run: the next one leaves them out too. */
const isNarrowed = ({ selected, leftOut }: Results): boolean =>
  selected !== undefined && requirements.some(({ id }) => !selected.has(id) && !leftOut?.has(id));

/** The description of a run, whatever its outcome. */
export const describeRun = (results: Results) => {
  const { reports, plan, waivers, facts, required, otherFailures = [], crashed, recording } = results;
  const { label, environment, embedded, money, readOnly, quiet } = plan.target;
  const { sent, retried, rateLimited } = results.requests;
  const sending = {
    permissions: { money: money === true ? (true as const) : shorten(money, 300), readOnly, quiet },
    money: results.money ?? moneyOperations(reports),
  };
  return {
    format: 1 as const,
    ...(recording ? { passive: true as const, recording: { ...recording } } : {}),
    target: { label: shorten(label, 200), environment, embedded },
    harness: { version: results.harnessVersion },
    document: { version: documentVersion },
    profile: plan.profile,
    gate: results.gate,
    seed: plan.seed,
    startedAt: toTime(results.startedAt),
    endedAt: toTime(results.endedAt),
    cases: reports.reduce((sum, { cases = 0 }) => sum + cases, 0),
    requests: { sent, retried, rateLimited },
    ...(recording ? {} : sending),
    interrupted: results.interrupted || undefined,
    crashed: crashed.length > 0 ? crashed.map((file) => shorten(file, 200)) : undefined,
    waivers: waivers && [...waivers.given],
    required: required && [...required],
    narrowed: isNarrowed(results) || undefined,
    facts: facts && Object.keys(facts).length > 0 ? facts : undefined,
    baseline: results.baseline,
    otherFailures: otherFailures.length > 0 ? otherFailures.map((each) => shorten(each, 400)) : undefined,
  };
};
