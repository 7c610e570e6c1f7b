import { isListing, listings } from '#contract';
import { defaultPolicies, type PartialPolicies, type Policies } from '#sandbox';
import type { Change, Changes } from '../fault.ts';
import { isUuid } from '../requests.ts';
import { type Hook, inBothListings, isInitiated, isRecord, type Listed, refuse, succeeded } from '../rewriting.ts';
import { alternatives, keepingBack, onRefusal, shown, under, variants } from '../variation.ts';

type Paging = Policies['pagination'];

const { pagination: defaults } = defaultPolicies;

const wholeNumber = (text: unknown, least: number): number | undefined =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) && Number(text) >= least ? Number(text) : undefined;

const refusesPastTheEnd =
  (status: number): Hook =>
  (reply, request) => {
    if (!isListing(request.operation) || !succeeded(reply) || !isRecord(reply.body)) return;
    const { page, data } = reply.body;
    if (Number(page) <= 1 || !Array.isArray(data) || data.length > 0) return;
    refuse(reply, request, status, 'No such page');
  };

const paging = (pagination: Partial<Paging>): Change => ({ pagination });

const lastOf = (page: number, items: number, limit: number): number =>
  Math.min(page, Math.max(1, Math.ceil(items / limit)));

const withLastPage = <T extends { readonly page: number; readonly totalPages: number }>(listing: T): T => ({
  ...listing,
  page: Math.min(listing.page, Math.max(1, listing.totalPages)),
});

const inEnvelopes = under('Resources: Pagination envelopes');

variants('pages', {
  'Without a limit a page has five items.': paging({ defaultLimit: 5 }),
  'A page or limit that is no whole positive number is taken for the default.': paging({
    readNumber: (text, name) => defaults.readNumber(text, name) ?? (name === 'page' ? 1 : 5),
  }),
  'The count of the offramps is that of the items on the page.': inEnvelopes(
    paging({
      offrampEnvelope: ({ data, page, limit, totalPages }) => ({
        data,
        count: data.length,
        page,
        limit,
        totalPages,
      }),
    }),
  ),
  'A listing without items has one page.': inEnvelopes(
    paging({
      totalPages: (total, limit) => Math.max(1, Math.ceil(total / limit)),
    }),
  ),
  'A page past the end is answered 404.': refusesPastTheEnd(404),
});

const clamped = (greatestLimit: number, variations: Changes): void =>
  alternatives('pages', variations, { facts: { greatestLimit } });

alternatives('pages', {
  'A page past the end is answered with the last one, under its own number.': shown(
    paging({
      cut: (items, page) => defaults.cut(items, { ...page, page: lastOf(page.page, items.length, page.limit) }),
      offrampEnvelope: (listing) => defaults.offrampEnvelope(withLastPage(listing)),
      conversionEnvelope: (listing) => defaults.conversionEnvelope(withLastPage(listing)),
    }),
  ),
  'A page past the end is answered 400.': refusesPastTheEnd(400),
  'Of a page or limit that is given twice, the last counts.': paging({
    readNumber: (given, name) => defaults.readNumber([given].flat().at(-1), name),
  }),
});
clamped(100, {
  'Without a limit a page has a hundred items, and never more.': paging({
    defaultLimit: 100,
    greatestLimit: 100,
  }),
});
clamped(20, {
  'A limit above twenty is clamped to twenty, and so echoed.': paging({ greatestLimit: 20 }),
  'A limit above twenty is refused.': paging({
    readNumber: (text, name) => {
      const number = defaults.readNumber(text, name);
      return name === 'limit' && number !== undefined && number > 20 ? undefined : number;
    },
  }),
});
clamped(4, {
  'A limit above four is clamped to four, and so echoed.': paging({ greatestLimit: 4, defaultLimit: 3 }),
});

const pageNumberRules = [
  ...listings.flatMap((listing) =>
    (
      [
        'agrees-with-itself',
        'counts-its-items',
        'counts-its-pages',
        'echoes-the-limit',
        'echoes-the-page',
        'ends-after-the-last-page',
        'fills-inner-pages',
        'heeds-the-limit',
        'heeds-the-page',
        'holds-through-a-sequence',
        'keeps-subaccounts-apart',
        'keeps-to-the-limit',
        'lists-nothing-as-an-empty-page',
        'loses-no-item',
        'shows-an-item-once',
        'takes-a-page-and-a-limit',
      ] as const
    ).map((rule) => `${listing}/${rule}` as const),
  ),
  'authentication/creates-nothing-when-refused',
  'conversion.read/agrees-with-the-listing',
  'offramp.initiate/can-be-listed',
  'offramp.initiate/creates-nothing-when-refused',
  'offramp.list/lists-what-is-read',
  'offramp.read/agrees-with-the-listing',
  'rails/refusal-creates-nothing',
] as const;

const fromZero = paging({
  firstPage: 0,
  readNumber: (text, name) => wholeNumber(text, name === 'page' ? 0 : 1),
  cut: (items, { page, limit }) => items.slice(page * limit, (page + 1) * limit),
});

