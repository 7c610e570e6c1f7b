// The verdict of the gathered reports, with waivers and baseline.
import { driftFrom, failsOnDrift } from '#baseline';
import { version } from '#client';
import { isPromise, requirementOf } from '#contract';
import { factsOf, writeFacts } from '#facts';
import { steadyDate } from '#lib';
import {
  baselineText,
  comparedWith,
  driftIn,
  driftText,
  isNarrowed,
  judge,
  type Results,
  type Verdict,
} from '#reporting';
import { chain, type GatheredReports, type JudgedPlan, leading, reasonOf, reported, saidTogether } from '#run';
import { applyWaivers, type WaiversInRun } from '#waivers';
import { moneyIn } from '../orders/recorded-orders.ts';
import { dayOf, type JudgingConfig } from '../settings/config.ts';
import { catalogueSeed } from '../settings/selection.ts';

type JudgedPart = Pick<Results, 'facts' | 'baseline' | 'waivers'> & { readonly failures: readonly string[] };

function againstBaseline(
  { baseline, selected, recording, classes }: JudgingConfig,
  { target, profile }: JudgedPlan,
  { reports, interrupted }: GatheredReports,
): JudgedPart {
  // A recording has no baseline, because a baseline needs the same requests each time.
  if (recording !== undefined) return { failures: [] };
  const facts = factsOf(reports, target.facts, { ...target.given, profile });
  const written = writeFacts(facts);
  if (baseline === undefined) return { facts: written, failures: [] };
  // The fact of a broken promise, waived or not, is not reported a second time.
  const broken = reports.filter(({ requirement }) => isPromise(requirementOf(requirement)));
  const findings = broken.flatMap((report) => report.findings);
  const narrowed = selected !== undefined;
  const drift = driftFrom({ accepted: baseline.facts, observed: facts, narrowed, interrupted, classes });
  const compared = comparedWith(baseline, drift, findings);
  const failures = failsOnDrift(driftIn(compared))
    ? [`drift from the ${baselineText(compared)}: ${driftText(compared)}`]
    : [];
  return { facts: written, baseline: compared, failures };
}

/** Milliseconds. A clock that is further ahead is broken; also, the year must have four digits. */
const maxAheadMs = 10 * 365 * 86_400_000;

/** The day of a run by the later clock, ours or the service's, because a waiver must have ended for neither. */
function laterDay({ startedAt, reports }: GatheredReports): Pick<WaiversInRun, 'today' | 'clock'> {
  const ahead = Math.max(0, ...reports.map(({ clockAheadMs = 0 }) => clockAheadMs));
  const ours = dayOf(startedAt);
  const later = dayOf(new Date(startedAt.getTime() + Math.min(ahead, maxAheadMs)));
  return later === ours ? { today: ours } : { today: later, clock: 'the clock of the service' };
}

function againstWaivers(config: JudgingConfig, plan: JudgedPlan, gathered: GatheredReports): JudgedPart {
  const { waivers, recording } = config;
  if (waivers === undefined) return { failures: [] };
  const { standings, covers, failures } = applyWaivers({
    waivers,
    target: plan.target.label,
    ...laterDay(gathered),
    reports: gathered.reports,
    profile: recording === undefined ? plan.profile : 'smoke',
    narrowed: isNarrowed(config),
    drawnAnew: plan.seed !== catalogueSeed(),
  });
  return { waivers: { given: [...standings], covers }, failures };
}

/**
 * A rule across endpoints that needs endpoints which the user leaves out is untested by the user. A rule that was not
 * selected, and that the run could not judge alongside, is left out with the others.
 */
const withLeftOut = ({ partly, lessened, selected }: JudgingConfig, gathered: GatheredReports): GatheredReports => {
  const reports = gathered.reports.flatMap((report) => {
    const { reasons = [], requirement } = report;
    const why = reported(reasons);
    const isUntested = why !== undefined && !why.failed;
    if (isUntested && selected?.has(requirement) === false) return [];
    const left = lessened?.get(requirement);
    const isKept = why === undefined && report.findings.length === 0;
    if (left !== undefined && isKept) return [{ ...report, reasons: [reasonOf('LEFT_OUT', left)] }];
    const partlyLeft = partly?.get(requirement);
    if (partlyLeft === undefined || !isUntested || why.by !== 'service') return [report];
    const [first, ...others] = [...leading(reasons), reasonOf('LEFT_OUT', partlyLeft)] as const;
    return [{ ...report, reasons: chain(saidTogether(first, ...others), reasons) }];
  });
  return { ...gathered, reports };
};

/** Applies waivers, baseline and gate to the results of a run. */
export function verdictOf(config: JudgingConfig, plan: JudgedPlan, given: GatheredReports): Verdict {
  const gathered = withLeftOut(config, given);
  const { gate, release, report, selected, leftOut, required, requiredWhole, recording } = config;
  const { failures: drift, ...baseline } = againstBaseline(config, plan, gathered);
  const { failures: spent, ...waivers } = againstWaivers(config, plan, gathered);
  const otherFailures = [...spent, ...drift];
  return judge({
    ...gathered,
    plan,
    endedAt: steadyDate(),
    requests: gathered.requests ?? { sent: 0, retried: 0, rateLimited: 0 },
    gate,
    release,
    report,
    selected,
    leftOut,
    required,
    requiredWhole,
    recording,
    harnessVersion: version,
    ...(plan.ledger && { money: moneyIn(plan.ledger) }),
    ...baseline,
    ...waivers,
    ...(otherFailures.length > 0 && { otherFailures }),
  });
}
