import { listings } from '#contract';
import { defaultPolicies, type PartialPolicies, type Policies } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { againstAll } from '../planting.ts';

type ReadNumber = Policies['pagination']['readNumber'];
type Cut = Policies['pagination']['cut'];

const right = defaultPolicies.pagination;

const cutting = (cut: Cut): { policies: PartialPolicies } => ({ policies: { pagination: { cut } } });

const lastPage = (count: number, limit: number): number => Math.max(1, Math.ceil(count / limit));

const pastTheEnd = againstAll(
  listings.map((listing) => `${listing}/ends-after-the-last-page` as const),
  {
    'pagination/past-the-end-repeats-the-last': [
      'A page past the end is the last one.',
      cutting((items, page) =>
        right.cut(items, { ...page, page: Math.min(page.page, lastPage(items.length, page.limit)) }),
      ),
    ],
    'pagination/past-the-end-begins-anew': [
      'Pages past the end begin anew.',
      cutting((items, page) =>
        right.cut(items, { ...page, page: ((page.page - 1) % lastPage(items.length, page.limit)) + 1 }),
      ),
    ],
    'pagination/past-the-end-is-the-first': [
      'A page past the end is the first one.',
      cutting((items, page) =>
        right.cut(items, { ...page, page: page.page > lastPage(items.length, page.limit) ? 1 : page.page }),
      ),
    ],
    'pagination/past-the-end-fails': [
      'A page past the end breaks the service.',
      cutting((items, page) => {
        if (page.page > lastPage(items.length, page.limit)) throw new RangeError('offset out of range');
        return right.cut(items, page);
      }),
    ],
    'pagination/far-past-the-end-fails': [
      'A page far past the end breaks the service.',
      cutting((items, page) => {
        if (page.page > lastPage(items.length, page.limit) + 1) throw new RangeError('offset out of range');
        return right.cut(items, page);
      }),
    ],
  },
);

/** Fails on some numbers instead of refusing them. */
const tripping = (
  isBad: (text: string, name: 'page' | 'limit') => boolean,
): { policies: PartialPolicies } => {
  const readNumber: ReadNumber = (text, name) => {
    if (isBad(String(text), name)) throw new TypeError(`invalid input syntax for ${name}`);
    return right.readNumber(text, name);
  };
  return { policies: { pagination: { readNumber } } };
};

const malformed = againstAll(
  listings.map((listing) => `${listing}/survives-malformed-bounds` as const),
  {
    'pagination/malformed-fails': [
      'A bound that is no number breaks the service.',
      tripping((text) => !/^\d+$/.test(text)),
    ],
    'pagination/malformed-page-fails': [
      'A page that is no number breaks the service.',
      tripping((text, name) => name === 'page' && !/^\d+$/.test(text)),
    ],
    'pagination/malformed-limit-fails': [
      'A limit that is no number breaks the service.',
      tripping((text, name) => name === 'limit' && !/^\d+$/.test(text)),
    ],
    'pagination/negative-fails': [
      'A negative number breaks the service.',
      tripping((text) => text.startsWith('-')),
    ],
    'pagination/page-0-fails': [
      'Page 0 breaks the service.',
      tripping((text, name) => name === 'page' && text === '0'),
    ],
    'pagination/limit-0-fails': [
      'A limit of 0 breaks the service.',
      tripping((text, name) => name === 'limit' && text === '0'),
    ],
    'pagination/huge-fails': [
      'A huge number breaks the service.',
      tripping((text) => /^\d{16,}$/.test(text)),
    ],
    'pagination/empty-fails': ['An empty number breaks the service.', tripping((text) => text === '')],
    'pagination/words-fail': [
      'A word for a number breaks the service.',
      tripping((text) => /^[a-z]{3}$/.test(text)),
    ],
    'pagination/fraction-fails': [
      'A fraction breaks the service.',
      tripping((text) => /^\d+\.\d+$/.test(text)),
    ],
  },
);

/** Wrong pages past the end of a listing, and malformed bounds that break the service. */
export const paginationBoundFaults: readonly PlantedFault[] = [...pastTheEnd, ...malformed];
