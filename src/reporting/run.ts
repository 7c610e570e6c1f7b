import { documentVersion, requirements, type TestReport } from '#contract';
import type { JudgeContext } from './context.ts';
import { moneyOperations } from './money.ts';
import { shorten } from './sanitise.ts';

const toTime = (moment: string | Date): string => new Date(moment).toISOString();

/** Leaving requirements out for good does not narrow a run: the next one leaves them out too. */
const isNarrowed = ({ selected, leftOut }: JudgeContext): boolean =>
  selected !== undefined && requirements.some(({ id }) => !selected.has(id) && !leftOut?.has(id));

/** The description of a run, whatever its outcome. */
export const describeRun = (context: JudgeContext, reports: readonly TestReport[]) => {
  const { plan, waivers, facts, required, otherFailures = [], crashed, recording } = context;
  const { label, environment, embedded, money, readOnly, quiet } = plan.target;
  const { sent, retried, rateLimited } = context.requests;
  const sending = {
    permissions: { money: money === true ? (true as const) : shorten(money, 300), readOnly, quiet },
    money: context.money ?? moneyOperations(reports),
  };
  return {
    format: 1 as const,
    ...(recording ? { passive: true as const, recording: { ...recording } } : {}),
    target: { label: shorten(label, 200), environment, embedded },
    harness: { version: context.harnessVersion },
    document: { version: documentVersion },
    profile: plan.profile,
    gate: context.gate,
    seed: plan.seed,
    startedAt: toTime(context.startedAt),
    endedAt: toTime(context.endedAt),
    cases: reports.reduce((sum, { cases = 0 }) => sum + cases, 0),
    requests: { sent, retried, rateLimited },
    ...(recording ? {} : sending),
    interrupted: context.interrupted || undefined,
    crashed: crashed.length > 0 ? crashed.map((file) => shorten(file, 200)) : undefined,
    waivers: waivers && [...waivers.given],
    required: required && [...required],
    narrowed: isNarrowed(context) || undefined,
    facts: facts && Object.keys(facts).length > 0 ? facts : undefined,
    baseline: context.baseline,
    otherFailures: otherFailures.length > 0 ? otherFailures.map((each) => shorten(each, 400)) : undefined,
  };
};
