// The differences between the facts of two runs.
import { groupBy } from '#lib';
import type { AspectName, FactSubject } from '#run';
import { isAcceptance, isOrderRefused } from './answers.ts';
import { byCurrency, type FactPair } from './aspect.ts';
import { aspectOf, aspects, closer, kindOf } from './aspects.ts';
import { type ChosenClasses, classOf, driftClasses } from './change-kinds.ts';
import { movedBy, type RunDifference } from './dependence.ts';
import {
  type EndpointFacts,
  endpointNames,
  type FactChange,
  type FactPart,
  type Facts,
  formsOf,
  isOfAnswer,
  movedIn,
  namesOf,
  pathIn,
  type ServiceFact,
  serviceName,
  type Value,
  without,
} from './fact.ts';
import { shareIn } from './fees.ts';
import { holderOf, isHidden, withoutOthers } from './members.ts';
import { depositedCode, isAllOrders, isOneOrder } from './requests.ts';
import { type FactRuling, isRuling } from './rulings.ts';
import { hidden, isPlainName } from './sight.ts';
import { isSame, keyOf } from './written.ts';

export interface FactDifference extends FactSubject {
  readonly endpoint: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  /** The changes, also for a fact that is not compared; empty if a rule says that the difference is no change. */
  readonly changes: readonly FactChange[];
  readonly ruling?: FactRuling;
  /** Differences between the runs that may have caused the change. */
  readonly held?: readonly RunDifference[];
}

interface MovedStatuses {
  readonly came: ReadonlyMap<string, readonly string[]>;
  readonly went: ReadonlyMap<string, readonly string[]>;
}

const keysBy = (moved: readonly (readonly [status: string, key: string])[]): ReadonlyMap<string, readonly string[]> =>
  new Map([...groupBy(moved, ([status]) => status)].map(([status, own]) => [status, own.map(([, key]) => key)]));

const movedStatuses = (old: EndpointFacts, now: EndpointFacts): MovedStatuses => {
  const statuses = [...now].filter(([, { aspect }]) => aspect === 'status' || aspect === 'status with another key');
  const moved = statuses.flatMap(([key, { value }]) => {
    const before = old.get(key);
    return before === undefined ? [] : [{ key, was: formsOf(before.value), is: formsOf(value) }];
  });
  return {
    came: keysBy(moved.flatMap(({ key, was, is }) => without(is, was).map((status) => [status, key] as const))),
    went: keysBy(moved.flatMap(({ key, was, is }) => without(was, is).map((status) => [status, key] as const))),
  };
};

const stepOf = ({ before, after }: Pick<FactChange, 'before' | 'after'>): number => shareIn(after) - shareIn(before);

/** Rounding error of a share that is computed from cents and written with four decimal places. */
const roundedBy = 0.0003;

/** A fee that rises by one step for all orders is a small part of the larger orders. */
const isLikeStep = (one: number, other: number): boolean =>
  Math.sign(one) === Math.sign(other) && Math.abs(one - other) <= Math.max(roundedBy, 0.05 * Math.abs(other));

const shares: readonly AspectName[] = ['fee rate', 'fee share'];

const withAlikeFees = (all: readonly FactDifference[]): readonly FactDifference[] => {
  const known = all
    .flatMap(({ changes, held }) => (held ? [] : changes))
    .filter(({ aspect }) => shares.includes(aspect));
  return all.map((each) => {
    if (!shares.includes(each.aspect) || each.ruling !== 'moves-with-a-rate') return each;
    const like = known.find((change) => change.aspect === each.aspect && isLikeStep(stepOf(each), stepOf(change)));
    if (like === undefined) return each;
    const { ruling: _ruling, changes: _none, ...difference } = each;
    return { ...difference, changes: [{ ...difference, class: like.class, kind: like.kind }] };
  });
};

const sameAnswers = (one: FactChange, other: FactChange): boolean =>
  isSame(one.aspect, one.before, other.before) && isSame(one.aspect, one.after, other.after);

