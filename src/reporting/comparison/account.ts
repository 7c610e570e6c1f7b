// The account of a comparison: each fact and each requirement that differs is reported, told by another line, ruled as no change, or
// not comparable. None is lost.
import { type FactDifference, type FactRuling, isOfCapability, keyOf, type RulingSort, railOf, rulings } from '#facts';
import { wasExecuted } from '../outcomes.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { type Comparison, lostEndpoint, refusedWhole } from './compare-runs.ts';
import type { Line } from './line-kinds.ts';

export type Fate = 'reported' | RulingSort;

/** Only one of the runs got an answer that can show it. */
export const seenInOne: FactRuling = 'seen-in-one-run';

export const keptBackFate = 'kept back by the service';

export const otherHarness = 'another version of the harness';

/** One difference with what became of it. */
export interface Accounted {
  /** The endpoint and its fact, or the id of a requirement. */
  readonly of: string;
  readonly is: Fate;
  /** The rule, the cause or what is in the way. */
  readonly why: string;
  /** The line that tells it or its cause, by its place among the lines. */
  readonly line?: number;
}

export interface Account {
  readonly facts: readonly Accounted[];
  readonly requirements: readonly Accounted[];
}

/** The place of a difference in the account. */
export const placeOf = ({ endpoint, ...fact }: FactDifference): string => `${endpoint} ${keyOf(fact)}`;

/** The places of the facts that each line tells. */
const toldIn = (lines: readonly Line[]): ReadonlyMap<string, number> =>
  new Map(
    lines.flatMap(({ changes }, at) => changes.map((change) => [`${change.endpoint} ${keyOf(change)}`, at] as const)),
  );

/** The line that is about the endpoint of what follows: of what is broken, where there is one. */
const lineAbout = (lines: readonly Line[], endpoint: string): number => {
  const isAbout = ({ endpoints }: Line): boolean => endpoints.includes(endpoint);
  const broken = lines.findIndex((line) => line.word === 'broken' && isAbout(line));
  return broken >= 0 ? broken : lines.findIndex(isAbout);
};

/** A fee of orders that are refused now, words of a message that is gone, or what a status may do that has another name now. */
const isOfLostCase = (difference: FactDifference, all: readonly FactDifference[]): boolean => {
  const { endpoint, aspect, of } = difference;
  const own = all.filter((each) => each.endpoint === endpoint);
  const kindsOf = ({ changes }: FactDifference): readonly string[] => changes.map(({ kind }) => kind);
  if (aspect === 'fee rate')
    return own.some(
      (each) =>
        (each.of.at(-1) === of[0] || of[0] === `over ${railOf(each)}`) &&
        kindsOf(each).some((kind) => /^(?:order-refused|refused-now)$/.test(kind)),
    );
  // A body that lost its message has no words any more.
  if (aspect === 'wording' || aspect === 'message kind')
    return own.some(
      (each) =>
        each.of[0] === '$.message' &&
        each.status === difference.status &&
        (each.after === undefined) === (difference.after === undefined) &&
        (each.before === undefined) === (difference.before === undefined),
    );
  return (
    isOfCapability(difference) &&
    of.length > 1 &&
    own.some((each) => each.of[0] === '$.status' && kindsOf(each).includes('value-new'))
  );
};

