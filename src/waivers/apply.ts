import {
  type Finding,
  isOfWholeService,
  isRequirementId,
  type Profile,
  profiles,
  type RequirementId,
  requirementOf,
  type TestReport,
} from '#contract';
import { daysBetween, expiringDays, meansPlace, meansText, overlap, unwaivable, type Waiver } from './file.ts';

/** `expiring` is in force and ends soon; `not evaluated` could not be judged in this run. */
type WaiverState = 'in force' | 'expiring' | 'expired' | 'stale' | 'not evaluated';

export interface WaiversInRun {
  readonly waivers: readonly Waiver[];
  /** Label of the target. */
  readonly target: string;
  /** Day of the run, as YYYY-MM-DD. */
  readonly today: string;
  /** Whose clock shows that day, where it is not ours. */
  readonly clock?: string | undefined;
  readonly reports: readonly TestReport[];
  readonly profile: Profile;
  /** Some requirements alone were asked for, or a recording is judged. */
  readonly narrowed?: boolean;
  /** Its cases are drawn by another seed than those of the gates before it. */
  readonly drawnAnew?: boolean;
}

const isCoveredBy = (
  { requirement: wanted, finding: code, where, observed }: Waiver,
  requirement: string,
  finding: Pick<Finding, 'code' | 'where' | 'observed'>,
): boolean =>
  wanted === requirement &&
  code === finding.code &&
  meansPlace(where, finding.where) &&
  meansText(observed, finding.observed);

/** A test that ended early has not shown that a finding is gone. */
const wasTested = (reports: readonly TestReport[]): boolean =>
  reports.length > 0 && reports.every(({ untested, broken }) => untested === undefined && broken === undefined);

/** A claim about several endpoints may be broken at one that this run could not ask, or had no record for. */
const wereAllAsked = ({ requirement }: Waiver, reports: readonly TestReport[]): boolean => {
  const operations = isRequirementId(requirement) ? requirementOf(requirement).operations : [];
  if (operations.length < 2) return true;
  const asked = new Set(reports.flatMap(({ observedFacts = [] }) => observedFacts.map(({ operation }) => operation)));
  return operations.every((operation) => asked.has(operation));
};

/** True where the run tried at least what the finding may have come from. */
const triedAsMuch = (waiver: Waiver, own: readonly TestReport[], run: WaiversInRun): boolean => {
  const { requirement, profile: of = 'gate' } = waiver;
  if (profiles.indexOf(run.profile) < profiles.indexOf(of)) return false;
  if (run.drawnAnew && own.some(({ cases = 0 }) => cases > 0)) return false;
  // A narrowed run has fewer answers for a rule that each answer is held to.
  const isOfAll = isRequirementId(requirement) && isOfWholeService(requirementOf(requirement));
  return !(run.narrowed && isOfAll) && wereAllAsked(waiver, run.reports);
};

const stateOf = (waiver: Waiver, run: WaiversInRun): WaiverState => {
  const { target, today, reports } = run;
  if (!waiver.targets.includes(target)) return 'not evaluated';
  const daysLeft = daysBetween(today, waiver.expires);
  if (daysLeft < 0) return 'expired';
  const own = reports.filter(({ requirement }) => requirement === waiver.requirement);
  const came = own.some(({ requirement, findings }) =>
    findings.some((finding) => isCoveredBy(waiver, requirement, finding)),
  );
  if (came) return daysLeft <= expiringDays ? 'expiring' : 'in force';
  return wasTested(own) && triedAsMuch(waiver, own, run) ? 'stale' : 'not evaluated';
};

const failureOf = (
  { id, requirement, finding, where, expires }: Waiver,
  state: WaiverState,
  { today, clock }: WaiversInRun,
): string[] => {
  const by = clock === undefined ? '' : ` (it is ${today} by ${clock})`;
  if (state === 'expired')
    return [`waiver ${id} expired on ${expires}${by}: renew it with a new approval, or remove it`];
  if (state === 'stale')
    return [`waiver ${id} is stale: ${requirement} was tested without ${finding} at ${where}; remove it`];
  return [];
};

/** Applies waivers to the reports of a run's tests: where each stands, which covers a finding, and which fail the run. */
export function applyWaivers(run: WaiversInRun) {
  const standings = run.waivers.map((waiver) => ({
    ...waiver,
    state: stateOf(waiver, run),
    /** Negative when it has ended. */
    daysLeft: daysBetween(run.today, waiver.expires),
  }));
  const alive = standings.filter(({ state }) => state === 'in force' || state === 'expiring');
  return {
    standings,
    /** Id of the waiver that covers a finding and has not ended. */
    covers: (requirement: RequirementId, finding: Finding) =>
      alive.find((each) => isCoveredBy(each, requirement, finding))?.id,
    failures: standings.flatMap((each) => failureOf(each, each.state, run)),
  };
}

/** A finding that nobody answers for yet. */
interface Unanswered extends Pick<Finding, 'code' | 'where' | 'observed'> {
  readonly id?: string | undefined;
  readonly requirement: string;
}

interface Drafts {
  /** The text of a file of waivers, refused until a person has filled in what is empty. */
  readonly text: string;
  readonly drafted: readonly Waiver[];
  /** Findings that can never be waived. */
  readonly excluded: readonly { readonly finding: Unanswered; readonly kind: string }[];
}

const draftOf = (
  { id, requirement, code, where, observed }: Unanswered,
  { target, profile }: Pick<WaiversInRun, 'target' | 'profile'>,
): Waiver => ({
  id: id ?? `${requirement.replace(/[^\w.-]+/g, '-')}-${code}`.slice(0, 64),
  requirement,
  finding: code,
  where: where.replace(/\[\d+\]/g, '[]'),
  observed,
  targets: [target],
  reason: '',
  owner: '',
  approvedBy: '',
  approvedOn: '',
  expires: '',
  ...(profile === 'deep' && { profile }),
});

/** Writes findings of a target as waivers without owner, reason and end. Those that one waiver covers make one. */
export function draftWaivers(findings: readonly Unanswered[], run: Pick<WaiversInRun, 'target' | 'profile'>): Drafts {
  const drafted: Waiver[] = [];
  const excluded: Drafts['excluded'][number][] = [];
  for (const finding of findings) {
    const kind = unwaivable(finding.requirement, finding.code);
    const draft = draftOf(finding, run);
    if (kind !== undefined) excluded.push({ finding, kind });
    else if (!drafted.some((each) => overlap(each, draft))) drafted.push(draft);
  }
  return { text: `${JSON.stringify({ format: 1, waivers: drafted }, null, 2)}\n`, drafted, excluded };
}
