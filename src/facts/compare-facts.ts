// The differences between the facts of two runs.
import type { AspectName, FactSubject } from '#run';
import { isAcceptance } from './answers.ts';
import type { FactPair } from './aspect.ts';
import { aspectOf, closer, kindOf } from './aspects.ts';
import { type ChosenClasses, classOf, driftClasses } from './change-kinds.ts';
import {
  anyOf,
  type EndpointFacts,
  endpointNames,
  type FactChange,
  type FactPart,
  type Facts,
  formsOf,
  namesOf,
  numberIn,
  type ServiceFact,
  serviceName,
  without,
} from './fact.ts';
import { holderOf, isHidden, withoutOthers } from './members.ts';
import { depositedCode, isAllOrders, isOneOrder } from './requests.ts';
import { isSame, keyOf } from './written.ts';

/** Statuses that a case of an endpoint gets now and did not get before: their bodies are those of other answers. */
const newStatuses = (old: EndpointFacts, now: EndpointFacts): ReadonlySet<string | undefined> => {
  const asked = [...now].filter(([, { aspect }]) => aspect === 'status' || aspect === 'status with another key');
  return new Set(
    asked.flatMap(([key, { value }]) => {
      const before = old.get(key);
      return before === undefined ? [] : without(formsOf(value), formsOf(before.value));
    }),
  );
};

const stepOf = ({ before, after }: Pick<FactChange, 'before' | 'after'>): number => numberIn(after) - numberIn(before);

/** What cents and four places round a share by. */
const roundedBy = 0.0003;

/** A fee that rose by one step for all orders is a small part of some of them. */
const isLikeStep = (one: number, other: number): boolean =>
  Math.sign(one) === Math.sign(other) && Math.abs(one - other) <= Math.max(roundedBy, 0.05 * Math.abs(other));

const shares: readonly AspectName[] = ['fee rate', 'fee share'];

/** Fees of other orders and currencies that moved as those did that changed. */
const alikeFees = (
  changes: readonly FactChange[],
  endpoint: string,
  old: EndpointFacts,
  now: EndpointFacts,
): FactChange[] => {
  const known = changes.filter(({ aspect }) => shares.includes(aspect));
  const keys = new Set(known.map(keyOf));
  return [...now].flatMap(([key, { value: after, ...subject }]): FactChange[] => {
    const before = old.get(key)?.value;
    const { aspect } = subject;
    if (!shares.includes(aspect) || keys.has(key) || isSame(aspect, before, after)) return [];
    const values = { before, after };
    const like = known.find((change) => change.aspect === aspect && isLikeStep(stepOf(values), stepOf(change)));
    return like === undefined ? [] : [{ class: like.class, kind: like.kind, endpoint, ...subject, ...values }];
  });
};

const sameAnswers = (one: FactChange, other: FactChange): boolean =>
  isSame(one.aspect, one.before, other.before) && isSame(one.aspect, one.after, other.after);

/** Either all valid orders of an endpoint are answered otherwise, or some of them. */
const withoutRepeats = (changes: readonly FactChange[]): readonly FactChange[] => {
  const [all, some] = [changes.filter(isAllOrders), changes.filter(isOneOrder)];
  return changes.filter((each) => {
    const whole = all.find(({ aspect, of: [name] }) => aspect === each.aspect && name === each.of[0]);
    const own = whole === undefined ? [] : some.filter(({ of: [name] }) => name === whole.of[0]);
    if (whole === undefined || own.length === 0) return true;
    return own.every((one) => sameAnswers(one, whole)) ? each === whole : each !== whole;
  });
};

/** Earlier versions wrote some forms less closely: with one of them, both are read as it wrote them. */
const looser = ({ form, ...part }: FactPart): FactPart => ({
  ...part,
  form: form
    .replace(/^(?:url|data-url|invoice-\w+)$/, 'text')
    .replace(/^(uri|uuid)-\w+/, '$1')
    .replace(/-utc\+00/, '-utc'),
});

/** Facts of the kinds that both know: an earlier version made them without some. */
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

/** Codes of which a run's simulated deposits were accepted, in lower case. */
const depositedIn = (facts: Facts): readonly string[] =>
  [...(facts['deposit.simulate']?.values() ?? [])].flatMap((fact) => {
    const code = depositedCode(fact);
    return code !== undefined && formsOf(fact.value).some(isAcceptance) ? [code.toLowerCase()] : [];
  });

const heldIn = '$.balances';

/** The later facts without the balances that deposits of the runs themselves may have made. */
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

/** Sums up what a run that was narrowed or broke off did not see, in one line an endpoint. */
const condense = (changes: readonly FactChange[]): FactChange[] => {
  const lost = changes.filter((change) => change.kind === 'not-seen' && change.after === undefined);
  const others = changes.filter((change) => !lost.includes(change));
  const summed = endpointNames.flatMap((endpoint): FactChange[] => {
    const count = lost.filter((change) => change.endpoint === endpoint).length;
    const subject = { aspect: 'not looked at', of: [String(count)] } as const;
    const values = { before: anyOf('observed'), after: anyOf('not looked at') };
    return count === 0 ? [] : [{ class: 'unseen', kind: 'not-seen', endpoint, ...subject, ...values }];
  });
  return [...others, ...summed];
};

interface ComparedWith {
  /** The later run was narrowed, or broke off. */
  readonly narrowed?: boolean;
  readonly classes?: ChosenClasses | undefined;
}

const pairsOf = (endpoint: string, old: EndpointFacts, now: EndpointFacts): readonly FactPair[] =>
  [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((key): FactPair[] => {
    const [before, after] = [old.get(key), now.get(key)];
    const fact: FactSubject | undefined = before ?? after;
    if (fact === undefined || isSame(fact.aspect, before?.value, after?.value)) return [];
    const { aspect, of, status } = fact;
    return [{ endpoint, fact: { aspect, of, status }, before: before?.value, after: after?.value, old, now }];
  });

/** Every difference from the accepted facts, the heaviest class first, then in the order of the document. */
export function compareFacts(
  accepted: Facts,
  actual: Facts,
  { narrowed = false, classes = {} }: ComparedWith = {},
): readonly FactChange[] {
  const shared = comparable(accepted, actual);
  const later = withoutDeposits(accepted, actual);
  const all = endpointNames.flatMap((endpoint) => {
    const [old, now] = [shared(accepted[endpoint]), shared(later[endpoint])];
    const statuses = newStatuses(old, now);
    const changes = pairsOf(endpoint, old, now).flatMap((pair): FactChange[] => {
      const { fact, before, after } = pair;
      const kind = statuses.has(fact.status ?? '') ? undefined : aspectOf(fact).compare(pair);
      return kind === undefined ? [] : [{ class: classOf(kind, classes), kind, endpoint, ...fact, before, after }];
    });
    // An order of cents that is refused has no record with cents.
    const isRefused = changes.some((change) => isOneOrder(change) && change.kind === 'refused-now');
    const gone = changes.filter(({ kind, ...fact }) => kind === 'extra-member-gone' && isHidden(fact));
    // A member of a hidden name is gone with its form.
    const isHiddenGone = (change: FactChange): boolean =>
      gone.some((each) => keyOf(holderOf(each)) === keyOf(withoutOthers(change)));
    return withoutRepeats([...changes, ...alikeFees(changes, endpoint, old, now)]).filter(
      (change) =>
        !(isRefused && change.kind === 'places-fewer') && !(change.kind === 'not-seen' && isHiddenGone(change)),
    );
  });
  const changes = narrowed ? condense(all) : all;
  return driftClasses.flatMap((each) => changes.filter((change) => change.class === each));
}
