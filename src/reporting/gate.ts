import type { Firmness, Outcome, RequirementId } from '#contract';
import { firmnesses, type Gate, type JudgedRequirement, type Verdict } from './verdict.ts';

interface GatedRequirement {
  readonly firmness: Firmness;
  readonly outcome: Outcome;
}

/** Whether the gate judges a requirement, whatever its outcome: it names the least firm that it does. */
export const isGated = ({ firmness }: Pick<GatedRequirement, 'firmness'>, gate: Gate): boolean =>
  firmnesses.indexOf(firmness) <= firmnesses.indexOf(gate);

/** Whether a requirement's outcome alone makes the run fail. */
export const failsGate = (judged: GatedRequirement, gate: Gate): boolean =>
  isGated(judged, gate) && (judged.outcome === 'deviates' || judged.outcome === 'drifts');

/** Outcomes that only a test which ran to its end can have. */
const executed: ReadonlySet<Outcome> = new Set(['conforms', 'deviates', 'drifts', 'observed', 'waived']);

export const wasExecuted = ({ outcome }: Pick<GatedRequirement, 'outcome'>): boolean => executed.has(outcome);

/** Outcomes that a reader has to look at. */
export const troubles: readonly Outcome[] = ['deviates', 'drifts', 'waived', 'unproven', 'broken'];

/** How many have one of these outcomes. */
export const countIn = (
  judged: readonly Pick<GatedRequirement, 'outcome'>[],
  ...outcomes: readonly Outcome[]
): number => judged.filter(({ outcome }) => outcomes.includes(outcome)).length;

/** Nothing was proved, and the service is not to blame. */
export const isOpen = ({ outcome }: Pick<GatedRequirement, 'outcome'>): boolean =>
  outcome === 'broken' || outcome === 'unproven';

/** Requirements of the gate that the user left out, or that the service blocked. */
export const keptBy = (
  { requirements, gate }: Pick<Verdict, 'requirements' | 'gate'>,
  who: 'user' | 'service',
): readonly JudgedRequirement[] =>
  requirements.filter((each) => each.untestedBy === who && isGated(each, gate));

/** Requirements that had to be tested and were not. */
export const lacking = ({
  requirements,
  required = [],
}: Pick<Verdict, 'requirements' | 'required'>): readonly JudgedRequirement[] => {
  const demanded = new Set(required);
  return requirements.filter((each) => demanded.has(each.id) && !wasExecuted(each));
};

/** Whether a requirement alone leaves the verdict open; a gate that reads only one report must see it there. */
export const leavesOpen = (
  requirement: JudgedRequirement,
  { gate, required = [] }: Pick<Verdict, 'gate' | 'required'>,
): boolean =>
  isOpen(requirement) ||
  (requirement.untestedBy === 'service' && isGated(requirement, gate)) ||
  (required.includes(requirement.id) && !wasExecuted(requirement));

/** Whether nothing that the gate judges was tested. */
export const judgesNothing = ({ coverage }: Pick<Verdict, 'coverage'>): boolean => coverage.judged === 0;

type Undecided = Omit<Verdict, 'verdict' | 'exitCode'>;

/** The requirements to which a run was narrowed; undefined means all. */
type Selected = ReadonlySet<RequirementId> | undefined;

/** The user asked open questions only, so nothing that the gate judges could be tested. */
const asksForNoPromise = ({ requirements, gate }: Undecided, selected: Selected): boolean => {
  const asked = requirements.filter(({ id }) => selected?.has(id as RequirementId));
  return asked.some(({ firmness }) => firmness === 'silent') && !asked.some((each) => isGated(each, gate));
};

/** Whether nothing was proved, or not all that should have been. */
const isInconclusive = (run: Undecided, selected: Selected): boolean => {
  const { requirements, interrupted, crashed = [], money } = run;
  return (
    interrupted === true ||
    (money?.unknown?.length ?? 0) > 0 ||
    crashed.length > 0 ||
    !requirements.some(wasExecuted) ||
    (judgesNothing(run) && !asksForNoPromise(run, selected)) ||
    requirements.some((each) => leavesOpen(each, run))
  );
};

/** The word of the verdict and the exit code that goes with it. */
export const decide = (run: Undecided, selected?: Selected): Pick<Verdict, 'verdict' | 'exitCode'> => {
  const { requirements, gate, otherFailures = [] } = run;
  if (otherFailures.length > 0 || requirements.some((each) => failsGate(each, gate)))
    return { verdict: 'deviates', exitCode: 1 };
  if (isInconclusive(run, selected)) return { verdict: 'inconclusive', exitCode: 3 };
  if (requirements.some(({ outcome }) => outcome === 'waived'))
    return { verdict: 'conforms-with-waivers', exitCode: 0 };
  return { verdict: keptBy(run, 'user').length > 0 ? 'conforms-in-part' : 'conforms', exitCode: 0 };
};
