import fc from 'fast-check';
import { type Listing, listings } from '#contract';
import { counterAt, type Reply, sentQuery, valueAt } from '#evidence';
import { type Cases, isMalformedBound, malformedBound, withCases } from '#generators';
import { drawn, enumerated } from '../drawn.ts';
import { perOperation } from '../source.ts';
import { askPage } from './listing.ts';

/** A number that is none, as the page or as the limit. */
interface OddBound {
  readonly name: 'page' | 'limit';
  readonly value: string;
}

/** Each example is the page of one listing and the limit of the other; what is drawn is one of them. */
const malformed = (listing: Listing): Cases<OddBound> => {
  const values = malformedBound();
  const turn = listings.indexOf(listing);
  return withCases(fc.record({ name: fc.constantFrom('page' as const, 'limit' as const), value: values }), {
    examples: values.examples.map((value, at) => ({ name: (at + turn) % 2 === 0 ? 'page' : 'limit', value })),
    describe: ({ name }) => `a ${name} that is no whole positive number`,
  });
};

/** True where a page or a limit was sent that is no whole positive number a listing could have, in any probe. */
export const hasMalformedBound = (reply: Reply): boolean =>
  ['page', 'limit'].some(
    (name) => valueAt(reply.request.input.query, name) !== undefined && isMalformedBound(sentQuery(reply, name)),
  );

export const malformedListingBounds = perOperation((listing: Listing) =>
  drawn(`${listing} with malformed bounds`, {
    mode: 'reads',
    minProfile: 'gate',
    arbitrary: () => malformed(listing),
    ask: (service, { name, value }) => askPage(service, listing, { limit: 2, [name]: value }),
    isCase: hasMalformedBound,
  }),
);

const oddBounds = {
  'limit 0': { limit: 0 },
  'limit -1': { limit: -1 },
  'page -1': { page: -1 },
  'page 0': { page: 0 },
  'limit 2^31': { limit: 2 ** 31 },
  'two pages and two limits': { page: [1, 2], limit: [2, 3] },
} as const;

/** Bounds of which the answer is open. */
export const oddListingBounds = perOperation((listing: Listing) =>
  enumerated(`${listing} with odd bounds`, {
    mode: 'reads',
    minProfile: 'gate',
    cases: () => Object.entries(oddBounds),
    describe: ([name]) => name,
    isOdd: () => true,
    ask: (service, [, bounds]) => askPage(service, listing, { limit: 2, ...bounds }),
  }),
);

/** The page and limit that a listing keeps when none is asked for. */
export const keptBounds = (reply: Reply): string => `${counterAt(reply, 'page')} and ${counterAt(reply, 'limit')}`;
