import { defaultPolicies, type PartialPolicies } from '#sandbox';
import { againstBoth, type Fault } from '../fault.ts';

const right = defaultPolicies.pagination;

const turning = (turn: (page: number, last: number) => number): PartialPolicies => ({
  pagination: {
    cut: (items, page) => {
      const last = Math.max(1, Math.ceil(items.length / page.limit));
      return right.cut(items, { ...page, page: turn(page.page, last) });
    },
  },
});

const failing = (): never => {
  throw new RangeError('offset out of range');
};

const pastTheEnd = againstBoth(['ends-after-the-last-page'], {
  'A page past the end is the last one.': turning((page, last) => Math.min(page, last)),
  'Pages past the end begin anew.': turning((page, last) => ((page - 1) % last) + 1),
  'A page past the end is the first one.': turning((page, last) => (page > last ? 1 : page)),
  'Without a limit every page is the first.': {
    pagination: {
      cut: (items, page) => right.cut(items, page.asked === right.defaultLimit ? { ...page, page: 1 } : page),
    },
  },
  'A page beyond 32 bits begins anew.': turning((page) => (page > 2 ** 32 ? page - 2 ** 32 : page)),
  'A page beyond 32 bits breaks the service.': turning((page) => (page > 2 ** 31 ? failing() : page)),
  'A page past the end breaks the service.': turning((page, last) => (page > last ? failing() : page)),
});

/** Fails on some numbers instead of refusing them. */
const tripping = (isBad: (text: string, name: 'page' | 'limit') => boolean): PartialPolicies => ({
  pagination: {
    readNumber: (text, name) => {
      if (isBad(String(text), name)) throw new TypeError(`invalid input syntax for ${name}`);
      return right.readNumber(text, name);
    },
  },
});

const malformed = againstBoth(['survives-malformed-bounds'], {
  'A limit that is no number breaks the service.': tripping(
    (text, name) => name === 'limit' && !/^\d+$/.test(text),
  ),
  'A negative number breaks the service.': tripping((text) => text.startsWith('-')),
  'Page 0 breaks the service.': tripping((text, name) => name === 'page' && text === '0'),
  'A limit of 0 breaks the service.': tripping((text, name) => name === 'limit' && text === '0'),
  'A limit of 32 bits breaks the service.': tripping((text) => text === '2147483648'),
  'A page that begins beyond 64 bits breaks the service.': tripping((text) => /^\d{19}$/.test(text)),
  'A number beyond 64 bits breaks the service.': tripping((text) => /^\d{20,}$/.test(text)),
  'A page that is named twice breaks the service.': tripping(
    (text, name) => name === 'page' && text.includes(','),
  ),
  'A limit that is named twice breaks the service.': tripping(
    (text, name) => name === 'limit' && text.includes(','),
  ),
  'A word for a number breaks the service.': tripping((text) => /^[a-z]{3}$/.test(text)),
  'A fraction breaks the service.': tripping((text) => /^\d+\.\d+$/.test(text)),
});

export const paginationBoundFaults: readonly Fault[] = [...pastTheEnd, ...malformed];