const factFates = (comparison: Comparison, lines: readonly Line[]): readonly Accounted[] => {
  const { facts, following, keptBack, differences, gone } = comparison;
  const refused = refusedWhole(comparison);
  const told = toldIn(lines);
  const placesIn = (changes: Comparison['following']): ReadonlySet<string> =>
    new Set(changes.map((change) => `${change.endpoint} ${keyOf(change)}`));
  const [harness, unobserved] = [placesIn(facts.harness), placesIn(facts.unobserved)];
  const [follows, kept] = [placesIn(following), placesIn(keptBack)];
  return differences.map((difference): Accounted => {
    const { ruling, held, endpoint } = difference;
    const of = placeOf(difference);
    const at = told.get(of);
    if (at !== undefined) return { of, is: 'reported', why: lines[at]?.word ?? '', line: at };
    if (held) return { of, is: 'not compared', why: held.map(({ name }) => name).join(', ') };
    if (ruling && rulings[ruling][0] !== 'same cause' && ruling !== seenInOne)
      return { of, is: rulings[ruling][0], why: ruling };
    const cause = lineAbout(lines, endpoint);
    if (ruling === seenInOne) {
      const isTold = cause >= 0 && isOfLostCase(difference, differences);
      return isTold
        ? { of, is: 'same cause', why: 'reported-by-another-case', line: cause }
        : { of, is: 'not compared', why: seenInOne };
    }
    if (harness.has(of)) return { of, is: 'not compared', why: otherHarness };
    const line = cause;
    const isLost = gone.has(endpoint) && line >= 0;
    const isRefused = refused.includes(endpoint);
    if (kept.has(of) && isRefused && line >= 0) return { of, is: 'same cause', why: 'all-orders-refused', line };
    if (kept.has(of) || (unobserved.has(of) && isRefused && !isLost))
      return { of, is: 'not compared', why: keptBackFate };
    if (unobserved.has(of) && line >= 0 && isOfLostCase(difference, differences))
      return { of, is: 'same cause', why: 'reported-by-another-case', line };
    if (unobserved.has(of) && !isLost) return { of, is: 'not compared', why: seenInOne };
    const why = ruling ?? (follows.has(of) ? 'follows-a-broken-promise' : 'reported-by-another-case');
    return { of, is: 'same cause', why, ...(line >= 0 && { line }) };
  });
};

const isSameRequirement = (one: JudgedRequirement, other: JudgedRequirement): boolean =>
  one.outcome === other.outcome &&
  JSON.stringify(one.findings.map(({ id }) => id).toSorted()) ===
    JSON.stringify(other.findings.map(({ id }) => id).toSorted());

/** Requirements that came out otherwise, or that only one of the runs has. */
const requirementFates = (comparison: Comparison, lines: readonly Line[]): readonly Accounted[] => {
  const { before, after, fates, gone } = comparison;
  const told = new Map(lines.flatMap(({ requirements }, at) => requirements.map((id) => [id, at] as const)));
  const ids = new Set([...before.requirements, ...after.requirements].map(({ id }) => id));
  return [...ids].flatMap((of): readonly Accounted[] => {
    const { was, is, fate = 'untested' } = fates.get(of) ?? {};
    if (was && is && isSameRequirement(was, is)) return [];
    const at = told.get(of);
    if (at !== undefined) return [{ of, is: 'reported', why: lines[at]?.word ?? '', line: at }];
    const reason = is?.reasons?.[0];
    const lost = reason?.operation ?? (is && !wasExecuted(is) ? lostEndpoint(comparison, is).gone : undefined);
    const line = lines.findIndex(({ endpoints }) => endpoints.includes(lost ?? ''));
    if (lost !== undefined && gone.has(lost) && line >= 0)
      return [{ of, is: 'same cause', why: 'the endpoint is gone', line }];
    if (fate === 'alike') return [{ of, is: 'no change', why: 'judged-alike' }];
    if (fate === 'untested') return [{ of, is: 'no change', why: 'tested-in-neither' }];
    if (fate.doer === 'service') return [{ of, is: 'same cause', why: 'reported-by-its-fact' }];
    return [{ of, is: 'not compared', why: fate.doer === 'harness' ? otherHarness : fate.why }];
  });
};

export const accountOf = (comparison: Comparison, lines: readonly Line[]): Account => ({
  facts: factFates(comparison, lines),
  requirements: requirementFates(comparison, lines),
});

const isOf =
  (fate: Fate) =>
  ({ is }: Accounted): boolean =>
    is === fate;

/** How many have each reason. */
export const countedBy = (all: readonly Accounted[], fate: Fate): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const { why } of all.filter(isOf(fate))) counts.set(why, (counts.get(why) ?? 0) + 1);
  return Object.fromEntries(counts);
};

/** How fast a service is differs each time, and has a line of its own. */
const ofSpeed = 'speed-needs-three-runs';

/** What stands in the way of a comparison, and how many facts it holds back. */
export const heldBackIn = ({ facts }: Pick<Account, 'facts'>): readonly Accounted[] =>
  facts.filter((each) => each.is === 'not compared' && each.why !== ofSpeed);
