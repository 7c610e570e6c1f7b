// Outcomes of requirements, and the verdict and exit code that follow from them.
import { firmnesses, isPromise, operationIds, operationOf, type RequirementId } from '#contract';
import { type Outcome, outcomes, type ReasonCode } from '#run';
import type { Gate, JudgedRequirement, RecordingSummary, Verdict } from './verdict.ts';

type Firm = Pick<JudgedRequirement, 'firmness'>;
type Ended = Pick<JudgedRequirement, 'outcome'>;

/** True where the gate judges a requirement: it names the lowest level that it judges. */
export function isGated({ firmness }: Firm, gate: Gate): boolean {
  return firmnesses.indexOf(firmness) <= firmnesses.indexOf(gate);
}

/** True where a requirement's outcome alone makes the run fail. */
export function failsGate(judged: Firm & Ended, gate: Gate): boolean {
  return isGated(judged, gate) && (judged.outcome === 'deviates' || judged.outcome === 'drifts');
}

/** Outcomes that only a test which ran to its end can have. */
const executed: ReadonlySet<Outcome> = new Set(['conforms', 'deviates', 'drifts', 'observed', 'waived']);

export function wasExecuted({ outcome }: Ended): boolean {
  return executed.has(outcome);
}

/** Outcomes that a reader has to look at. */
export const troubles: readonly Outcome[] = ['deviates', 'drifts', 'waived', 'no-result'];

export function countIn(judged: readonly Ended[], ...outcomes: readonly Outcome[]): number {
  return judged.filter(({ outcome }) => outcomes.includes(outcome)).length;
}

export function hasNoResult({ outcome }: Ended): boolean {
  return outcome === 'no-result';
}

/** Codes of a requirement whose test never ran. */
const withoutTest: readonly string[] = ['NO_TEST_RAN', 'INTERRUPTED'] satisfies ReasonCode[];

/** True where no test of the requirement ran, rather than one without a usable answer. */
export function hadNoTest({ outcome, code = '' }: JudgedRequirement): boolean {
  return outcome === 'no-result' && withoutTest.includes(code);
}

/** Stands before the words in the `reason` of a missing result: `DEADLINE: the time of the run is up`. */
export function leadOf(code: string): string {
  return `${code}: `;
}

/** The two parts of a `reason`; the lead is empty where no code stands before the words. */
export function reasonParts({
  code = '',
  reason = 'no reason given',
}: Pick<JudgedRequirement, 'code' | 'reason'>): readonly [lead: string, words: string] {
  const lead = leadOf(code);
  return reason.startsWith(lead) ? [lead, reason.slice(lead.length)] : ['', reason];
}

/** The one reason why nothing at all could be tested, such as a key that is refused; what the user left out is apart. */
export function commonFailure({ requirements }: Pick<Verdict, 'requirements'>): string | undefined {
  const asked = requirements.filter(({ untestedBy }) => untestedBy !== 'user');
  const [first] = asked;
  const isAlone = asked.every(
    (each) => hasNoResult(each) && !hadNoTest(each) && each.code === first?.code && each.reason === first?.reason,
  );
  return isAlone && first?.reason ? reasonParts(first)[1] : undefined;
}

/** Requirements of the gate that the user left out, or that the service blocked. */
export function keptBy(
  { requirements, gate }: Pick<Verdict, 'requirements' | 'gate'>,
  who: 'user' | 'service',
): readonly JudgedRequirement[] {
  return requirements.filter((each) => each.untestedBy === who && isGated(each, gate));
}

type Demands = Pick<Verdict, 'required' | 'requiredWhole'>;

const isLacking = (requirement: JudgedRequirement, { required = [], requiredWhole = [] }: Demands): boolean => {
  const isNamed = requiredWhole.includes(requirement.id);
  if (requirement.blocked !== undefined) return isNamed;
  if (!required.includes(requirement.id) || wasExecuted(requirement)) return false;
  // Who names the very id wants a judgement.
  return isNamed || requirement.untestedBy !== 'nothing to judge';
};

/** Requirements that had to be tested and were not: where no record had it, those that were named one by one. */
export function lacking(run: Pick<Verdict, 'requirements'> & Demands): readonly JudgedRequirement[] {
  return run.requirements.filter((each) => isLacking(each, run));
}

/** True where a requirement alone leaves the verdict open; a gate that reads only one report must see it there. */
export function leavesOpen(requirement: JudgedRequirement, run: Pick<Verdict, 'gate'> & Demands): boolean {
  return (
    hasNoResult(requirement) ||
    (requirement.untestedBy === 'service' && isGated(requirement, run.gate)) ||
    isLacking(requirement, run)
  );
}

/** False of a requirement that `--only` left out. */
export function wasAskedFor({ code }: JudgedRequirement): boolean {
  return code !== ('NOT_SELECTED' satisfies ReasonCode);
}

