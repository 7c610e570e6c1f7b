// Kinds of invalid input that did not reach the service, because a gateway answered each such request.

import type { BlockedKind } from '#run';
import { promisesIn } from './outcomes.ts';
import { firstOf, groupBy, plural } from './text.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';

type Run = Pick<Verdict, 'requirements' | 'gate'>;

function blockedPromises(run: Run): readonly JudgedRequirement[] {
  return promisesIn(run).filter(({ blocked = [] }) => blocked.length > 0);
}

/** `a gateway (nginx, 403)`. */
const gatewayText = ({ by, status }: BlockedKind): string =>
  `a gateway (${[by, status].filter((part) => part !== undefined).join(', ')})`;

const [maxKinds, maxIds] = [3, 5];

const answeredText = (kinds: readonly BlockedKind[]): string => {
  const names = [...new Set(kinds.map(({ kind }) => kind))];
  return `answered every request with ${firstOf(names, maxKinds)} itself`;
};

/**
 * `for 4 of them a gateway (nginx, 403) answered every request with malformed JSON itself`; empty if no gateway did.
 */
export function blockedText(run: Run): string {
  const promises = blockedPromises(run);
  const kinds = promises.flatMap(({ blocked = [] }) => blocked);
  const [first] = kinds;
  if (first === undefined) return '';
  const of = promises.length === 1 ? 'one' : String(promises.length);
  return `for ${of} of them ${gatewayText(first)} ${answeredText(kinds)}`;
}

/** One line for each gateway and kind: the gateway, and the promises that were not tested with this kind. */
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
