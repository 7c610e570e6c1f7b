import { listings } from '#contract';
import { defaultPolicies, type SeenRequest } from '#sandbox';
import { isRecord } from '../places.ts';
import type { PlantedFault } from '../planted.ts';
import { against } from '../planting.ts';
import { answering, rewriting, serverError, succeeding, timesBefore } from '../rewriting.ts';

type Listing = (typeof listings)[number];

const isEmpty = (body: unknown): boolean =>
  isRecord(body) && Array.isArray(body.data) && body.data.length === 0;

const empties = (listing: Listing) => {
  const whenEmpty = {
    operation: listing,
    when: (_request: unknown, { body }: { body: unknown }) => isEmpty(body),
  };
  return against(`${listing}/lists-nothing-as-an-empty-page`, {
    [`${listing}/empty-as-null`]: [
      'An empty listing has null for data.',
      { reply: answering(whenEmpty, ({ body }) => ({ body: { ...(body as object), data: null } })) },
    ],
    [`${listing}/empty-without-data`]: [
      'An empty listing has no data.',
      { reply: answering(whenEmpty, ({ body }) => ({ body: { ...(body as object), data: undefined } })) },
    ],
    [`${listing}/empty-as-object`]: [
      'An empty listing has an object for data.',
      { reply: answering(whenEmpty, ({ body }) => ({ body: { ...(body as object), data: {} } })) },
    ],
    [`${listing}/empty-as-array`]: [
      'An empty listing is an empty array.',
      { reply: answering(whenEmpty, () => ({ body: [] })) },
    ],
    [`${listing}/empty-as-nothing`]: [
      'An empty listing is answered 204.',
      { reply: answering(whenEmpty, () => ({ status: 204, body: undefined })) },
    ],
    [`${listing}/empty-fails`]: [
      'An empty listing breaks the service.',
      { reply: answering(whenEmpty, serverError) },
    ],
  });
};

const hasPage = ({ query }: SeenRequest): boolean => query.page !== undefined;
const hasLimit = ({ query }: SeenRequest): boolean => query.limit !== undefined;

const refusing = (listing: Listing, when: (request: SeenRequest) => boolean) => ({
  reply: answering({ operation: listing, when }, () => ({
    status: 400,
    body: { statusCode: 400, message: 'Unknown parameter', error: 'Bad Request' },
  })),
});

const refusals = (listing: Listing) =>
  against(`${listing}/takes-a-page-and-a-limit`, {
    [`${listing}/page-refused`]: ['Every page that is asked for is refused.', refusing(listing, hasPage)],
    [`${listing}/limit-refused`]: ['Every limit that is asked for is refused.', refusing(listing, hasLimit)],
  });

const orders = (listing: Listing) =>
  against(`${listing}/keeps-its-order`, {
    [`${listing}/order-turns`]: [
      'Each read begins at another item.',
      {
        reply: succeeding(listing, ({ body }, request) => {
          const by = timesBefore(request, listing);
          const { data } = body as { data: readonly unknown[] };
          const turn = data.length === 0 ? 0 : by % data.length;
          return { body: { ...(body as object), data: [...data.slice(turn), ...data.slice(0, turn)] } };
        }),
      },
    ],
    [`${listing}/order-flips`]: [
      'Every second read is the other way round.',
      {
        reply: succeeding(listing, ({ body }, request) => {
          const { data } = body as { data: readonly unknown[] };
          return timesBefore(request, listing) % 2 === 0
            ? {}
            : { body: { ...(body as object), data: data.toReversed() } };
        }),
      },
    ],
  });

const strangers = (listing: Listing) =>
  against(`${listing}/keeps-subaccounts-apart`, {
    [`${listing}/of-all-subaccounts`]: [
      'The listing is that of the whole account.',
      {
        policies: {
          offramp: { listing: (all) => all.toReversed() },
          conversion: { listing: (all) => all.toReversed() },
        },
      },
    ],
    [`${listing}/with-one-of-another`]: [
      'The listing holds one item of another subaccount.',
      {
        policies: {
          offramp: {
            listing: (all, owner) => [...defaultPolicies.offramp.listing(all, owner), ...all.slice(0, 1)],
          },
          conversion: {
            listing: (all, owner) => [...defaultPolicies.conversion.listing(all, owner), ...all.slice(0, 1)],
          },
        },
      },
    ],
    [`${listing}/of-others-for-who-has-none`]: [
      'A subaccount without items is listed those of others.',
      {
        policies: {
          offramp: { listing: (all, owner) => orAll(defaultPolicies.offramp.listing(all, owner), all) },
          conversion: { listing: (all, owner) => orAll(defaultPolicies.conversion.listing(all, owner), all) },
        },
      },
    ],
  });

const orAll = <T>(own: readonly T[], all: readonly T[]): readonly T[] => (own.length > 0 ? own : all);

const strangersOfNobody = against('offramp.list/keeps-subaccounts-apart', {
  'offramp.list/of-others-for-nobody': [
    'A subaccount that does not exist is listed offramps of others.',
    {
      reply: answering({ operation: 'offramp.list', status: 404 }, (_reply, { world }) => {
        const data = world.store.offramps.map(({ record }) => record);
        return { status: 200, body: { data, count: data.length, page: 1, limit: 50, totalPages: 1 } };
      }),
    },
  ],
});

const strangerIds = (listing: Listing) =>
  against(`${listing}/shows-an-item-once`, {
    [`${listing}/one-id-twice`]: [
      'Two items of a page have one id.',
      {
        reply: rewriting(listing, '$.data', (data) =>
          Array.isArray(data)
            ? data.map((item, at) => (at === 1 ? { ...item, id: data[0].id } : item))
            : data,
        ),
      },
    ],
  });

/** Defects of listings that are empty, of another subaccount, or read twice. */
export const paginationEdgeFaults: readonly PlantedFault[] = [
  ...listings.flatMap((listing) => [
    ...empties(listing),
    ...refusals(listing),
    ...orders(listing),
    ...strangers(listing),
    ...strangerIds(listing),
  ]),
  ...strangersOfNobody,
];
