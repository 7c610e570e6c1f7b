// Finds the request that caused a disturbance: an invalid request before it is sent again, alone and last. A second
// failure after this request is a finding.

import { type AnyCheck, sourcesOf } from '#checks';
import { requirementOf } from '#contract';
import { keyIn, type Reply, type SentExchange } from '#evidence';
import { probesOf } from '#probes';
import { unansweredIn } from './attributed.ts';
import { isHeldBack } from './failures.ts';
import type { CheckOutcome, CheckOutcomes } from './judge.ts';
import type { JudgedState } from './judged-state.ts';
import type { LookBudget } from './look-budget.ts';

/** Exchanges before a disturbance that may have caused it. */
const maxBefore = 8;

/** Most kinds of requests to try, because each may cost a pause. */
const maxTried = 3;

const sentIn = (runState: JudgedState): readonly SentExchange[] =>
  [...runState.replies, ...unansweredIn(runState)].toSorted((one, other) => one.sentMs - other.sentMs);

const kindOf = ({ operation, request: { purpose } }: SentExchange): string => JSON.stringify([operation, purpose.odd]);

/** One request for each kind of invalid input, the last before the disturbance first. */
export const suspectsIn = (runState: JudgedState): readonly SentExchange[] => {
  const all = sentIn(runState);
  const { full } = runState.setting.keys;
  const kinds = new Map<string, SentExchange>();
  for (const heldAt of runState.heldAt ?? []) {
    const before = all.filter(({ sentMs }) => sentMs <= heldAt).slice(-maxBefore);
    const invalid = before.filter(({ request }) => request.purpose.odd !== undefined && keyIn(request) === full);
    for (const sent of invalid.toReversed()) if (!kinds.has(kindOf(sent))) kinds.set(kindOf(sent), sent);
  }
  return [...kinds.values()].slice(0, maxTried);
};

/** True for requests of these kinds, which other code must not send earlier. */
export const isOfSuspects = (suspects: readonly SentExchange[]): ((reply: Reply) => boolean) => {
  const kinds = new Set(suspects.map(kindOf));
  return (reply) => kinds.has(kindOf(reply));
};

export const standsOn = (check: AnyCheck, all: readonly SentExchange[]): boolean => {
  const ids = new Set(sourcesOf(check).flatMap((source) => probesOf(source).map(({ id }) => id)));
  return all.some(({ request }) => ids.has(request.purpose.probe));
};

const survivalOf = (suspect: SentExchange, checks: readonly AnyCheck[]): AnyCheck | undefined =>
  checks.find((check) => {
    const { asks, subject } = requirementOf(check.requirement);
    return asks === 'survival' && subject === suspect.operation && standsOn(check, [suspect]);
  });

const takesDown = ({ operation, request }: SentExchange, shownBy: Reply | undefined): CheckOutcome => ({
  findings: [
    {
      code: 'TAKES_DOWN',
      operation,
      where: 'the reads that follow',
      expected: 'a service that still answers',
      observed: `a request with ${request.purpose.odd} takes the service down`,
      seen: '2 of 2',
      ...(shownBy && { shownBy }),
    },
  ],
  judged: shownBy ? [shownBy] : [],
  observations: [],
  reasons: [],
});

interface Tried {
  readonly found: CheckOutcomes;
  readonly cleared: readonly SentExchange[];
}

export const withFindings = (outcome: CheckOutcome | undefined, more: CheckOutcome): CheckOutcome => ({
  ...more,
  findings: [...(outcome?.findings ?? []), ...more.findings],
  judged: [...(outcome?.judged ?? []), ...more.judged],
});

/** Sends each suspect alone, then a control; each kind once in a run. */
export const trySuspects = async (
  suspects: readonly SentExchange[],
  checks: readonly AnyCheck[],
  { runState, budget }: { readonly runState: JudgedState; readonly budget: LookBudget },
): Promise<Tried> => {
  const found = new Map<AnyCheck, CheckOutcome>();
  const cleared: SentExchange[] = [];
  for (const suspect of suspects) {
    if (runState.resender === undefined || !(await runState.resender.isServing())) break;
    if (!budget.mayTry(kindOf(suspect))) continue;
    const tried = await runState.resender.tryAlone(suspect).catch((error) => {
      if (isHeldBack(error)) return undefined;
      throw error;
    });
    if (tried === undefined) break;
    const check = survivalOf(suspect, checks);
    if (tried.state === 'calm') cleared.push(suspect);
    else if (tried.state === 'failing' && check)
      found.set(check, withFindings(found.get(check), takesDown(suspect, tried.sent)));
  }
  return { found, cleared };
};
