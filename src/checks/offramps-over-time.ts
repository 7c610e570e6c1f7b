import { isFromService } from '#attribution';
import { isRefusal, isSuccess } from '#contract';
import { idIn, isRecord, type Reply, subaccountOf, Untested, valueAt } from '#evidence';
import { isCreated, isOfValidOrder } from '#probes';
import { changesInItem, changesSince, isFailed, reference } from './created-offramps.ts';
import { type Found, finding, type Judge } from './judgement.ts';

interface Shown {
  readonly id: string;
  readonly record: unknown;
  readonly reply: Reply;
  readonly isItem: boolean;
}

const shownIn = (replies: readonly Reply[]): readonly Shown[] =>
  replies.flatMap((reply) => {
    const { operation, body } = reply;
    if (!isSuccess(reply) || (operation !== 'offramp.list' && operation !== 'offramp.read')) return [];
    const isItem = operation === 'offramp.list';
    const items = isItem && isRecord(body) && Array.isArray(body.data) ? body.data : [body];
    return items.flatMap((record: unknown) => {
      const id = idIn(record);
      return id === undefined ? [] : [{ id, record, reply, isItem }];
    });
  });

/** The fixed members of an offramp are the same each time it shows. */
export const keepsItsTerms: Judge<readonly Reply[]> = (replies) => {
  const first = new Map<string, unknown>();
  const findings: Found[] = [];
  const judged = new Set<Reply>();
  for (const { id, record, reply, isItem } of shownIn(replies)) {
    const before = first.get(id);
    if (before === undefined) first.set(id, record);
    else {
      judged.add(reply);
      findings.push(...(isItem ? changesInItem(before, record, reply) : changesSince(before, reply)));
    }
  }
  if (judged.size === 0) throw new Untested('no offramp was shown twice');
  return { findings, judged: [...judged] };
};

const referenceIn = (record: unknown): string => String(valueAt(record, reference) ?? '').toLowerCase();

/** A time-out or a page of a gateway says nothing about the fate of the order. */
const isRefused = (reply: Reply): boolean => isRefusal(reply) && reply.status !== 408 && isFromService(reply);

/** Ids of the records that may be kept, by the reference of each order; without orders of unknown outcome. */
const idsByReference = (replies: readonly Reply[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const orders = replies.filter(({ operation }) => operation === 'offramp.initiate');
  const sent = ({ request }: Reply): string => referenceIn(request.input.body);
  const unclear = new Set([
    ...orders.filter((order) => !isCreated(order) && !isRefused(order)).map(sent),
    ...orders.map(({ request }) => referenceIn(request.lost)),
  ]);
  const ids = new Map<string, Set<string>>();
  for (const order of orders) {
    const own = sent(order);
    if (own === '' || unclear.has(own)) continue;
    const kept = ids.get(own) ?? new Set();
    const id = idIn(order.body);
    ids.set(own, isCreated(order) && id !== undefined ? kept.add(id) : kept);
  }
  return ids;
};

const ownOrders = {
  code: 'FOREIGN_ORDER',
  where: '$.data[].id',
  expected: 'orders of this subaccount only',
};

/** Accepted orders in the listing of a subaccount that did not place them. */
const listedElsewhere = (replies: readonly Reply[], shown: readonly Shown[]): readonly Found[] => {
  const accepted = replies.filter(isCreated);
  return shown
    .filter(({ id, reply, isItem }) => {
      const placed = accepted.filter(({ body }) => idIn(body) === id);
      return isItem && placed.length > 0 && !placed.some((it) => subaccountOf(it) === subaccountOf(reply));
    })
    .map(({ reply }) => finding({ reply, ...ownOrders, observed: 'an order of another' }));
};

/** An accepted order is one record, of the subaccount that ordered, and a refused one is none, in the listing of any. */
export const keepsAnOrderOnce: Judge<readonly Reply[]> = (replies) => {
  const ids = idsByReference(replies);
  const shown = shownIn(replies).filter(({ record }) => ids.has(referenceIn(record)));
  const others = shown.filter(({ id, record }) => !ids.get(referenceIn(record))?.has(id) && !isFailed(record));
  // Where nothing that was accepted shows, nothing that was refused would.
  if (others.length === 0 && !shown.some(({ id, record }) => ids.get(referenceIn(record))?.has(id)))
    throw new Untested('no accepted offramp was shown', replies.some(isOfValidOrder) ? 'service' : undefined);
  return {
    findings: [
      ...others.map(({ reply, isItem }) =>
        finding({
          reply,
          code: 'ORDERED_ONCE',
          where: isItem ? `$.data[].${reference}` : `$.${reference}`,
          expected: 'one record of each accepted order, and none of a refused one',
          observed: 'another record with the reference',
        }),
      ),
      ...listedElsewhere(replies, shown),
    ],
    judged: [...new Set(shown.map(({ reply }) => reply))],
  };
};
