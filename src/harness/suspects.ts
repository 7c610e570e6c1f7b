// What may have caused a disturbance: where the service went away right behind an invalid request, that request is sent again, alone and
// last of all. If the service fails once more behind it, it takes the service down, and that is a finding.

import { type AnyCheck, sourcesOf } from '#checks';
import { requirementOf } from '#contract';
import { keyIn, type Reply, type SentExchange } from '#evidence';
import { probesOf } from '#probes';
import { unansweredIn } from './attributed.ts';
import type { CheckOutcome, CheckOutcomes } from './judge.ts';
import type { LookBudget } from './look-budget.ts';
import { isHeldBack, type JudgedWorld } from './world.ts';

/** Exchanges before a disturbance among which its cause is looked for. */
const maxBefore = 8;

/** Kinds of requests that are tried: each may cost a hold. */
const maxTried = 3;

const sentIn = (world: JudgedWorld): readonly SentExchange[] =>
  [...world.replies, ...unansweredIn(world)].toSorted((one, other) => one.sentMs - other.sentMs);

const kindOf = ({ operation, request: { purpose } }: SentExchange): string => JSON.stringify([operation, purpose.odd]);

/** One request of each kind of invalid input, the last before the service went away first. */
export const suspectsIn = (world: JudgedWorld): readonly SentExchange[] => {
  const all = sentIn(world);
  const { full } = world.setting.keys;
  const kinds = new Map<string, SentExchange>();
  for (const heldAt of world.heldAt ?? []) {
    const before = all.filter(({ sentMs }) => sentMs <= heldAt).slice(-maxBefore);
    const invalid = before.filter(({ request }) => request.purpose.odd !== undefined && keyIn(request) === full);
    for (const sent of invalid.toReversed()) if (!kinds.has(kindOf(sent))) kinds.set(kindOf(sent), sent);
  }
  return [...kinds.values()].slice(0, maxTried);
};

/** Tells of the suspects' kinds, so that nobody sends one of them before all else is done. */
export const isOfSuspects = (suspects: readonly SentExchange[]): ((reply: Reply) => boolean) => {
  const kinds = new Set(suspects.map(kindOf));
  return (reply) => kinds.has(kindOf(reply));
};

/** True where a check stands on what any of these requests was sent for. */
export const standsOn = (check: AnyCheck, all: readonly SentExchange[]): boolean => {
  const ids = new Set(sourcesOf(check).flatMap((source) => probesOf(source).map(({ id }) => id)));
  return all.some(({ request }) => ids.has(request.purpose.probe));
};

/** The check that judges whether such requests break the service. */
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
      expected: 'a service that is there',
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
  /** Behind these the service was there. */
  readonly cleared: readonly SentExchange[];
}

/** Two findings of one check are both told. */
export const withFindings = (outcome: CheckOutcome | undefined, more: CheckOutcome): CheckOutcome => ({
  ...more,
  findings: [...(outcome?.findings ?? []), ...more.findings],
  judged: [...(outcome?.judged ?? []), ...more.judged],
});

/** Sends each suspect once more, alone, and looks whether the service fails behind it; each kind once in a run. */
export const trySuspects = async (
  suspects: readonly SentExchange[],
  checks: readonly AnyCheck[],
  { world, budget }: { readonly world: JudgedWorld; readonly budget: LookBudget },
): Promise<Tried> => {
  const found = new Map<AnyCheck, CheckOutcome>();
  const cleared: SentExchange[] = [];
  for (const suspect of suspects) {
    if (world.tryAlone === undefined || (await world.isServing?.()) === false) break;
    if (!budget.mayTry(kindOf(suspect))) continue;
    const tried = await world.tryAlone(suspect).catch((error) => {
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
