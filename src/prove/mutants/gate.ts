import { type AnyCheck, isUniversal } from '#checks';
import { isPromise, type RequirementId, requirementOf, type Target } from '#contract';
import { type CheckOutcome, judgeCheck, type World } from '#harness';
import { describeOutcome, isKilled } from '../proof.ts';
import { Worlds } from '../worlds.ts';

export type Fate =
  /** A stated or implied requirement blames it. */
  | 'killed'
  /** Only what is shown differs. */
  | 'drifts'
  /** It kept something from being tested that the sandbox lets be tested: the gate does not pass. */
  | 'inconclusive'
  /** It did not load, hung or broke. */
  | 'not viable'
  | 'survived';

export interface Gated {
  readonly fate: Fate;
  /** One reason of it; which one may differ from run to run. */
  readonly by?: string;
}

export interface GateOptions {
  readonly target: Target;
  readonly checks: readonly AnyCheck[];
  readonly seed: number;
  readonly signal: AbortSignal;
}

/** A service that answers at all answers long before, on a busy machine too; to wait costs nothing. */
const timeoutMs = 60_000;

/** Several gates, so that a listing without an end stops by a count and not by a clock. */
const maxRequests = 3_000;

/** So many checks without an answer are a service that hangs: a check that blames it would long have done so. */
const maxUnanswered = 5;

interface Ended {
  readonly requirement: RequirementId;
  readonly outcome: CheckOutcome;
}

const reasonOf = ({ requirement, outcome }: Ended): string => `${requirement}: ${describeOutcome(outcome)}`;

const isFirm = ({ requirement, outcome }: Ended): boolean =>
  isKilled(outcome) && isPromise(requirementOf(requirement));

const isUnanswered = ({ outcome }: Ended): boolean => outcome.broken?.code === 'TRANSPORT_TIMEOUT';

/** Each in turn explains less: what is blamed first, then what broke. */
const fates: readonly (readonly [Fate, (ended: Ended) => boolean])[] = [
  ['killed', isFirm],
  ['not viable', ({ outcome }) => outcome.broken !== undefined],
  ['inconclusive', ({ outcome }) => outcome.untested?.by === 'service'],
  ['drifts', ({ outcome }) => isKilled(outcome)],
];

export const fateOf = (all: readonly Ended[]): Gated => {
  for (const [fate, fits] of fates) {
    const found = all.find(fits);
    if (found !== undefined) return { fate, by: reasonOf(found) };
  }
  return { fate: 'survived' };
};

const judgeAll = async (
  checks: readonly AnyCheck[],
  world: World,
  onEnd: (ended: Ended) => void,
): Promise<void> => {
  const judge = async (check: AnyCheck) =>
    onEnd({ requirement: check.requirement, outcome: await judgeCheck(check, world) });
  await Promise.all(checks.filter((check) => !isUniversal(check)).map(judge));
  await Promise.all(checks.filter(isUniversal).map(judge));
};

/** Runs the gate on a service until a requirement blames it, or all have judged. */
export const runGate = async (options: GateOptions): Promise<Gated> => {
  const { target, checks, seed, signal } = options;
  const enough = new AbortController();
  const stop = AbortSignal.any([signal, enough.signal]);
  const budgets = { ...target.budgets, timeoutMs };
  const worlds = new Worlds({ target: { ...target, budgets }, seed, signal: stop, maxRequests });
  const ended: Ended[] = [];
  try {
    await judgeAll(checks, worlds.control(), (each) => {
      // A check that ends after the stop shows only the stop.
      if (enough.signal.aborted) return;
      ended.push(each);
      if (isFirm(each) || ended.filter(isUnanswered).length >= maxUnanswered) enough.abort();
    });
    return fateOf(ended);
  } finally {
    await worlds.close();
  }
};
