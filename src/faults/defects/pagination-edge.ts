import { type Listing, listings, operationOf } from '#contract';
import type { WireReply } from '#sandbox';
import { against, type Fault } from '../fault.ts';
import { timesBefore } from '../requests.ts';
import {
  answering,
  inBothListings,
  isRecord,
  type ReplyFilter,
  rewriting,
  succeeding,
  withoutBody,
} from '../rewriting.ts';

const itemsOf = ({ body }: WireReply): readonly unknown[] =>
  isRecord(body) && Array.isArray(body.data) ? body.data : [];

/** Lists other items, or something else, instead of the items. */
const listing = (reply: WireReply, data: unknown) => ({ body: { ...(reply.body as object), data } });

const empties = (operation: Listing) => {
  const whenEmpty: ReplyFilter = {
    operation,
    status: 'success',
    when: (_request, reply) => itemsOf(reply).length === 0,
  };
  return against(`${operation}/lists-nothing-as-an-empty-page`, {
    'An empty listing has null for data.': answering(whenEmpty, (reply) => listing(reply, null)),
    'An empty listing has no data.': answering(whenEmpty, (reply) => listing(reply, undefined)),
    'An empty listing has an object for data.': answering(whenEmpty, (reply) => listing(reply, {})),
    'An empty listing counts one item.': answering(whenEmpty, ({ body }) => ({
      body: { ...(body as object), [operationOf(operation).page?.counts ?? 'count']: 1 },
    })),
    'An empty listing is an empty array.': answering(whenEmpty, { body: [] }),
    'An empty listing is answered 204.': answering(whenEmpty, withoutBody(204)),
  });
};

const refusing = (operation: Listing, parameter: 'page' | 'limit') =>
  answering(
    { operation, when: ({ query }) => query[parameter] !== undefined },
    { status: 400, body: { statusCode: 400, message: 'Unknown parameter', error: 'Bad Request' } },
  );

const refusals = (operation: Listing) =>
  against(`${operation}/takes-a-page-and-a-limit`, {
    'Every page that is asked for is refused.': refusing(operation, 'page'),
    'Every limit that is asked for is refused.': refusing(operation, 'limit'),
  });

const limits = (operation: Listing) =>
  against(`${operation}/echoes-the-limit`, {
    'A limit that is asked for without a page is echoed as 10.': succeeding(operation, ({ body }, { query }) =>
      query.page === undefined && query.limit !== undefined ? { body: { ...(body as object), limit: 10 } } : {},
    ),
  });

const turning = (operation: Listing, turn: (items: readonly unknown[], reads: number) => unknown) =>
  succeeding(operation, (reply, request) => listing(reply, turn(itemsOf(reply), timesBefore(request, operation))));

const orders = (operation: Listing) =>
  against(`${operation}/keeps-its-order`, {
    'Each read begins at another item.': turning(operation, (items, reads) => {
      const by = reads % Math.max(1, items.length);
      return [...items.slice(by), ...items.slice(0, by)];
    }),
    'Every second read is the other way round.': turning(operation, (items, reads) =>
      reads % 2 === 0 ? items : items.toReversed(),
    ),
  });

const losses = (operation: Listing) =>
  against(`${operation}/lists-what-is-read`, {
    'The listing leaves out the oldest of what can be read.': inBothListings((own) => own.slice(1)),
    'The listing is always empty.': inBothListings(() => []),
  });

const strangers = (operation: Listing) =>
  against(`${operation}/keeps-subaccounts-apart`, {
    'The listing is that of the whole account.': inBothListings((_own, all) => all.toReversed()),
    'The listing holds one item of another subaccount.': inBothListings((own, all) => [...own, ...all.slice(0, 1)]),
    'A subaccount without items is listed those of others.': inBothListings((own, all) => (own.length > 0 ? own : all)),
  });

const strangersOfNobody = against('offramp.list/keeps-subaccounts-apart', {
  'A subaccount that does not exist is listed offramps of others.': answering(
    { operation: 'offramp.list', status: 404 },
    (_reply, { world }) => {
      const data = world.store.offramps.map(({ record }) => record);
      return { status: 200, body: { data, count: data.length, page: 1, limit: 50, totalPages: 1 } };
    },
  ),
});

const repeatedIds = (operation: Listing) =>
  against(`${operation}/shows-an-item-once`, {
    'Two items of a page have one id.': rewriting(operation, '$.data', (data) =>
      Array.isArray(data) ? data.map((item, at) => (at === 1 ? { ...item, id: data[0].id } : item)) : data,
    ),
  });

export const faults: readonly Fault[] = [
  ...listings.flatMap((operation) => [
    ...empties(operation),
    ...refusals(operation),
    ...limits(operation),
    ...orders(operation),
    ...losses(operation),
    ...strangers(operation),
    ...repeatedIds(operation),
  ]),
  ...strangersOfNobody,
];
