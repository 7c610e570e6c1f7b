import { isListing } from '#contract';
import { defaultPolicies, type Policies } from '#sandbox';
import type { Change, Changes } from '../fault.ts';
import { refuse } from '../refusal.ts';
import { type Hook, isRecord, succeeded } from '../rewriting.ts';
import { alternatives, type Variation, variants } from '../variation.ts';

type Paging = Policies['pagination'];

const { pagination: defaults } = defaultPolicies;

export const wholeNumber = (text: unknown, least: number): number | undefined =>
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

const combinable = variants('pages', {
  'Without a limit a page has five items.': paging({ defaultLimit: 5 }),
  'A page or limit that is no whole positive number is taken for the default.': paging({
    readNumber: (text, name) => defaults.readNumber(text, name) ?? (name === 'page' ? 1 : 5),
  }),
  'The count of the offramps is that of the items on the page.': paging({
    offrampEnvelope: ({ data, page, limit, totalPages }) => ({
      data,
      count: data.length,
      page,
      limit,
      totalPages,
    }),
  }),
  'A listing without items has one page.': paging({
    totalPages: (total, limit) => Math.max(1, Math.ceil(total / limit)),
  }),
  'A page past the end is answered 404.': refusesPastTheEnd(404),
});

/** Clamps to a limit, which is a fact of the service. */
const clamped = (greatestLimit: number, freedoms: Changes): readonly Variation[] =>
  alternatives('pages', freedoms, { facts: { greatestLimit } });

const exclusive = [
  ...alternatives('pages', { 'A page past the end is answered 400.': refusesPastTheEnd(400) }),
  ...clamped(100, {
    'Without a limit a page has a hundred items, and never more.': paging({
      defaultLimit: 100,
      greatestLimit: 100,
    }),
  }),
  ...clamped(20, {
    'A limit above twenty is clamped to twenty, and so echoed.': paging({ greatestLimit: 20 }),
    'A limit above twenty is refused.': paging({
      readNumber: (text, name) => {
        const number = defaults.readNumber(text, name);
        return name === 'limit' && number !== undefined && number > 20 ? undefined : number;
      },
    }),
  }),
  ...clamped(4, {
    'A limit above four is clamped to four, and so echoed.': paging({ greatestLimit: 4, defaultLimit: 3 }),
  }),
];

const fromZero = alternatives(
  'pages',
  {
    'The first page has the number 0.': paging({
      firstPage: 0,
      readNumber: (text, name) => wholeNumber(text, name === 'page' ? 0 : 1),
      cut: (items, { page, limit }) => items.slice(page * limit, (page + 1) * limit),
    }),
  },
  { facts: { firstPage: 0 } },
);

export const variations: readonly Variation[] = [...combinable, ...exclusive, ...fromZero];
