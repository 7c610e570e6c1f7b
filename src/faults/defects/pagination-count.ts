import { defaultPolicies, type PartialPolicies, type Policies } from '#sandbox';
import { againstBoth, type Fault } from '../fault.ts';

type Envelope = Parameters<Policies['pagination']['offrampEnvelope']>[0];

const right = defaultPolicies.pagination;

const enveloping = (
  change: Partial<Envelope> | ((listing: Envelope) => Partial<Envelope>),
): PartialPolicies => {
  const changed = (it: Envelope) => ({ ...it, ...(typeof change === 'function' ? change(it) : change) });
  return {
    pagination: {
      offrampEnvelope: (listing) => right.offrampEnvelope(changed(listing)),
      conversionEnvelope: (listing) => right.conversionEnvelope(changed(listing)),
    },
  };
};

const echoFaults = [
  ...againstBoth(['echoes-the-page'], {
    'The page is always 1.': enveloping({ page: 1 }),
    'The page is counted from 0.': enveloping((it) => ({ page: it.page - 1 })),
    'The page is echoed as the next one.': enveloping((it) => ({ page: it.page + 1 })),
    'No page is echoed as later than the second.': enveloping((it) => ({ page: Math.min(it.page, 2) })),
    'The page is echoed as an offset.': enveloping((it) => ({ page: (it.page - 1) * it.limit })),
  }),
  ...againstBoth(['echoes-the-limit'], {
    'The limit is always echoed as 10.': { pagination: { echoedLimit: () => 10 } },
    'The limit is echoed one too high.': { pagination: { echoedLimit: ({ limit }) => limit + 1 } },
    'A limit that was clamped is echoed as it was asked for.': {
      pagination: { greatestLimit: 10, echoedLimit: ({ asked }) => asked },
    },
    'The limit is echoed as the number of items on the page.': enveloping(({ limit, data }) => ({
      limit: data.length || limit,
    })),
  }),
];

const countFaults = [
  ...againstBoth(['counts-its-pages'], {
    'The number of pages is rounded down.': {
      pagination: { totalPages: (total, limit) => Math.floor(total / limit) },
    },
    'In pages of one item the last is not counted.': {
      pagination: { totalPages: (total, limit) => Math.ceil(total / limit) - (limit === 1 ? 1 : 0) },
    },
    'The number of pages is rounded to the nearest.': {
      pagination: { totalPages: (total, limit) => Math.round(total / limit) },
    },
    'There is always one page.': { pagination: { totalPages: () => 1 } },
    'There is never a page.': { pagination: { totalPages: () => 0 } },
  }),
  ...againstBoth(['counts-its-pages', 'fills-inner-pages'], {
    'There is one page more than promised, and it is empty.': {
      pagination: { totalPages: (total, limit) => Math.ceil(total / limit) + 1 },
    },
  }),
  ...againstBoth(['counts-its-items'], {
    'The count is 0.': enveloping({ total: 0 }),
    'The count is one too high.': enveloping((it) => ({ total: it.total + 1 })),
    'The count is of what is left.': enveloping((it) => ({ total: it.total - (it.page - 1) * it.limit })),
    'The count is that of the pages.': enveloping((it) => ({ total: it.totalPages })),
    'The count is negative.': enveloping({ total: -1 }),
    'The count is of the listing on the first page and of the page on the others.': enveloping((it) => ({
      total: it.page === 1 ? it.total : it.data.length,
    })),
  }),
];

export const paginationCountFaults: readonly Fault[] = [...echoFaults, ...countFaults];
