// Kinds of invalid input that a gateway answered every time: the service was not tested with them.

import type { BlockedKind } from '#run';
import { promisesIn } from './outcomes.ts';
import { firstOf, groupBy, plural } from './text.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';

type Run = Pick<Verdict, 'requirements' | 'gate'>;

/** Promises that rest on the kinds that the service itself answered. */
function blockedPromises(run: Run): readonly JudgedRequirement[] {
  return promisesIn(run).filter(({ blocked = [] }) => blocked.length > 0);
}

/** `a gateway (nginx, 403)`. */
const gatewayText = ({ by, status }: BlockedKind): string =>
  `a gateway (${[by, status].filter((part) => part !== undefined).join(', ')})`;

/** Most kinds and ids that one line names. */
const [maxKinds, maxIds] = [3, 5];

const answeredText = (kinds: readonly BlockedKind[]): string => {
  const names = [...new Set(kinds.map(({ kind }) => kind))];
  return `answered every request with ${firstOf(names, maxKinds)} itself`;
};

/** `for 4 of them a gateway (nginx, 403) answered every request with malformed JSON itself`; empty where none did. */
export function blockedText(run: Run): string {
  const promises = blockedPromises(run);
  const kinds = promises.flatMap(({ blocked = [] }) => blocked);
  const [first] = kinds;
  if (first === undefined) return '';
  const of = promises.length === 1 ? 'one' : String(promises.length);
  return `for ${of} of them ${gatewayText(first)} ${answeredText(kinds)}`;
}

/** A line for each gateway and kind: who answered, and the promises that were not tested with it. */
export function blockedLines(run: Run): string[] {
  const all = blockedPromises(run).flatMap(({ id, blocked = [] }) => blocked.map((each) => ({ id, each })));
  return [...groupBy(all, ({ each }) => `${gatewayText(each)} ${answeredText([each])}`)].map(
    ([text, own]) =>
      `${text}, so the service was not tested with it for ${plural(own.length, 'promise')}: ${firstOf(
        own.map(({ id }) => id),
        maxIds,
      )}`,
  );
}
