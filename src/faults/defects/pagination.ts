import { type Listing, listings, operationOf } from '#contract';
import { defaultPolicies, type PartialPolicies, type Policies, type WireReply } from '#sandbox';
import { against, againstBoth, common } from '../fault.ts';
import { isOfBusiness, timesBefore } from '../requests.ts';
import {
  answering,
  changing,
  inBothListings,
  isRecord,
  type ReplyFilter,
  rewriting,
  succeeding,
  withoutBody,
} from '../rewriting.ts';

const defaults = defaultPolicies.pagination;

interface Bounds extends Readonly<Pick<Parameters<Policies['pagination']['cut']>[1], 'page' | 'limit'>> {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const cutting = (cut: (bounds: Bounds) => readonly [from: number, to: number]): PartialPolicies => ({
  pagination: {
    cut: (items, { page, limit }) => {
      const bounds = { page, limit, from: (page - 1) * limit, to: page * limit, count: items.length };
      const [from, to] = cut(bounds);
      return items.slice(Math.max(0, from), Math.max(0, to));
    },
  },
});

againstBoth(['keeps-to-the-limit'], {
  'A page has one item more than its limit.': cutting(({ from, to }) => [from, to + 1]),
  'Under a limit of 10 a page has all items.': cutting(({ limit, from, to, count }) =>
    limit === 10 ? [0, count] : [from, to],
  ),
  'A page has at least ten items.': cutting(({ from, limit }) => [from, from + Math.max(limit, 10)]),
});
againstBoth(['keeps-to-the-limit', 'heeds-the-limit'], {
  'Every page has all items.': cutting(({ count }) => [0, count]),
});
againstBoth(['heeds-the-limit'], {
  'The limit is always 10, and is echoed as such.': { pagination: { clamp: () => 10 } },
  'A page has two items at least.': cutting(({ from, limit }) => [from, from + Math.max(limit, 2)]),
});
againstBoth(['heeds-the-page', 'shows-an-item-once', 'loses-no-item'], {
  'Every page is the first.': common(cutting(({ limit }) => [0, limit])),
});
againstBoth(['heeds-the-page'], {
  'Two pages at a time are the same.': cutting(({ page, limit }) => {
    const from = Math.floor((page - 1) / 2) * limit;
    return [from, from + limit];
  }),
});
againstBoth(['shows-an-item-once'], {
  'A page begins with the last item of the one before.': common(
    cutting(({ page, from, to }) => [from - (page > 1 ? 1 : 0), to]),
  ),
  'The last page ends with the first item again.': {
    pagination: {
      cut: (items, page) => {
        const cut = defaults.cut(items, page);
        const [first] = items;
        return first !== undefined && cut.length > 0 && cut.length < page.limit ? [...cut, first] : cut;
      },
    },
  },
});
againstBoth(['loses-no-item'], {
  'An item is lost between two pages.': common(
    cutting(({ page, from, to }) => (page > 1 ? [from + 1, to + 1] : [from, to])),
  ),
  'The last page is not reached.': cutting(({ page, from, to, count }) =>
    to > count && page > 1 ? [0, 0] : [from, to],
  ),
});
againstBoth(['fills-inner-pages', 'loses-no-item'], {
  'Each page lacks its last item.': common(cutting(({ from, to, count }) => [from, Math.min(to, count) - 1])),
});
againstBoth(['fills-inner-pages'], {
  'The second page is short.': cutting(({ page, from, to }) => [from, page === 2 ? to - 2 : to]),
});

const turning = (turn: (page: number, last: number) => number): PartialPolicies => ({
  pagination: {
    cut: (items, page) => {
      const last = Math.max(1, Math.ceil(items.length / page.limit));
      return defaults.cut(items, { ...page, page: turn(page.page, last) });
    },
  },
});

const failing = (): never => {
  throw new RangeError('offset out of range');
};

againstBoth(['ends-after-the-last-page'], {
  'A page past the end is the last one.': turning((page, last) => Math.min(page, last)),
  'A page past the end is the first one.': turning((page, last) => (page > last ? 1 : page)),
  'Without a limit every page is the first.': {
    pagination: {
      cut: (items, page) => defaults.cut(items, page.asked === defaults.defaultLimit ? { ...page, page: 1 } : page),
    },
  },
  'A page beyond 32 bits begins anew.': turning((page) => (page > 2 ** 32 ? page - 2 ** 32 : page)),
  'A page beyond 32 bits breaks the service.': turning((page) => (page > 2 ** 31 ? failing() : page)),
});

const tripping = (isBad: (text: string, name: 'page' | 'limit') => boolean): PartialPolicies => ({
  pagination: {
    readNumber: (text, name) => {
      if (isBad(String(text), name)) throw new TypeError(`invalid input syntax for ${name}`);
      return defaults.readNumber(text, name);
    },
  },
});

againstBoth(['survives-malformed-bounds'], {
  'A negative number breaks the service.': tripping((text) => text.startsWith('-')),
  'Page 0 breaks the service.': tripping((text, name) => name === 'page' && text === '0'),
  'A limit of 0 breaks the service.': tripping((text, name) => name === 'limit' && text === '0'),
  'A limit of 32 bits breaks the service.': tripping((text) => text === '2147483648'),
  'A page that begins beyond 64 bits breaks the service.': tripping((text) => /^\d{19}$/.test(text)),
  'A page that is named twice breaks the service.': tripping((text, name) => name === 'page' && text.includes(',')),
  'A word for a number breaks the service.': tripping((text) => /^[a-z]{3}$/.test(text)),
  'A fraction breaks the service.': tripping((text) => /^\d+\.\d+$/.test(text)),
});

type Envelope = Parameters<Policies['pagination']['offrampEnvelope']>[0];

const enveloping = (change: Partial<Envelope> | ((listing: Envelope) => Partial<Envelope>)): PartialPolicies => {
  const changed = (it: Envelope) => ({ ...it, ...(typeof change === 'function' ? change(it) : change) });
  return {
    pagination: {
      offrampEnvelope: (listing) => defaults.offrampEnvelope(changed(listing)),
      conversionEnvelope: (listing) => defaults.conversionEnvelope(changed(listing)),
    },
  };
};

againstBoth(['echoes-the-page'], {
  'The page is always 1.': enveloping({ page: 1 }),
  'The page is counted from 0.': enveloping((it) => ({ page: it.page - 1 })),
  'The page is echoed as the next one.': enveloping((it) => ({ page: it.page + 1 })),
  'No page is echoed as later than the second.': enveloping((it) => ({ page: Math.min(it.page, 2) })),
  'The page is echoed as an offset.': enveloping((it) => ({ page: (it.page - 1) * it.limit })),
});
againstBoth(['echoes-the-limit'], {
  'The limit is always echoed as 10.': { pagination: { echoedLimit: () => 10 } },
  'The limit is echoed one too high.': { pagination: { echoedLimit: ({ limit }) => limit + 1 } },
  'A limit that was clamped is echoed as it was asked for.': {
    pagination: { greatestLimit: 10, echoedLimit: ({ asked }) => asked },
  },
  'The limit is echoed as the number of items on the page.': enveloping(({ limit, data }) => ({
    limit: data.length || limit,
  })),
});

againstBoth(['counts-its-pages'], {
  'In pages of one item the last is not counted.': {
    pagination: { totalPages: (total, limit) => Math.ceil(total / limit) - (limit === 1 ? 1 : 0) },
  },
  'The number of pages is rounded to the nearest.': {
    pagination: { totalPages: (total, limit) => Math.round(total / limit) },
  },
  'There is always one page.': { pagination: { totalPages: () => 1 } },
  'There is never a page.': { pagination: { totalPages: () => 0 } },
});
againstBoth(['counts-its-pages', 'fills-inner-pages'], {
  'There is one page more than promised, and it is empty.': {
    pagination: { totalPages: (total, limit) => Math.ceil(total / limit) + 1 },
  },
});
againstBoth(['counts-its-items'], {
  'The count is 0.': enveloping({ total: 0 }),
  'The count is one too high.': enveloping((it) => ({ total: it.total + 1 })),
  'The count is of what is left.': enveloping((it) => ({ total: it.total - (it.page - 1) * it.limit })),
  'The count is that of the pages.': enveloping((it) => ({ total: it.totalPages })),
  'The count is of the listing on the first page and of the page on the others.': enveloping((it) => ({
    total: it.page === 1 ? it.total : it.data.length,
  })),
});

const itemsOf = ({ body }: WireReply): readonly unknown[] =>
  isRecord(body) && Array.isArray(body.data) ? body.data : [];

const listing = (reply: WireReply, data: unknown) => ({ body: { ...(reply.body as object), data } });

const empties = (operation: Listing) => {
  const whenEmpty: ReplyFilter = {
    operation,
    status: 'success',
    when: (_request, reply) => itemsOf(reply).length === 0,
  };
  against(`${operation}/lists-nothing-as-an-empty-page`, {
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

const reordering = (operation: Listing, turn: (items: readonly unknown[], reads: number) => unknown) =>
  succeeding(operation, (reply, request) => listing(reply, turn(itemsOf(reply), timesBefore(request, operation))));

const orders = (operation: Listing) =>
  against(`${operation}/keeps-its-order`, {
    'Each read begins at another item.': reordering(operation, (items, reads) => {
      const by = reads % Math.max(1, items.length);
      return [...items.slice(by), ...items.slice(0, by)];
    }),
    'Every second read is the other way round.': reordering(operation, (items, reads) =>
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
    'The listing holds one item of another subaccount.': common(
      inBothListings((own, all) => [...own, ...all.slice(0, 1)]),
    ),
    'The second page of a business holds items of a person.': rewriting(operation, '$.data[].id', (id, { request }) => {
      const { memory } = request.world;
      const known = `an id of a person, in ${operation}`;
      if (!isOfBusiness(request)) memory.set(known, id);
      return isOfBusiness(request) && request.query.page === '2' ? (memory.get(known) ?? id) : id;
    }),
    'A subaccount without items is listed those of others.': inBothListings((own, all) => (own.length > 0 ? own : all)),
  });

against('offramp.list/keeps-subaccounts-apart', {
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

for (const operation of listings) {
  empties(operation);
  refusals(operation);
  limits(operation);
  orders(operation);
  losses(operation);
  strangers(operation);
  repeatedIds(operation);
}

for (const operation of listings) {
  const counts = operationOf(operation).page?.counts ?? 'count';
  const ofBusiness = (member: string, change: (held: number) => number) =>
    changing(operation, isOfBusiness)(member, (held) => change(Number(held)));
  against(`${operation}/agrees-with-itself`, {
    'The listing of a business counts an item less than it holds.': ofBusiness(counts, (held) => held - 1),
    'The listing of a business counts a page more than its items fill.': ofBusiness('totalPages', (held) => held + 2),
    'A listing that is asked for without bounds says twice the limit that it keeps.': rewriting(
      operation,
      '$.limit',
      (limit, { request: { query } }) => (query.limit === undefined ? Number(limit) * 2 : limit),
    ),
  });
}
