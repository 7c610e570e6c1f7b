import { classifyShape, classifyStatus, type DriftClass, driftClasses, isPartOf } from './classify.ts';
import { documentedAt, splitKey } from './documented.ts';
import {
  type EndpointFacts,
  endpointNames,
  type Facts,
  isOfSettings,
  nameOfSetting,
  profileFact,
} from './facts.ts';

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

/** Whether the place around a key was seen, so that its absence shows something. */
const wasObserved = (key: string, facts: EndpointFacts): boolean => {
  const around = facts[containerOf(key)];
  return around !== undefined && /\b(?:object|map|array)\b/.test(around);
};

/** The class of a difference in one fact of an endpoint; undefined where it means nothing. */
const classOf = (
  endpoint: string,
  key: string,
  old: EndpointFacts,
  now: EndpointFacts,
): DriftClass | undefined => {
  const [before, after] = [old[key], now[key]];
  const isMember = splitKey(key).path !== undefined;
  if (before === undefined) return 'additive';
  if (after === undefined) {
    const promised = isMember && before.endsWith(' req') && wasObserved(key, now);
    if (!promised) return 'evidence lost';
    return documentedAt(endpoint, key) ? 'breaking' : 'risky';
  }
  if (isMember) return classifyShape(before, after, documentedAt(endpoint, key));
  if (/^(?:status|observed): /.test(key)) return classifyStatus(key, before, after);
  if (key === 'latency' || isOfSettings(key)) return 'additive';
  return isPartOf(after, before) ? 'evidence lost' : 'risky';
};

const compareEndpoint = (endpoint: string, old: EndpointFacts, now: EndpointFacts): FactChange[] => {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
  return keys.flatMap((key) => {
    const drift = old[key] === now[key] ? undefined : classOf(endpoint, key, old, now);
    if (drift === undefined) return [];
    return [{ class: drift, endpoint, fact: key, accepted: old[key] ?? absence, met: now[key] ?? absence }];
  });
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
export function compareFacts(
  accepted: Facts,
  actual: Facts,
  { narrowed = false } = {},
): readonly FactChange[] {
  const all = endpointNames.flatMap((endpoint) =>
    compareEndpoint(endpoint, accepted[endpoint] ?? {}, actual[endpoint] ?? {}),
  );
  const changes = narrowed ? condense(all) : all;
  return driftClasses.flatMap((each) => changes.filter((change) => change.class === each));
}

const profiles = ['smoke', 'gate', 'deep'];

/** A run that looks at less loses evidence, and that is all. */
const looksFurther = ({ fact, accepted, met: actual }: FactChange): boolean =>
  isOfSettings(fact) &&
  actual !== absence &&
  (fact !== profileFact || profiles.indexOf(actual) > profiles.indexOf(accepted));

const isHeavy = (change: FactChange): boolean => change.class === 'breaking' || change.class === 'risky';

/**
 * Settings with which a run sees of the same service what the accepted one could not see. None where the baseline does not
 * say with what it was made.
 */
const furtherSettings = (changes: readonly FactChange[]): readonly string[] => {
  const isUntold = changes.some(({ fact, accepted }) => fact === profileFact && accepted === absence);
  return isUntold ? [] : changes.filter(looksFurther).map(({ fact }) => nameOfSetting(fact));
};

/** Whether drift fails the gate: a breaking change does, and a risky one until it is accepted. */
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
