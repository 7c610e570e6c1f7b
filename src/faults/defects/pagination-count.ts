import { defaultPolicies, type PartialPolicies, type Policies } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { againstBoth } from '../planting.ts';

type Envelope = Parameters<Policies['pagination']['offrampEnvelope']>[0];

const right = defaultPolicies.pagination;

/** Writes other values into both envelopes. */
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
    'pagination/page-always-first': ['The page is always 1.', enveloping({ page: 1 })],
    'pagination/page-from-zero': ['The page is counted from 0.', enveloping((it) => ({ page: it.page - 1 }))],
    'pagination/page-is-the-next': [
      'The page is echoed as the next one.',
      enveloping((it) => ({ page: it.page + 1 })),
    ],
    'pagination/page-echoed-as-the-second-at-most': [
      'No page is echoed as later than the second.',
      enveloping((it) => ({ page: Math.min(it.page, 2) })),
    ],
    'pagination/page-is-an-offset': [
      'The page is echoed as an offset.',
      enveloping((it) => ({ page: (it.page - 1) * it.limit })),
    ],
  }),
  ...againstBoth(['echoes-the-limit'], {
    'pagination/limit-always-default': [
      'The limit is always echoed as 10.',
      { pagination: { echoedLimit: () => 10 } },
    ],
    'pagination/limit-one-more': [
      'The limit is echoed one too high.',
      { pagination: { echoedLimit: ({ limit }) => limit + 1 } },
    ],
    'pagination/limit-unclamped': [
      'A limit that was clamped is echoed as it was asked for.',
      { pagination: { greatestLimit: 10, echoedLimit: ({ asked }) => asked } },
    ],
    'pagination/limit-is-the-items': [
      'The limit is echoed as the number of items on the page.',
      enveloping(({ limit, data }) => ({ limit: data.length || limit })),
    ],
  }),
];

const countFaults = [
  ...againstBoth(['counts-its-pages'], {
    'pagination/pages-rounded-down': [
      'The number of pages is rounded down.',
      { pagination: { totalPages: (total, limit) => Math.floor(total / limit) } },
    ],
    'pagination/pages-of-one-item-miscounted': [
      'In pages of one item the last is not counted.',
      { pagination: { totalPages: (total, limit) => Math.ceil(total / limit) - (limit === 1 ? 1 : 0) } },
    ],
    'pagination/pages-rounded': [
      'The number of pages is rounded to the nearest.',
      { pagination: { totalPages: (total, limit) => Math.round(total / limit) } },
    ],
    'pagination/one-page-more-when-full': [
      'A listing of full pages has one more.',
      { pagination: { totalPages: (total, limit) => Math.floor(total / limit) + 1 } },
    ],
    'pagination/pages-of-default': [
      'The number of pages is that of limit 10.',
      { pagination: { totalPages: (total) => Math.ceil(total / 10) } },
    ],
    'pagination/always-one-page': ['There is always one page.', { pagination: { totalPages: () => 1 } }],
    'pagination/pages-zero': ['There is never a page.', { pagination: { totalPages: () => 0 } }],
    'pagination/pages-of-nothing': [
      'The number of pages is negative.',
      { pagination: { totalPages: () => -1 } },
    ],
    'pagination/pages-are-items': [
      'The number of pages is that of the items.',
      { pagination: { totalPages: (total) => total } },
    ],
  }),
  ...againstBoth(['counts-its-pages', 'fills-inner-pages'], {
    'pagination/one-page-more': [
      'There is one page more than promised, and it is empty.',
      { pagination: { totalPages: (total, limit) => Math.ceil(total / limit) + 1 } },
    ],
  }),
  ...againstBoth(['counts-its-items'], {
    'pagination/count-of-nothing': ['The count is 0.', enveloping({ total: 0 })],
    'pagination/count-one-more': [
      'The count is one too high.',
      enveloping((it) => ({ total: it.total + 1 })),
    ],
    'pagination/count-of-the-rest': [
      'The count is of what is left.',
      enveloping((it) => ({ total: it.total - (it.page - 1) * it.limit })),
    ],
    'pagination/count-of-pages': [
      'The count is that of the pages.',
      enveloping((it) => ({ total: it.totalPages })),
    ],
    'pagination/count-is-the-limit': ['The count is the limit.', enveloping((it) => ({ total: it.limit }))],
    'pagination/count-negative': ['The count is negative.', enveloping({ total: -1 })],
    'pagination/count-in-two-readings': [
      'The count is of the listing on the first page and of the page on the others.',
      enveloping((it) => ({ total: it.page === 1 ? it.total : it.data.length })),
    ],
  }),
];

/** Envelopes that echo or count wrongly, alike for both listings. */
export const paginationCountFaults: readonly PlantedFault[] = [...echoFaults, ...countFaults];