const isRepeatIn = (changes: readonly FactChange[]): ((change: FactChange) => boolean) => {
  const some = groupBy(changes.filter(isOneOrder), ({ of: [name] }) => name);
  const wholes = new Map<string, { readonly whole: FactChange; readonly areAlike: boolean }>();
  const keyed = ({ aspect, of: [name] }: FactChange): string => `${aspect}\t${name}`;
  for (const whole of changes.filter(isAllOrders)) {
    const own = some.get(whole.of[0]);
    if (own === undefined || wholes.has(keyed(whole))) continue;
    // No order is accepted any more; the kinds of refusal may differ.
    const isRefused = whole.kind === 'answer-refused';
    wholes.set(keyed(whole), { whole, areAlike: isRefused || own.every((one) => sameAnswers(one, whole)) });
  }
  return (each) => {
    const { whole, areAlike } = wholes.get(keyed(each)) ?? {};
    return whole !== undefined && (areAlike ? each !== whole : each === whole);
  };
};

/** Earlier versions wrote some forms less precisely. Both facts are then compared in the older form. */
const looser = ({ form, ...part }: FactPart): FactPart => ({
  ...part,
  form: form
    .replace(/^(?:url|data-url|invoice-\w+)$/, 'text')
    .replace(/^(uri|uuid)-\w+/, '$1')
    .replace(/-utc\+00/, '-utc'),
});

const named = (own: EndpointFacts, other: EndpointFacts | undefined): EndpointFacts => {
  const hiddenFacts = [...own.values()].filter(isHidden);
  if (hiddenFacts.length === 0 || other === undefined) return own;
  const plain = new Map(
    [...other.values()].flatMap((fact) => {
      const [, holder, name] = /^(.*)\.([^.]+)$/.exec(fact.aspect === 'member' ? (fact.of[0] ?? '') : '') ?? [];
      if (holder === undefined || name === undefined || isHidden(fact)) return [];
      return [[keyOf({ ...fact, of: [`${holder}.${hidden(holder, name)}`] }), fact] as const];
    }),
  );
  return new Map(
    [...own].map(([key, fact]): [string, ServiceFact] => {
      const shown = plain.get(key);
      return shown === undefined ? [key, fact] : [keyOf(shown), { ...fact, of: shown.of }];
    }),
  );
};

const methodPaths = ['$[].method', '$[].required_fields[]', '$[].optional_fields[]'];

const tokensIn = (texts: readonly string[]): readonly string[] => texts.flatMap((text) => text.split('/'));

const methodsNamed = (own: EndpointFacts, other: EndpointFacts | undefined): EndpointFacts => {
  const isHiddenText = (text: string): boolean => text.includes('hidden-');
  if (other === undefined || ![...own.keys()].some(isHiddenText)) return own;
  const listed = [...other.values()].filter(({ aspect }) => /^methods$| fields$/.test(aspect));
  const shown = tokensIn(listed.flatMap(({ of, value }) => [...of.slice(1), ...formsOf(value)]));
  const names = new Map(
    shown.filter(isPlainName).flatMap((name) => methodPaths.map((path) => [hidden(path, name), name] as const)),
  );
  // If both runs withheld a name, no shown name is the same.
  for (const mark of shown.filter(isHiddenText)) names.delete(mark);
  const plain = (text: string): string => text.replace(/hidden-[\da-f]{4}/g, (mark) => names.get(mark) ?? mark);
  return new Map(
    [...own.values()].map((fact): [string, ServiceFact] => {
      if (fact.aspect === 'member') return [keyOf(fact), fact];
      const parts = fact.value.parts.map((part) => ({ ...part, form: plain(part.form) }));
      const sorted = parts.toSorted((one, next) => (one.form < next.form ? -1 : 1));
      const made = { ...fact, of: fact.of.map(plain), value: { ...fact.value, parts: sorted } };
      return [keyOf(made), made];
    }),
  );
};

