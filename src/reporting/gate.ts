import type { Firmness, Outcome } from '#contract';
import type { Gate, Verdict } from './verdict.ts';

interface Judged {
  readonly firmness: Firmness;
  readonly outcome: Outcome;
}

/** Whether a requirement's outcome alone makes the run fail. */
export const failsGate = ({ firmness, outcome }: Judged, gate: Gate): boolean => {
  if (outcome === 'drifts') return gate === 'shown';
  if (outcome !== 'deviates') return false;
  return firmness === 'stated' || gate !== 'stated';
};

/** Outcomes that only a test which ran to its end can have. */
const executed: ReadonlySet<Outcome> = new Set(['conforms', 'deviates', 'drifts', 'observed', 'waived']);

export const wasExecuted = ({ outcome }: { readonly outcome: Outcome }): boolean => executed.has(outcome);

/** Not blamed on the service, and yet nothing was proved. */
export const isOpen = ({ outcome }: { readonly outcome: Outcome }): boolean =>
  outcome === 'broken' || outcome === 'unproven';

type Undecided = Omit<Verdict, 'verdict' | 'exitCode'>;

/** Why nothing, or not all of it, was proved. */
const isInconclusive = ({ requirements, interrupted, crashed = [], money }: Undecided): boolean =>
  interrupted === true ||
  (money?.unknown?.length ?? 0) > 0 ||
  crashed.length > 0 ||
  requirements.some(isOpen) ||
  !requirements.some(wasExecuted);

/** The word of the verdict and the exit code that goes with it. */
export const decide = (run: Undecided): Pick<Verdict, 'verdict' | 'exitCode'> => {
  const { requirements, gate, otherFailures = [] } = run;
  if (otherFailures.length > 0 || requirements.some((each) => failsGate(each, gate)))
    return { verdict: 'deviates', exitCode: 1 };
  if (isInconclusive(run)) return { verdict: 'inconclusive', exitCode: 3 };
  const waived = requirements.some(({ outcome }) => outcome === 'waived');
  return { verdict: waived ? 'conforms with waivers' : 'conforms', exitCode: 0 };
};
