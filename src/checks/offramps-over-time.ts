import { isRecord, type Reply, Untested, valueAt } from '#evidence';
import { changesSince } from './created-offramps.ts';
import { at } from './difference.ts';
import type { Found, Judge } from './judgement.ts';

interface Shown {
  readonly id: string;
  readonly record: unknown;
  readonly reply: Reply;
  readonly isItem: boolean;
}

const idIn = (record: unknown): string | undefined => {
  const id = valueAt(record, 'id');
  return typeof id === 'string' ? id.toLowerCase() : undefined;
};

/** Every offramp that a listing or a read has shown. */
const shownIn = (replies: readonly Reply[]): readonly Shown[] =>
  replies.flatMap((reply) => {
    const { operation, body, status } = reply;
    if (status > 299 || (operation !== 'offramp.list' && operation !== 'offramp.read')) return [];
    const isItem = operation === 'offramp.list';
    const items = isItem && isRecord(body) && Array.isArray(body.data) ? body.data : [body];
    return items.flatMap((record: unknown) => {
      const id = idIn(record);
      return id === undefined ? [] : [{ id, record, reply, isItem }];
    });
  });

/** What is fixed of an offramp is the same each time it shows. */
export const keepsItsTerms: Judge<readonly Reply[]> = (replies) => {
  const first = new Map<string, unknown>();
  const findings: Found[] = [];
  const judged = new Set<Reply>();
  for (const { id, record, reply, isItem } of shownIn(replies)) {
    const before = first.get(id);
    if (before === undefined) first.set(id, record);
    else {
      judged.add(reply);
      const changes = changesSince(before, { ...reply, body: record });
      findings.push(
        ...changes.map((found) => ({
          ...found,
          ...(isItem ? { where: found.where.replace('$', '$.data[]') } : {}),
          shownBy: reply,
        })),
      );
    }
  }
  if (judged.size === 0) throw new Untested('no offramp was shown twice');
  return { findings, judged: [...judged] };
};

const reference = 'client_offramp_reference';

const referenceIn = (record: unknown): string => String(valueAt(record, reference) ?? '').toLowerCase();

/** What is refused may be kept as an order that failed. */
const isFailed = (record: unknown): boolean => valueAt(record, 'status') === 'failed';

/** Ids of the orders that were accepted, by the reference that each was given; without those of which not all is known. */
const acceptedByReference = (replies: readonly Reply[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const orders = replies.filter(({ operation }) => operation === 'offramp.initiate');
  const sent = ({ request }: Reply): string => referenceIn(request.input.body);
  const unclear = new Set(
    orders
      .filter(({ status, body }) => status >= 500 || (status < 300 && idIn(body) === undefined))
      .map(sent),
  );
  const accepted = new Map<string, Set<string>>();
  for (const order of orders) {
    const [own, id] = [sent(order), idIn(order.body)];
    if (order.status > 299 || id === undefined || own === '' || unclear.has(own)) continue;
    accepted.set(own, (accepted.get(own) ?? new Set()).add(id));
  }
  return accepted;
};

/** An accepted order is one record, whoever's listing is read. */
export const keepsAnOrderOnce: Judge<readonly Reply[]> = (replies) => {
  const accepted = acceptedByReference(replies);
  if (accepted.size === 0)
    throw new Untested('no offramp was accepted with a reference of its own', 'service');
  const shown = shownIn(replies).filter(({ record }) => accepted.has(referenceIn(record)));
  if (shown.length === 0) throw new Untested('no accepted offramp was shown');
  const others = shown.filter(
    ({ id, record }) => !accepted.get(referenceIn(record))?.has(id) && !isFailed(record),
  );
  return {
    findings: others.map(({ reply, isItem }) =>
      at(
        reply,
        'ORDERED_ONCE',
        isItem ? `$.data[].${reference}` : `$.${reference}`,
        'one record of each order',
        'another record with its reference',
      ),
    ),
    judged: [...new Set(shown.map(({ reply }) => reply))],
  };
};
