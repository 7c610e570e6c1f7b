import { classifyShape, classifyStatus, type DriftClass, driftClasses, isPartOf } from './classify.ts';
import { documentedAt, splitKey } from './documented.ts';
import { type EndpointFacts, endpointNames, type Facts } from './facts.ts';

/** A fact that is no longer as it was accepted. */
export interface Change {
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

const goneClass = (endpoint: string, key: string, before: string, now: EndpointFacts): DriftClass => {
  const { path } = splitKey(key);
  const promised = path !== undefined && before.endsWith(' req') && wasObserved(key, now);
  if (!promised) return 'evidence lost';
  return documentedAt(endpoint, key) ? 'breaking' : 'risky';
};

const changedClass = (
  endpoint: string,
  key: string,
  before: string,
  after: string,
): DriftClass | undefined => {
  if (splitKey(key).path !== undefined) return classifyShape(before, after, documentedAt(endpoint, key));
  if (/^(?:status|observed): /.test(key)) return classifyStatus(key, before, after);
  if (key === 'latency') return 'additive';
  return isPartOf(after, before) ? 'evidence lost' : 'risky';
};

const compareEndpoint = (endpoint: string, old: EndpointFacts, now: EndpointFacts): Change[] => {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
  return keys.flatMap((key) => {
    const [accepted, actual] = [old[key], now[key]];
    if (accepted === actual) return [];
    const drift =
      accepted === undefined || actual === undefined
        ? accepted === undefined
          ? 'additive'
          : goneClass(endpoint, key, accepted, now)
        : changedClass(endpoint, key, accepted, actual);
    if (drift === undefined) return [];
    return [{ class: drift, endpoint, fact: key, accepted: accepted ?? absence, met: actual ?? absence }];
  });
};

/** Sums up the lost evidence of a run that was narrowed or broke off, in one line an endpoint. */
const condense = (changes: readonly Change[]): Change[] => {
  const lost = changes.filter((change) => change.class === 'evidence lost' && change.met === absence);
  const others = changes.filter((change) => !lost.includes(change));
  const summed = endpointNames.flatMap((endpoint): Change[] => {
    const count = lost.filter((change) => change.endpoint === endpoint).length;
    if (count === 0) return [];
    const fact = `${count} ${count === 1 ? 'fact' : 'facts'}`;
    return [{ class: 'evidence lost', endpoint, fact, accepted: 'observed', met: 'not looked at' }];
  });
  return [...others, ...summed];
};

/** Every difference from the accepted facts, the heaviest class first, then in the order of the document. */
export function compareFacts(accepted: Facts, actual: Facts, { narrowed = false } = {}): readonly Change[] {
  const all = endpointNames.flatMap((endpoint) =>
    compareEndpoint(endpoint, accepted[endpoint] ?? {}, actual[endpoint] ?? {}),
  );
  const changes = narrowed ? condense(all) : all;
  return driftClasses.flatMap((each) => changes.filter((change) => change.class === each));
}

const countDrift = (changes: readonly Change[]): Readonly<Record<DriftClass, number>> =>
  Object.fromEntries(
    driftClasses.map((each) => [each, changes.filter((change) => change.class === each).length]),
  ) as Record<DriftClass, number>;

/** Whether drift fails the gate: a breaking change does, and a risky one until it is accepted. */
export const failsOnDrift = (changes: readonly Change[]): boolean =>
  changes.some((change) => change.class === 'breaking' || change.class === 'risky');

/** `2 breaking, 1 risky`, or `none`. */
export const driftText = (changes: readonly Change[]): string => {
  const counts = countDrift(changes);
  const parts = driftClasses.filter((each) => counts[each] > 0).map((each) => `${counts[each]} ${each}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
};