const bothNamed = (facts: Facts, others: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([endpoint, own]) => [
      endpoint,
      endpoint === 'taxonomy.list' ? methodsNamed(own, others[endpoint]) : named(own, others[endpoint]),
    ]),
  );

const comparable = (accepted: Facts, actual: Facts) => {
  const known = [accepted, actual].map((facts) => formsOf(facts[serviceName]?.get('kinds of facts')?.value));
  const isKnown = (fact: ServiceFact): boolean => {
    const kind = kindOf(fact);
    return fact.aspect !== 'unknown' && (kind === undefined || known.every((names) => names.includes(kind)));
  };
  const isClose = known.every((names) => names.includes(closer));
  const written = (fact: ServiceFact): ServiceFact =>
    isClose || fact.aspect !== 'member'
      ? fact
      : { ...fact, value: { ...fact.value, parts: fact.value.parts.map(looser) } };
  return (own: EndpointFacts = new Map()): EndpointFacts =>
    new Map([...own].filter(([, fact]) => isKnown(fact)).map(([key, fact]) => [key, written(fact)]));
};

const depositedIn = (facts: Facts): readonly string[] =>
  [...(facts['deposit.simulate']?.values() ?? [])].flatMap((fact) => {
    const code = depositedCode(fact);
    return code !== undefined && formsOf(fact.value).some(isAcceptance) ? [code.toLowerCase()] : [];
  });

const heldIn = '$.balances';

const withoutDeposits = (accepted: Facts, actual: Facts): Facts => {
  const { 'balances.read': own } = actual;
  const [before, after] = [accepted['balances.read']?.get(heldIn), own?.get(heldIn)];
  if (own === undefined || before === undefined || after === undefined) return actual;
  const made = without([...depositedIn(accepted), ...depositedIn(actual)], namesOf(before.value, 'map'));
  const parts = after.value.parts.map((part): FactPart => {
    const names = without(part.names ?? [], made);
    return part.form !== 'map' ? part : names.length > 0 ? { ...part, names } : { form: 'map' };
  });
  const kept = new Map(own).set(heldIn, { ...after, value: { ...after.value, parts } });
  return { ...actual, 'balances.read': kept };
};

/** True if the deposits of the runs filled the only balances of zero. */
const filledBy =
  (accepted: Facts, actual: Facts) =>
  ({ aspect, changes }: FactDifference, now: EndpointFacts, old: EndpointFacts): boolean =>
    aspect === 'zero balances' &&
    changes.every(({ kind }) => kind === 'not-seen') &&
    [accepted, actual].some((facts) => depositedIn(facts).length > 0) &&
    without(namesAt(old), namesAt(now)).length === 0;

const namesAt = (facts: EndpointFacts): readonly string[] => {
  const held = facts.get(heldIn)?.value;
  return held === undefined ? [] : namesOf(held, 'map');
};

interface ComparedWith {
  readonly classes?: ChosenClasses | undefined;
  readonly runs?: readonly RunDifference[];
}

