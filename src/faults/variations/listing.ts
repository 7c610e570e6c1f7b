import { defaultPolicies } from '#sandbox';
import type { Variation } from '../planted.ts';
import { type Hook, isUuid } from '../rewriting.ts';
import { onRefusal } from './hook.ts';
import { isListing, wholeNumber } from './pagination.ts';

const { offramp, conversion } = defaultPolicies;
const endpoints = [8, 12];
const withReads = [7, 8, 9, 12, 13];
const oneOrder = 'one order excludes another';
const oneLength = 'what is listed depends on it';

/** Puts both listings into an order of its own. */
const ordered = (compare: (left: string, right: string) => number): Pick<Variation, 'policies'> => ({
  policies: {
    offramp: {
      listing: (all, owner) =>
        offramp.listing(all, owner).toSorted((left, right) => compare(left.record.id, right.record.id)),
    },
    conversion: {
      listing: (all, owner) =>
        conversion.listing(all, owner).toSorted((left, right) => compare(left.record.id, right.record.id)),
    },
  },
});

/** Shows of the seeded records only some; what was created is listed all the same. */
const shortened = (most: number): Pick<Variation, 'policies'> => ({
  policies: {
    offramp: {
      listing: (all, owner) => {
        const own = offramp.listing(all, owner);
        const seeded = own.filter(({ origin }) => origin === 'seeded').slice(0, most);
        return [...own.filter(({ origin }) => origin === 'initiated'), ...seeded];
      },
    },
    conversion: { listing: (all, owner) => conversion.listing(all, owner).slice(0, most) },
  },
});

/** An empty page in place of a refusal. */
const listsNothing = (fits: (subaccountId: string) => boolean): Hook =>
  onRefusal((_body, reply, { operation, params, query }) => {
    if (!isListing(operation) || reply.status !== 404 || !fits(params.subaccountId ?? '')) return;
    const counted = operation === 'offramp.list' ? { count: 0 } : { total: 0 };
    const page = wholeNumber(query.page, 1) ?? 1;
    const limit = wholeNumber(query.limit, 1) ?? 10;
    reply.status = 200;
    reply.body = { data: [], ...counted, page, limit, totalPages: 0 };
  });

export const listingVariations: readonly Variation[] = [
  {
    id: 'listings/oldest-first',
    sentence: 'The oldest item of a listing comes first.',
    endpoints: withReads,
    alone: oneOrder,
    policies: {
      offramp: { listing: (all, owner) => offramp.listing(all, owner).toReversed() },
      conversion: { listing: (all, owner) => conversion.listing(all, owner).toReversed() },
    },
  },
  {
    id: 'listings/in-no-apparent-order',
    sentence: 'Items of a listing are ordered by something that they do not show, always the same.',
    endpoints: withReads,
    alone: oneOrder,
    ...ordered((left, right) => scrambled(left).localeCompare(scrambled(right))),
  },
  {
    id: 'listings/empty',
    sentence: 'Nothing was ever listed: there are no offramps but those created, and no conversions.',
    endpoints: [7, 8, 12],
    alone: oneLength,
    ...shortened(0),
  },
  {
    id: 'listings/of-one-item',
    sentence: 'One offramp and one conversion are listed.',
    endpoints: [7, 8, 12],
    alone: oneLength,
    ...shortened(1),
  },
  {
    id: 'absent-subaccount/listings-are-empty',
    sentence: 'The listings of a subaccount that does not exist are empty.',
    endpoints,
    alone: 'an empty listing excludes a refusal',
    reply: listsNothing(isUuid),
  },
  {
    id: 'malformed-id/listings-are-empty',
    sentence: 'The listings of an id that is no UUID are empty.',
    endpoints,
    alone: 'an empty listing excludes a refusal',
    reply: listsNothing((id) => !isUuid(id)),
  },
];

/** The last digits that tell seeded ids apart, back to front. */
function scrambled(id: string): string {
  return [...id.slice(9, 18)].reverse().join('') + id;
}
