import type { Firmness } from '#contract';
import { byEndpoint } from '../endpoints.ts';
import type { JudgedRequirement } from '../verdict.ts';

const firmnesses: readonly Firmness[] = ['stated', 'implied', 'shown', 'silent'];

/**
 * The place of every requirement: the firmest first, then as the document has the endpoints. Allure orders by the
 * time at which a test began, so the place becomes that time.
 */
export const placesOf = (requirements: readonly JudgedRequirement[]): ReadonlyMap<string, number> => {
  const inDocument = byEndpoint(requirements).flatMap((group) => group.requirements);
  const ordered = firmnesses.flatMap((firmness) => inDocument.filter((each) => each.firmness === firmness));
  return new Map(ordered.map(({ id }, place) => [id, place]));
};