alternatives(
  'pages',
  {
    'The first page has the number 0.': fromZero,
  },
  { facts: { firstPage: 0 } },
);

alternatives(
  'pages',
  {
    'Pages begin with 0, and no listing is served while that is looked for.': keepingBack(...pageNumberRules)(fromZero),
  },
  { facts: { assumed: ['firstPage'] } },
);

const { offramp, conversion, pagination } = defaultPolicies;

const shortened = (most: number): PartialPolicies =>
  inBothListings((own) => [...own.filter(isInitiated), ...own.filter((item) => !isInitiated(item)).slice(0, most)]);

const idOf = (id: string, number: number): string => `${number.toString(16).padStart(8, '0')}${id.slice(8)}`;

const withId = <T extends Listed>(items: readonly T[], id: string): T['record'] | undefined =>
  items.find(({ record }) => record.id === id)?.record;

/** Records older than the first order, so that `seeded` items existed before it. */
const continuedTo = <T extends Listed>(seeded: number) => {
  // By record, so that each sandbox has its own items.
  const made = new WeakMap<T, readonly T[]>();
  return (items: readonly T[]): readonly T[] => {
    const last = items.at(-1);
    if (last === undefined) return items;
    const here = items.filter(({ origin }) => origin === 'seeded').length;
    const older =
      made.get(last) ??
      Array.from({ length: seeded - here }, (_, number) => ({
        ...last,
        record: { ...last.record, id: idOf(last.record.id, number + 1) },
      }));
    made.set(last, older);
    return [...items, ...older];
  };
};

/** After an order, each account has `seeded` records in each listing. */
export const lengthened = (seeded: number): PartialPolicies => {
  const offramps = continuedTo<ReturnType<typeof offramp.listing>[number]>(seeded);
  const conversions = continuedTo<ReturnType<typeof conversion.listing>[number]>(seeded);
  return {
    offramp: {
      listing: (all, owner) => offramps(offramp.listing(all, owner)),
      find: (store, wanted) =>
        offramp.find(store, wanted) ??
        withId(offramps(offramp.listing(store.offramps, wanted.subaccountId)), wanted.id),
    },
    conversion: {
      listing: (all, owner) => conversions(conversion.listing(all, owner)),
      find: (all, wanted) =>
        conversion.find(all, wanted) ?? withId(conversions(conversion.listing(all, wanted.subaccountId)), wanted.id),
    },
  };
};

const listsNothing = (fits: (subaccountId: string) => boolean): Hook =>
  onRefusal((_body, reply, { operation, params, query }) => {
    if (!isListing(operation) || reply.status !== 404 || !fits(params.subaccountId ?? '')) return;
    const counted = operation === 'offramp.list' ? { count: 0 } : { total: 0 };
    const page = wholeNumber(query.page, 1) ?? 1;
    const limit = wholeNumber(query.limit, 1) ?? 10;
    reply.status = 200;
    reply.body = { data: [], ...counted, page, limit, totalPages: 0 };
  });

const absentWhenEmpty: Hook = (reply, request) => {
  const { count, total = count } = isRecord(reply.body) ? reply.body : {};
  if (isListing(request.operation) && succeeded(reply) && total === 0) refuse(reply, request, 404, 'No items');
};

alternatives('listings', {
  'The oldest item of a listing comes first.': inBothListings((own) => own.toReversed()),
  'The items of a listing come in an order that no member explains.': inBothListings((own) =>
    own.toSorted((left, right) => scrambled(left).localeCompare(scrambled(right))),
  ),
  'A listing without items is answered 404.': absentWhenEmpty,
  'There are 401 offramps and 401 conversions.': under('Limits')(lengthened(401)),
  'There are 298 offramps and 298 conversions.': under('Limits')(lengthened(298)),
  'There are 3003 offramps and 3003 conversions.': under('Limits')(lengthened(3003)),
  'The listings of a subaccount that does not exist are empty.': under('Errors')(shown(listsNothing(isUuid))),
  'The listings of an id that is no UUID are empty.': under('Errors')(listsNothing((id) => !isUuid(id))),
});

/** A client that knows the id of a record may look for it in the listing. */
alternatives(
  'listings',
  {
    'The listings are empty: there are no conversions, and no offramps but those just created.': shortened(0),
    'The listings are empty, and their empty page counts as one.': {
      ...shortened(0),
      pagination: { totalPages: (total, limit) => Math.max(1, pagination.totalPages(total, limit)) },
    },
    'One offramp and one conversion are listed.': shortened(1),
  },
  { isCircumstance: true, roles: { offramps: [], conversions: [] } },
);

alternatives(
  'listings',
  {
    'There are 600 offramps and 600 conversions, in pages of at most four.': {
      ...lengthened(600),
      pagination: { greatestLimit: 4, defaultLimit: 3 },
    },
  },
  { heading: 'Limits', facts: { greatestLimit: 4 } },
);

/** A sort key: the digits in which seeded ids differ, in reverse order, then the id. */
function scrambled({ record: { id } }: Listed): string {
  return [...id.slice(9, 18)].reverse().join('') + id;
}
