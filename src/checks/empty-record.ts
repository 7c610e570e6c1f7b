import { operationOf } from '#contract';
import { isRecord, type Reply, valueAt } from '#evidence';

const carriesOnly = (body: unknown, names: readonly string[]): boolean =>
  isRecord(body) && Object.entries(body).every(([name, value]) => value === null || names.includes(name));

/** Whether a service leaves out of a record all that could be judged. */
const isEmpty = ({ operation, body }: Reply): boolean => {
  const { contents, bare } = operationOf(operation);
  if (bare !== undefined) return carriesOnly(body, bare);
  const held = contents === undefined ? undefined : valueAt(body, contents);
  return typeof held === 'object' && held !== null && Object.keys(held).length === 0;
};

/** The reason why nothing was there to judge: chance, or a service that serves records with nothing in them. */
export const emptiedBy = (replies: readonly Reply[]): 'service' | 'nothing to judge' =>
  replies.length > 0 && replies.every(isEmpty) ? 'service' : 'nothing to judge';
