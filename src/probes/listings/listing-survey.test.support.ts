import type { ListingSurvey, Page } from '#probes';
import type { Profile } from '#run';
import { replyOf } from '../../attribution/reply.test.support.ts';
import { serviceOf } from '../service.test.support.ts';
import { surveys } from './listing-survey.ts';
import { pageOf } from './page.ts';

export interface Envelope {
  readonly data: readonly { readonly id: string }[];
  readonly count: unknown;
  readonly page: unknown;
  readonly limit: unknown;
  readonly totalPages: unknown;
}

export type Defect = (envelope: Envelope, asked: { readonly page: number; readonly limit: number }) => object;

export const idsUpTo = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `item-${at + 1}`);

interface Asked {
  readonly page: number;
  readonly limit: number;
  readonly greatest?: number;
}

const envelopeOf = (ids: readonly string[], { page, limit: asked, greatest = 10 }: Asked, defect?: Defect): object => {
  const limit = Math.min(asked, greatest);
  const data = ids.slice((page - 1) * limit, page * limit).map((id) => ({ id }));
  const totalPages = Math.ceil(ids.length / limit);
  const right: Envelope = { data, count: ids.length, page, limit, totalPages };
  return { ...right, ...defect?.(right, { page, limit: asked }) };
};

export const surveyOf = (count: number, defect?: Defect, changes: Partial<ListingSurvey> = {}): ListingSurvey => {
  const ids = idsUpTo(count);
  const replyTo = (page: number, limit: number, query = `page=${page}&limit=${limit}`) =>
    replyOf({
      operation: 'offramp.list',
      path: `/?${query}`,
      body: envelopeOf(ids, { page, limit }, defect),
    });
  const read = (page: number, limit: number): Page => {
    const seen = pageOf(replyTo(page, limit), page);
    if (seen === undefined) throw new Error('the answer is no page');
    return seen;
  };
  const walk = (limit: number) =>
    Array.from({ length: Math.max(1, Math.ceil(count / limit)) }, (_, at) => read(at + 1, limit));
  const end = walk(5).length + 1;
  return {
    large: walk(10),
    isWhole: true,
    small: walk(5),
    full: [],
    limited: [1, 2, 1000].map((asked) => ({ asked, reply: replyTo(1, asked), page: read(1, asked) })),
    single: [read(1, 1), read(2, 1)],
    twice: [read(1, 5), read(1, 5)],
    beyond: [end, end + 3].map((number) => ({ number, reply: replyTo(number, 5) })),
    unnumbered: replyTo(1, 2, 'limit=2'),
    isSteady: true,
    growsByItself: false,
    ...changes,
  };
};

interface FakeListing {
  readonly profile?: Profile;
  readonly greatestLimit?: number;
  readonly refuses?: (query: { readonly page: number; readonly limit: number }) => boolean;
  /** Ids listed at a request; the first request is 0. */
  readonly idsAt: (request: number) => readonly string[] | Promise<readonly string[]>;
  readonly defect?: Defect;
}

export const surveyListing = async ({ profile = 'gate', greatestLimit = 10, refuses, idsAt, defect }: FakeListing) => {
  let requests = 0;
  const pauses: number[] = [];
  const call = async (_operation: string, { query }: { query: { page?: number; limit?: number } }) => {
    requests += 1;
    if (refuses?.({ page: query.page ?? 1, limit: query.limit ?? 10 }))
      return replyOf({ operation: 'offramp.list', status: 400, body: {} });
    const { page = 1, limit = 10 } = query;
    const body = envelopeOf(await idsAt(requests - 1), { page, limit, greatest: greatestLimit }, defect);
    return replyOf({ operation: 'offramp.list', body });
  };
  const service = serviceOf(
    { call },
    {
      profile,
      facts: { firstPage: 1, greatestLimit },
      pause: async (milliseconds) => void pauses.push(milliseconds),
    },
  );
  const survey: ListingSurvey = await surveys('offramp.list').send(service, []);
  return { survey, requests, pauses };
};