const rulesOf = (accepted: Facts, actual: Facts, { classes = {}, runs = [] }: ComparedWith) => {
  const shared = comparable(accepted, actual);
  const later = withoutDeposits(accepted, actual);
  const isFilled = filledBy(accepted, actual);
  const ruleOne = (pair: FactPair, statuses: MovedStatuses): FactDifference => {
    const { fact, endpoint, before, after } = pair;
    const difference = { endpoint, ...fact, before, after, changes: [] };
    const { compare, note } = aspectOf(fact);
    const compared = compare(pair);
    const status = fact.status ?? '';
    const answeredBy = statuses.came.get(status) ?? (after === undefined ? statuses.went.get(status) : undefined);
    if (typeof compared === 'string' && isRuling(compared) && answeredBy === undefined)
      return { ...difference, ruling: compared };
    const causes = answeredBy === undefined ? [pair] : answeredBy.flatMap((key) => pairsAt(pair, key));
    const moved = causes.map((each) => movedBy(each, runs));
    const isHeld = moved.every((each) => each.length > 0);
    if (answeredBy !== undefined && !isHeld) return { ...difference, ruling: 'of-another-answer' };
    const kinds = [compared].flat().filter((kind) => !isRuling(kind));
    const changes = kinds.map((kind): FactChange => {
      const own = { class: classOf(kind, classes), kind, endpoint, ...fact, before, after };
      const often = note?.(pair, kind);
      return often === undefined ? own : { ...own, note: often };
    });
    return isHeld ? { ...difference, changes, held: [...new Set(moved.flat())] } : { ...difference, changes };
  };
  return (endpoint: string): readonly FactDifference[] => {
    const [old, now] = [shared(accepted[endpoint]), shared(later[endpoint])];
    const [statuses, withDeposits] = [movedStatuses(old, now), shared(actual[endpoint])];
    const all = pairsOf(endpoint, accepted[endpoint] ?? new Map(), actual[endpoint] ?? new Map()).map(
      (raw): FactDifference => {
        const key = keyOf(raw.fact);
        const [before, after] = [old.get(key)?.value, now.get(key)?.value];
        const difference = { endpoint, ...raw.fact, before: raw.before, after: raw.after, changes: [] };
        if (!isSame(raw.fact.aspect, before, after)) {
          const ruled = ruleOne({ ...raw, before, after, old, now }, statuses);
          return isFilled(ruled, withDeposits, old) ? { ...ruled, changes: [], ruling: 'made-by-deposits' } : ruled;
        }
        const isOfDeposits = withDeposits.get(key)?.value !== after;
        return { ...difference, ruling: isOfDeposits ? 'made-by-deposits' : 'earlier-form' };
      },
    );
    return withoutTold(withAlikeFees(all));
  };
};

const pairsAt = ({ endpoint, old, now }: FactPair, key: string): readonly FactPair[] => {
  const fact = now.get(key);
  if (fact === undefined) return [];
  const { value: after, ...subject } = fact;
  return [{ endpoint, fact: subject, before: old.get(key)?.value, after, old, now }];
};

