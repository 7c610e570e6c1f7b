import { isListing, listings } from '#contract';
import { defaultPolicies, type Policies } from '#sandbox';
import { isRecord } from '../places.ts';
import type { Variation } from '../planted.ts';
import { type Hook, succeeded } from '../rewriting.ts';
import { sharing } from './hook.ts';
import { oneStatus, refuse } from './refusal.ts';

type Paging = Policies['pagination'];

const { pagination: right } = defaultPolicies;

export const wholeNumber = (text: unknown, least: number): number | undefined =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) && Number(text) >= least ? Number(text) : undefined;

/** Refuses a page past the end, in place of an empty one. */
const refusesPastTheEnd =
  (status: number): Hook =>
  (reply, request) => {
    if (!isListing(request.operation) || !succeeded(reply) || !isRecord(reply.body)) return;
    const { page, data } = reply.body;
    if (Number(page) <= 1 || !Array.isArray(data) || data.length > 0) return;
    refuse(reply, request, status, 'No such page');
  };

const paging = (changes: Partial<Paging>): Pick<Variation, 'policies'> => ({
  policies: { pagination: changes },
});

const oneBound = 'one bound or origin excludes another';

const origin = sharing(
  { operations: listings },
  {
    'pages/counted-from-zero': {
      sentence: 'The first page has the number 0.',
      alone: oneBound,
      facts: { firstPage: 0 },
      ...paging({
        firstPage: 0,
        readNumber: (text, name) => wholeNumber(text, name === 'page' ? 0 : 1),
        cut: (items, { page, limit }) => items.slice(page * limit, (page + 1) * limit),
      }),
    },
  },
);

const bounds = sharing(
  { operations: listings, replies: 'successes' },
  {
    'pages/default-limit-of-5': {
      sentence: 'Without a limit a page has five items.',
      ...paging({ defaultLimit: 5 }),
    },
    'pages/limit-up-to-100': {
      sentence: 'Without a limit a page has a hundred items, and never more.',
      alone: oneBound,
      facts: { greatestLimit: 100 },
      ...paging({ defaultLimit: 100, greatestLimit: 100 }),
    },
    'pages/limit-clamped-to-20': {
      sentence: 'A limit above twenty is clamped to twenty, and so echoed.',
      alone: oneBound,
      facts: { greatestLimit: 20 },
      ...paging({ greatestLimit: 20 }),
    },
    'pages/limit-clamped-to-4': {
      sentence: 'A limit above four is clamped to four, and so echoed.',
      alone: oneBound,
      facts: { greatestLimit: 4 },
      ...paging({ greatestLimit: 4, defaultLimit: 3 }),
    },
    'pages/limit-above-20-refused': {
      sentence: 'A limit above twenty is refused.',
      alone: oneBound,
      facts: { greatestLimit: 20 },
      ...paging({
        readNumber: (text, name) => {
          const number = right.readNumber(text, name);
          return name === 'limit' && number !== undefined && number > 20 ? undefined : number;
        },
      }),
    },
    'pages/malformed-bounds-mean-the-default': {
      sentence: 'A page or limit that is no whole positive number is taken for the default.',
      replies: [400],
      ...paging({ readNumber: (text, name) => right.readNumber(text, name) ?? (name === 'page' ? 1 : 5) }),
    },
  },
);

const counts = sharing(
  { operations: listings, replies: 'successes' },
  {
    'pages/count-of-the-page': {
      sentence: 'The count of the offramps is that of the items on the page.',
      ...paging({
        offrampEnvelope: ({ data, page, limit, totalPages }) => ({
          data,
          count: data.length,
          page,
          limit,
          totalPages,
        }),
      }),
    },
    'pages/one-page-of-nothing': {
      sentence: 'A listing without items has one page.',
      ...paging({ totalPages: (total, limit) => Math.max(1, Math.ceil(total / limit)) }),
    },
    'pages/past-the-end-is-absent': {
      sentence: 'A page past the end is answered 404.',
      reply: refusesPastTheEnd(404),
    },
    'pages/past-the-end-is-refused': {
      sentence: 'A page past the end is answered 400.',
      alone: oneStatus,
      reply: refusesPastTheEnd(400),
    },
  },
);

export const paginationVariations: readonly Variation[] = [...origin, ...bounds, ...counts];
