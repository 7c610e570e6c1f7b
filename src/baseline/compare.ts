import { profiles } from '#contract';
import { classifyShape, classifyStatus, isPartOf } from './classify.ts';
import {
  documentedAt,
  type EndpointFacts,
  endpointNames,
  type Facts,
  isAlike,
  isOfSettings,
  nameOfSetting,
  profileFact,
  splitKey,
} from './facts.ts';
import { classifyKind, type DriftClass, driftClasses, earlierSpeed, isOfKind, kindOf, kindsFact } from './kinds.ts';

/** A fact that is no longer as it was accepted. */
export interface FactChange {
  readonly class: DriftClass;
  readonly endpoint: string;
  readonly fact: string;
  readonly accepted: string;
  readonly met: string;
}

const absence = '(none)';

const containerOf = (key: string): string => key.replace(/(?:\.[^.[\]{}]+|\[\]|\{\*\})$/, '');

/** True where the place around a key was seen, so that its absence shows something. */
const wasObserved = (key: string, facts: EndpointFacts): boolean => {
  const around = facts[containerOf(key)];
  return around !== undefined && /\b(?:object|map|array)\b/.test(around);
};

/** The class of a difference in one fact of an endpoint; undefined where it means nothing. */
const classOf = (endpoint: string, key: string, old: EndpointFacts, now: EndpointFacts): DriftClass | undefined => {
  if (key === kindsFact) return 'reported';
  const [before, after] = [old[key], now[key]];
  const isMember = splitKey(key).path !== undefined;
  if (before === undefined) return 'additive';
  if (after === undefined) {
    if (!isMember || !wasObserved(key, now)) return 'evidence lost';
    const isDocumented = documentedAt(endpoint, key) !== undefined;
    if (before.endsWith(' req')) return isDocumented ? 'breaking' : 'risky';
    return before.endsWith(' seen') && !isDocumented && isAlike(endpoint, key) ? 'risky' : 'evidence lost';
  }
  if (isMember) return classifyShape(before, after, documentedAt(endpoint, key));
  if (/^(?:status|observed): /.test(key)) return classifyStatus(key, before, after);
  if (isOfSettings(key)) return 'additive';
  return isPartOf(after, before) ? 'evidence lost' : 'risky';
};

const compareEndpoint = (endpoint: string, old: EndpointFacts, now: EndpointFacts): FactChange[] => {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
  return keys.flatMap((fact) => {
    const [before, after] = [old[fact], now[fact]];
    if (before === after) return [];
    const change = isOfKind(fact)
      ? classifyKind(fact, before, after)
      : { class: classOf(endpoint, fact, old, now), how: undefined };
    if (change?.class === undefined) return [];
    const met = `${after ?? absence}${change.how === undefined ? '' : ` (${change.how})`}`;
    return [{ class: change.class, endpoint, fact, accepted: before ?? absence, met }];
  });
};

/** Facts of the kinds that both know: an earlier version made them without some. */
const comparable = (accepted: Facts, actual: Facts) => {
  const [old, now] = [accepted, actual].map(({ service }) => service?.[kindsFact]?.split(', ') ?? []);
  const isKnown = (key: string): boolean => {
    const kind = kindOf(key);
    return key !== earlierSpeed && (kind === undefined || (old?.includes(kind) && now?.includes(kind)) === true);
  };
  return (own: EndpointFacts = {}): EndpointFacts =>
    Object.fromEntries(Object.entries(own).filter(([key]) => isKnown(key)));
};

/** Sums up the lost evidence of a run that was narrowed or broke off, in one line an endpoint. */
const condense = (changes: readonly FactChange[]): FactChange[] => {
  const lost = changes.filter((change) => change.class === 'evidence lost' && change.met === absence);
  const others = changes.filter((change) => !lost.includes(change));
  const summed = endpointNames.flatMap((endpoint): FactChange[] => {
    const count = lost.filter((change) => change.endpoint === endpoint).length;
    if (count === 0) return [];
    const fact = `${count} ${count === 1 ? 'fact' : 'facts'}`;
    return [{ class: 'evidence lost', endpoint, fact, accepted: 'observed', met: 'not looked at' }];
  });
  return [...others, ...summed];
};

/** Every difference from the accepted facts, the heaviest class first, then in the order of the document. */
export function compareFacts(accepted: Facts, actual: Facts, { narrowed = false } = {}): readonly FactChange[] {
  const shared = comparable(accepted, actual);
  const all = endpointNames.flatMap((endpoint) =>
    compareEndpoint(endpoint, shared(accepted[endpoint]), shared(actual[endpoint])),
  );
  const changes = narrowed ? condense(all) : all;
  return driftClasses.flatMap((each) => changes.filter((change) => change.class === each));
}

const depths: readonly string[] = profiles;

/** A run that looks at less loses evidence, and that is all. */
const looksFurther = ({ fact, accepted, met: actual }: FactChange): boolean =>
  isOfSettings(fact) &&
  actual !== absence &&
  (fact !== profileFact || depths.indexOf(actual) > depths.indexOf(accepted));

const isHeavy = (change: FactChange): boolean => change.class === 'breaking' || change.class === 'risky';

/**
 * Settings with which a run sees of the same service what the accepted one could not see. None where the baseline does not
 * say with what it was made.
 */
const furtherSettings = (changes: readonly FactChange[]): readonly string[] => {
  const isUntold = changes.some(({ fact, accepted }) => fact === profileFact && accepted === absence);
  return isUntold ? [] : changes.filter(looksFurther).map(({ fact }) => nameOfSetting(fact));
};

/** True where drift fails the gate: a breaking change does, and a risky one until it is accepted. */
export const failsOnDrift = (changes: readonly FactChange[]): boolean =>
  changes.some(isHeavy) && furtherSettings(changes).length === 0;

/** `2 breaking, 1 risky`, or `none`. */
export const driftCounts = (changes: readonly FactChange[]): string =>
  driftClasses
    .map((each) => [changes.filter((change) => change.class === each).length, each] as const)
    .filter(([count]) => count > 0)
    .map((counted) => counted.join(' '))
    .join(', ') || 'none';

/** Drift from a baseline in counts; changed settings explain it, and then it does not fail. */
export const driftText = (changes: readonly FactChange[]): string => {
  const further = changes.some(isHeavy) ? furtherSettings(changes) : [];
  return further.length === 0
    ? driftCounts(changes)
    : `${driftCounts(changes)}; it was made with other settings (${further.join(', ')}), so nothing fails: accept it again`;
};