const pairsOf = (endpoint: string, old: EndpointFacts, now: EndpointFacts): readonly FactPair[] =>
  [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((key): FactPair[] => {
    const [before, after] = [old.get(key), now.get(key)];
    const fact: FactSubject | undefined = before ?? after;
    if (fact === undefined || isSame(fact.aspect, before?.value, after?.value)) return [];
    const { aspect, of, status } = fact;
    return [{ endpoint, fact: { aspect, of, status }, before: before?.value, after: after?.value, old, now }];
  });

const isRefusedWhole = ({ kind }: FactChange): boolean => isOrderRefused(kind) || kind === 'answer-refused';

const toldByRefusal = (all: readonly FactChange[]): ((change: FactChange) => boolean) => {
  // Many endpoints refuse in the same way, so each way is checked once.
  const ways = [...groupBy(all.filter(isRefusedWhole), (each) => JSON.stringify(movedIn(each))).values()].flatMap(
    ([first, ...others]) => (first === undefined ? [] : [{ first, isOne: others.length === 0, ...movedIn(first) }]),
  );
  return (change) => {
    const { came, went } = movedIn(change);
    if (!isOfAnswer(change) || went.length > 0 || came.length === 0 || !came.every((each) => /^4\d\d$/.test(each)))
      return false;
    return ways.some((way) => {
      const isLike = way.came.includes('refused') || came.every((each) => way.came.includes(each));
      return !(way.isOne && way.first === change) && way.went.length > 0 && isLike;
    });
  };
};

const methodsMoved = (all: readonly FactChange[]): ReadonlyMap<string | undefined, ReadonlySet<string>> =>
  new Map(
    [
      ...groupBy(
        all.filter(({ aspect }) => aspect === 'methods'),
        ({ of }) => of[0],
      ),
    ].map(([currency, own]) => [currency, new Set(own.flatMap((change) => Object.values(movedIn(change)).flat()))]),
  );

const isOfMovedMethod = (
  { aspect, of: [currency, method = ''] }: FactDifference,
  moved: ReturnType<typeof methodsMoved>,
): boolean =>
  aspect !== 'methods' && aspects[aspect].movedBy === byCurrency && moved.get(currency)?.has(method) === true;

const toldByMethods = (all: readonly FactChange[]): ((change: FactChange) => boolean) => {
  const moved = all.filter(({ aspect }) => aspect === 'methods').map(movedIn);
  const [areNew, areGone] = [moved.some(({ came }) => came.length > 0), moved.some(({ went }) => went.length > 0)];
  return (change) => {
    if (change.endpoint !== 'taxonomy.list' || change.aspect !== 'member') return false;
    const { came, went } = movedIn(change);
    if (came.length > 0 && went.length > 0) return false;
    return came.length > 0 ? areNew : areGone;
  };
};

const isToldByMember = (all: readonly FactDifference[]): ((difference: FactDifference) => boolean) => {
  const moved = all.filter(({ aspect, changes }) => aspect === 'member' && changes.length > 0);
  return (difference) => {
    const path = pathIn(difference);
    if (path === undefined || difference.ruling !== 'seen-in-one-run') return false;
    return moved.some((member) => {
      const place = member.of[0] ?? '';
      const isWhole = member.before === undefined || member.after === undefined;
      const isBelow = isWhole && ['.', '['].some((sign) => path.startsWith(place + sign));
      return member.status === difference.status && (isBelow || (path === place && difference.aspect !== 'member'));
    });
  };
};

const withoutTold = (all: readonly FactDifference[]): readonly FactDifference[] => {
  const changes = all.flatMap((each) => (each.held ? [] : each.changes));
  const [isRepeat, isToldByRefusal, isToldByMethods] = [
    isRepeatIn(changes),
    toldByRefusal(changes),
    toldByMethods(changes),
  ];
  const moved = methodsMoved(changes);
  // A refused order of cents leaves no record with cents.
  const isRefused = changes.some((change) => isOneOrder(change) && isOrderRefused(change.kind));
  const gone = new Set(changes.flatMap((each) => (each.kind === 'extra-member-gone' ? [keyOf(holderOf(each))] : [])));
  // A member with a hidden name is gone together with its form.
  const isHiddenGone = (change: FactChange): boolean => gone.has(keyOf(withoutOthers(change)));
  const ruledBy = (change: FactChange): FactRuling | undefined => {
    if (isRepeat(change) || (isRefused && change.kind === 'places-fewer')) return 'reported-by-another-case';
    if (isToldByRefusal(change) || isToldByMethods(change)) return 'reported-by-another-case';
    return change.kind === 'not-seen' && isHiddenGone(change) ? 'reported-by-its-place' : undefined;
  };
  const isOfMember = isToldByMember(all);
  return all.map((each) => {
    if (each.held) return each;
    if (isOfMember(each)) return { ...each, ruling: 'reported-by-its-place' };
    if (isOfMovedMethod(each, moved)) return { ...each, changes: [], ruling: 'reported-by-its-place' };
    const [ruling] = each.changes.map(ruledBy);
    return ruling === undefined ? each : { ...each, changes: [], ruling };
  });
};

export const differencesBetween = (accepted: Facts, actual: Facts, how: ComparedWith = {}): readonly FactDifference[] =>
  endpointNames.flatMap(rulesOf(bothNamed(accepted, actual), bothNamed(actual, accepted), how));

/** The most severe class first, then in the order of the document. */
export const byWeight = (changes: readonly FactChange[]): readonly FactChange[] =>
  driftClasses.flatMap((each) => changes.filter((change) => change.class === each));

export function compareFacts(accepted: Facts, actual: Facts, how: ComparedWith = {}): readonly FactChange[] {
  return byWeight(differencesBetween(accepted, actual, how).flatMap(({ changes, held }) => (held ? [] : changes)));
}
