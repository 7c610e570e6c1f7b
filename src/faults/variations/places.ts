import { operationIds, operationOf } from '#contract';
import type { OperationId } from '#sandbox';
import { type Format, type Member, membersOf } from '#schemas';
import type { Hook } from '../rewriting.ts';
import { type Change, rewrite } from './body-path.ts';
import { chained, onSuccess } from './hook.ts';

/** Paths of the documented members of each operation's reply that fit. */
export const placesOf = (operation: OperationId, fits: (member: Member) => boolean): readonly string[] => {
  const { success } = operationOf(operation);
  return success === null
    ? []
    : membersOf(success)
        .filter(fits)
        .map(({ path }) => path);
};

/** Changes whatever fits in the successful replies of all operations. */
export const onPlaces = (fits: (member: Member) => boolean, change: Change): Hook =>
  chained(
    operationIds.map((operation) => {
      const places = placesOf(operation, fits);
      return onSuccess([operation], (body) => {
        for (const path of places) rewrite(body, path, change);
      });
    }),
  );

/** Changes texts of one format, wherever the document has them. */
export const onFormat = (format: Format, change: (text: string) => string): Hook =>
  onPlaces(
    (member) => member.format === format && member.type === 'string',
    (value) => (typeof value === 'string' ? change(value) : value),
  );
