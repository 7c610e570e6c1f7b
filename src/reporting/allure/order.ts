import type { Firmness } from '#contract';
import { byEndpoint } from '../endpoints.ts';
import type { FileText } from '../files.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { isResult } from './other-runs.ts';

const firmnesses: readonly Firmness[] = ['stated', 'implied', 'shown', 'silent'];

interface Timed {
  readonly start?: number;
}

const startOf = (file: FileText): number =>
  isResult(file) ? ((JSON.parse(file.text) as Timed).start ?? 0) : Number.MAX_SAFE_INTEGER;

/** Results by the time at which they began, so that Allure, which keeps some lists as they came, has all in one order. */
export const inOrder = (files: readonly FileText[]): FileText[] => {
  const starts = new Map(files.map((file) => [file, startOf(file)]));
  return [...files].sort((first, second) => (starts.get(first) ?? 0) - (starts.get(second) ?? 0));
};

/**
 * The place of every requirement: the firmest first, then as the document has the endpoints. Allure orders by the
 * time at which a test began, so the place becomes that time.
 */
export const placesOf = (requirements: readonly JudgedRequirement[]): ReadonlyMap<string, number> => {
  const inDocument = byEndpoint(requirements).flatMap((group) => group.requirements);
  const ordered = firmnesses.flatMap((firmness) => inDocument.filter((each) => each.firmness === firmness));
  return new Map(ordered.map(({ id }, place) => [id, place]));
};
