import { type OperationId, operationIds, operationOf } from '#contract';
import { isRecord, type Reply } from '#evidence';
import { type Member, membersOf } from '#schemas';

/** Every value at a dotted path, through all arrays on its way. */
const valuesAt = (value: unknown, path: readonly string[]): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  return isRecord(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
};

/** The values at some paths, by operation, of the body of each reply. */
export const heldAt = (
  replies: readonly Reply[],
  pathsOf: (operation: OperationId) => readonly string[],
  bodyOf = ({ body }: Reply): unknown => body,
) =>
  replies.flatMap((reply) =>
    pathsOf(reply.operation).map((path) => ({
      reply,
      path,
      values: valuesAt(bodyOf(reply), path.split('.')),
    })),
  );

const pathsIn = (operation: OperationId, fits: (member: Member) => boolean): readonly string[] => {
  const { success } = operationOf(operation);
  return success === null
    ? []
    : membersOf(success)
        .filter(fits)
        .map(({ path }) => path.replaceAll('[]', '').replace(/^\$\.?/, ''));
};

/** The dotted paths, by operation, of the documented members of a success that fit, through lists. */
export const pathsOf = (
  fits: (member: Member) => boolean,
): ((operation: OperationId) => readonly string[]) => {
  const paths = new Map(operationIds.map((operation) => [operation, pathsIn(operation, fits)]));
  return (operation) => paths.get(operation) ?? [];
};
