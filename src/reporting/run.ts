import { documentVersion, requirements, type TestReport } from '#contract';
import type { JudgeContext } from './context.ts';
import { moneyOperations } from './money.ts';
import { shorten } from './sanitise.ts';

const toTime = (moment: string | Date): string => new Date(moment).toISOString();

/** Requirements left out for good narrow no run: the next one leaves them out too. */
const isNarrowed = ({ selected, leftOut }: JudgeContext): boolean =>
  selected !== undefined && requirements.some(({ id }) => !selected.has(id) && !leftOut?.has(id));

/** The description of a run, whatever its outcome. */
export const describeRun = (context: JudgeContext, reports: readonly TestReport[]) => {
  const { plan, waivers, baseline, facts, required, otherFailures, crashed, interrupted, recording } =
    context;
  const { label, environment, embedded, money, readOnly, quiet } = plan.target;
  const moved = context.money ?? moneyOperations(reports);
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
    requests: {
      sent: context.requests.sent,
      retried: context.requests.retried,
      rateLimited: context.requests.rateLimited,
    },
    ...(recording
      ? {}
      : {
          permissions: { money: money === true ? (true as const) : shorten(money, 300), readOnly, quiet },
          money: moved,
        }),
    ...(interrupted ? { interrupted: true as const } : {}),
    ...(crashed.length > 0 ? { crashed: crashed.map((file) => shorten(file, 200)) } : {}),
    ...(waivers ? { waivers: [...waivers.inForce] } : {}),
    ...(required ? { required: [...required] } : {}),
    ...(isNarrowed(context) ? { narrowed: true as const } : {}),
    ...(facts && Object.keys(facts).length > 0 ? { facts } : {}),
    ...(baseline ? { baseline } : {}),
    ...(otherFailures?.length ? { otherFailures: otherFailures.map((each) => shorten(each, 400)) } : {}),
  };
};