/** True where nothing that the gate judges was tested. */
export function judgesNothing({ coverage }: Pick<Verdict, 'coverage'>): boolean {
  return coverage.judged === 0;
}

type Undecided = Omit<Verdict, 'verdict' | 'exitCode'>;

/** The requirements to which a run was narrowed; undefined means all. */
type Selected = ReadonlySet<RequirementId> | undefined;

/** The user asked for examples or open questions alone, so nothing that the gate judges could be tested. */
const asksNoPromise = ({ requirements, gate }: Undecided, selected: Selected): boolean => {
  const asked = requirements.filter(({ id }) => selected?.has(id as RequirementId));
  return asked.length > 0 && !asked.some((each) => isGated(each, gate));
};

/** True where what a recording shows may be the lesser part of what happened. */
export function isMostlyUnread({ exchanges, unread, partial }: RecordingSummary): boolean {
  return exchanges < unread && partial !== true;
}

/** True where nothing was proved, or not all that should have been. */
const isInconclusive = (run: Undecided, selected: Selected): boolean => {
  const { requirements, interrupted, crashed = [] } = run;
  return (
    interrupted === true ||
    crashed.length > 0 ||
    (run.recording !== undefined && isMostlyUnread(run.recording)) ||
    !requirements.some(wasExecuted) ||
    (judgesNothing(run) && !asksNoPromise(run, selected)) ||
    requirements.some((each) => leavesOpen(each, run))
  );
};

/** True of a run that left a part of its gate untested, and may have a verdict all the same. */
export function isInPart(run: Pick<Verdict, 'requirements' | 'gate'>): boolean {
  return keptBy(run, 'user').length > 0 || run.requirements.some((each) => each.blocked && isGated(each, run.gate));
}

/** The word of the verdict and the exit code that goes with it. */
export function decide(run: Undecided, selected?: Selected): Pick<Verdict, 'verdict' | 'exitCode'> {
  const { requirements, gate, otherFailures = [] } = run;
  if (otherFailures.length > 0 || requirements.some((each) => failsGate(each, gate)))
    return { verdict: 'deviates', exitCode: 1 };
  if (isInconclusive(run, selected)) return { verdict: 'inconclusive', exitCode: 3 };
  if (requirements.some(({ outcome }) => outcome === 'waived'))
    return { verdict: 'conforms-with-waivers', exitCode: 0 };
  return { verdict: isInPart(run) ? 'conforms-in-part' : 'conforms', exitCode: 0 };
}

type Coverage = Omit<Verdict['coverage'], 'byEndpoint'>;

/** True where the gate judges the requirement, and some answer had something to judge it by. */
const isJudgeable = (requirement: JudgedRequirement, gate: Gate): boolean =>
  isGated(requirement, gate) && requirement.untestedBy !== 'nothing to judge';

const count = (requirements: readonly JudgedRequirement[], gate: Gate): Coverage => {
  const judgeable = requirements.filter((each) => isJudgeable(each, gate));
  return { judged: judgeable.filter(wasExecuted).length, judgeable: judgeable.length };
};

/** Rules of the whole service are no part of one endpoint. */
const concerns = ({ endpoints }: JudgedRequirement, number: number): boolean =>
  endpoints.length < operationIds.length && endpoints.includes(number);

/** How much of what the gate judges was tested, in all and by endpoint. */
export function coverageOf(requirements: readonly JudgedRequirement[], gate: Gate): Verdict['coverage'] {
  return {
    ...count(requirements, gate),
    byEndpoint: Object.fromEntries(
      operationIds.map((operation) => {
        const { number } = operationOf(operation);
        const own = requirements.filter((each) => concerns(each, number));
        return [String(number), count(own, gate)];
      }),
    ),
  };
}

export function countsOf(requirements: readonly JudgedRequirement[]): Verdict['counts'] {
  return Object.fromEntries(outcomes.map((outcome) => [outcome, countIn(requirements, outcome)])) as Verdict['counts'];
}

type Judged = Pick<Verdict, 'requirements' | 'gate'>;

export function promisesIn({ requirements, gate }: Judged): JudgedRequirement[] {
  return requirements.filter((each) => isPromise(each) && isGated(each, gate));
}

/** How the promises of a gate ended; each counts once. */
export function tallyOf(promises: readonly JudgedRequirement[]) {
  const by = (who: JudgedRequirement['untestedBy']) =>
    promises.filter(({ outcome, untestedBy }) => outcome === 'untested' && untestedBy === who).length;
  return {
    total: promises.length,
    kept: countIn(promises, 'conforms'),
    broken: countIn(promises, 'deviates'),
    waived: countIn(promises, 'waived'),
    /** No record carried what the promise speaks of. */
    empty: by('nothing to judge'),
    leftOut: by('user'),
  };
}

export type Tally = ReturnType<typeof tallyOf>;
