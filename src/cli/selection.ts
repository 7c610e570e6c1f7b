import { type OperationId, operationIds, operationOf, type RequirementId, requirements } from '#contract';
import { Refused } from './command.ts';
import { meant } from './nearest.ts';
import { typed } from './typed.ts';

type Listed = (typeof requirements)[number];

/** Rules of the whole service are no part of one endpoint. */
const speaksOf = ({ id, endpoints }: Listed, operation: OperationId): boolean =>
  id.startsWith(`${operation}/`) ||
  (endpoints.length < operationIds.length && endpoints.includes(operationOf(operation).number));

const fits = (requirement: Listed, text: string): boolean => {
  const operation = operationIds.find((id) => id === text || String(operationOf(id).number) === text);
  if (operation !== undefined) return speaksOf(requirement, operation);
  return requirement.id.startsWith(text) || requirement.tag === text;
};

/** Whether a text means any requirement. */
export const isSelectable = (text: string): boolean =>
  text !== '' && requirements.some((requirement) => fits(requirement, text));

const names = (): readonly string[] => [
  ...new Set([
    ...operationIds,
    ...requirements.map(({ tag }) => tag),
    ...requirements.map(({ id }) => id.split('/', 1)[0] ?? id),
    ...requirements.map(({ id }) => id),
  ]),
];

/**
 * The requirements that are meant by endpoint numbers, operation ids, requirement ids or their beginnings, and tags.
 * @throws Refused for a text that means none.
 */
export function selectRequirements(texts: readonly string[]): ReadonlySet<RequirementId> {
  const selected = new Set<RequirementId>();
  for (const text of texts) {
    const met = text === '' ? [] : requirements.filter((requirement) => fits(requirement, text));
    if (met.length === 0) {
      throw new Refused(
        `--only ${typed(text)} is no endpoint number, operation, requirement or tag${meant(text.slice(0, 80), names())}`,
      );
    }
    for (const { id } of met) selected.add(id);
  }
  return selected;
}
