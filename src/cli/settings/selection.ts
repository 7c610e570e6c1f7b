import { type OperationId, operationIds, operationOf, type RequirementId, requirements } from '#contract';
import { type Gate, isGated } from '#reporting';
import { Refused } from '../command.ts';
import { isNo } from '../terminal/typed.ts';
import type { Config } from './config-form.ts';

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
export function selectRequirements(texts: readonly string[], option = '--only'): ReadonlySet<RequirementId> {
  const selected = new Set<RequirementId>();
  for (const text of texts) {
    const named = text === '' ? [] : requirements.filter((requirement) => fits(requirement, text));
    if (named.length === 0) {
      throw new Refused(`${option} ${isNo(text, 'endpoint number, operation, requirement or tag', names())}`);
    }
    for (const { id } of named) selected.add(id);
  }
  return selected;
}

/**
 * The requirements that are left out for good, with the reason that the reports give; the first entry counts.
 * @throws Refused for a text that means none.
 */
export function leftOutRequirements(all: Config['leaveOut']): ReadonlyMap<RequirementId, string> {
  const left = new Map<RequirementId, string>();
  for (const { what, reason, owner } of all)
    for (const id of selectRequirements([what], 'leaveOut'))
      if (!left.has(id)) left.set(id, `left out by ${owner}: ${reason}`);
  return left;
}

/**
 * The requirements that must be tested: those that the gate judges of what is named, and those named by their own id.
 * @throws Refused for a text that means none.
 */
export function demandedRequirements(texts: readonly string[], gate: Gate): ReadonlySet<RequirementId> {
  const isAll = (text: string) => text === 'all';
  const named = selectRequirements(
    texts.filter((text) => !isAll(text)),
    '--require',
  );
  const asked = texts.some(isAll) ? new Set(requirements.map(({ id }) => id)) : named;
  const demanded = requirements.filter(
    (requirement) =>
      asked.has(requirement.id) && (isGated(requirement, gate) || texts.includes(requirement.id)),
  );
  return new Set(demanded.map(({ id }) => id));
}
