import { isOfLockOut } from '#attribution';
import {
  isSuccess,
  listedIn,
  type OperationId,
  type OrderId,
  operationIds,
  operationOf,
  ownParameter,
} from '#contract';
import { amountIn, idIn, idsIn, type Reply, subaccountOf, valueAt } from '#evidence';
import { isAfter, maxDelayMs } from './recorded.ts';

/** The context that a recording's other exchanges give to one of them. */
export interface Context {
  /** Keys that some request got a success with; an empty one is a key that the recording leaves out. */
  readonly letIn: ReadonlySet<string>;
  /** When a key was first refused. */
  readonly refusedAt: number;
  /** Ids of the path that some success was for, or showed, as `<parameter> <id>`. */
  readonly known: ReadonlySet<string>;
  /** Operations that some success is of. */
  readonly served: ReadonlySet<OperationId>;
  /** Accepted orders, by all of them but the value that the document lists, the amount and the reference. */
  readonly made: ReadonlySet<string>;
  /** The least and the greatest amount of accepted orders. */
  readonly amounts: ReadonlyMap<OperationId, AmountRange>;
  /** Recipients of accepted orders. */
  readonly paid: ReadonlySet<unknown>;
  /** True where every value that an order may name was accepted. */
  readonly acceptsAll: (operation: OrderId) => boolean;
}

/** The ids that a request is for, as `<parameter> <id>`, to be compared. */
const namedBy = (reply: Reply, except?: string): readonly string[] =>
  idsIn(reply)
    .filter(([name]) => name !== except)
    .map(([name, id]) => `${name} ${id.toLowerCase()}`);

/** The read that shows the items of a listing, or the record that an order creates. */
const readOfShown = (operation: OperationId): OperationId | undefined =>
  operationIds.find((id) => {
    const { page, creates } = operationOf(operation);
    return id === (page?.reads ?? creates);
  });

const idsShown = ({ operation, body }: Reply): readonly string[] => {
  const read = readOfShown(operation);
  const listed = valueAt(body, 'data');
  const records: readonly unknown[] = Array.isArray(listed) ? listed : [body];
  return read === undefined
    ? []
    : records.flatMap((record) => idIn(record) ?? []).map((id) => `${ownParameter(read)} ${id}`);
};

export const keyIn = ({ request: { credential } }: Reply): string | undefined =>
  credential.in === 'header' ? credential.value : undefined;

/** True where a read does not find what the same caller was shown long before. */
export const isLost = (shown: Reply, read: Reply): boolean =>
  read.status === 404 &&
  subaccountOf(read) === subaccountOf(shown) &&
  keyIn(read) === keyIn(shown) &&
  isAfter(shown, read, maxDelayMs);

const timeOf = ({ receivedAt }: Reply): number => receivedAt.getTime();

/** True where an answer may be a lock-out, for the refused keys before it. */
export const mayBeLockOut = (reply: Reply, { refusedAt }: Context): boolean =>
  isOfLockOut(reply) &&
  timeOf(reply) >= refusedAt &&
  // The document's own word for a key without permission.
  !(keyIn(reply) !== undefined && valueAt(reply.body, 'error') === 'Forbidden');

const namedIn = (reply: Reply): unknown => valueAt(reply.request.input.body, listedIn(reply.operation)?.path ?? '-');

/** The owner of an order and its body, without the listed values, the amount and the reference. */
const makingOf = (reply: Reply): string => {
  const { path = '-' } = listedIn(reply.operation) ?? {};
  const own = path.split('.').at(-1);
  const making = JSON.stringify(reply.request.input.body, (name, value: unknown) =>
    name === 'amount' || name === own || name.endsWith('_reference') ? undefined : value,
  );
  return `${reply.operation} ${subaccountOf(reply)} ${making}`;
};

type AmountRange = readonly [min: number, max: number];

const boundsOf = (served: readonly Reply[]): ReadonlyMap<OperationId, AmountRange> => {
  const bounds = new Map<OperationId, AmountRange>();
  for (const { operation, request } of served) {
    const amount = amountIn(request.input.body);
    const [min, max] = bounds.get(operation) ?? [amount, amount];
    bounds.set(operation, [Math.min(min, amount), Math.max(max, amount)]);
  }
  return bounds;
};

/** True where an order like it was accepted, so that it is refused for nothing but the value that it lists. */
export const isLikeAccepted = (reply: Reply, { made, amounts }: Context): boolean => {
  const amount = amountIn(reply.request.input.body);
  const [min, max] = amounts.get(reply.operation) ?? [Number.NaN, Number.NaN];
  return made.has(makingOf(reply)) && amount >= min && amount <= max;
};

export const recipientIn = ({ request: { input } }: Reply): unknown =>
  valueAt(input.body, 'to.recipient_id') ?? valueAt(input.body, 'recipient_id');

/** A recipient that is there may be refused for belonging to another customer. */
export const isPaid = (reply: Reply, { paid }: Context): boolean => paid.has(recipientIn(reply));

export const contextOf = (replies: readonly Reply[]): Context => {
  const served = replies.filter(isSuccess);
  const first = replies.find(({ status }) => status === 401);
  const keys = served.flatMap((reply) => keyIn(reply) ?? []);
  const named = new Set(served.map((reply) => `${reply.operation} ${String(namedIn(reply))}`));
  return {
    refusedAt: first === undefined ? Number.POSITIVE_INFINITY : timeOf(first),
    letIn: new Set(['', ...keys]),
    known: new Set(served.flatMap((reply) => [...namedBy(reply), ...idsShown(reply)])),
    served: new Set(served.map(({ operation }) => operation)),
    made: new Set(served.map(makingOf)),
    amounts: boundsOf(served),
    paid: new Set(served.flatMap((reply) => recipientIn(reply) ?? [])),
    acceptsAll: (operation) => listedIn(operation)?.values.every((value) => named.has(`${operation} ${value}`)) ?? true,
  };
};

/** True where the ids of a path were seen in successes, save that of a parameter. */
export const areKnown = (reply: Reply, { known }: Context, except?: string): boolean =>
  namedBy(reply, except).every((id) => known.has(id));

/** True where what the document lists is named as it lists it; whether another letter case means the same is open. */
export const isListed = (reply: Reply, operation: OrderId): boolean =>
  listedIn(operation)?.values.some((value) => value === namedIn(reply)) ?? true;
