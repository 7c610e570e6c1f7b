import { type OperationId, operationIds, operationOf } from '#contract';
import { isRecord } from '#evidence';
import { type Member, membersOf } from '#schemas';

/** Every value at a dotted path, through all arrays on its way. */
export const valuesAt = (value: unknown, path: readonly string[]): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  return isRecord(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
};

const pathsIn = (operation: OperationId, fits: (member: Member) => boolean): readonly string[] => {
  const { success } = operationOf(operation);
  return success === null
    ? []
    : membersOf(success)
        .filter(fits)
        .map(({ path }) => path.replaceAll('[]', '').replace(/^\$\.?/, ''));
};

/** The dotted paths, by operation, of the documented members of a success that fit, through lists. */
export const pathsOf = (fits: (member: Member) => boolean): ReadonlyMap<OperationId, readonly string[]> =>
  new Map(operationIds.map((operation) => [operation, pathsIn(operation, fits)]));
