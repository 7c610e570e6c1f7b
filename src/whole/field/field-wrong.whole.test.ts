import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { renderSummary } from '#reporting';
import {
  type Answered,
  changing,
  type Gateway,
  hurried,
  isOrder,
  limited,
  nginx,
  runBehind,
  withOutcome,
} from './gateway.test.support.ts';

/** Takes the slash off the end of paths. */
const stripsSlashes = (): Gateway => (asked, forward) => {
  const [path = '', query] = asked.path.split('?');
  if (!path.endsWith('/')) return forward();
  const location = path.slice(0, -1) + (query === undefined ? '' : `?${query}`);
  return {
    ...nginx(301, 'Moved Permanently'),
    headers: { location, 'content-type': 'text/html' },
  };
};

/** A mock: without state, keys, rules or pages, it answers each operation with the one record that it has for it. */
const mocks = (): Gateway => {
  const records = new Map<string, Answered>();
  let key: string | undefined;
  return async (asked, forward) => {
    key ??= asked.headers['x-api-key'];
    const [path = ''] = asked.path.split('?');
    const operation = `${asked.method} ${path.replace(/[^/]*-[^/]*-[^/]*|(?<=\/taxonomy\/)[^/]+/g, '{}')}`;
    const known = records.get(operation);
    if (known) return known;
    const answer = await forward({
      ...asked,
      headers: { ...asked.headers, ...(key && { 'x-api-key': key }) },
    });
    if (answer.status < 300) records.set(operation, answer);
    return answer;
  };
};

/** Loses the connection on each of these reads, as where their handler fails. */
const closesTaxonomies = (): Gateway => (asked, forward) => {
  if (asked.path.includes('/taxonomy/')) throw new Error('the connection is closed');
  return forward();
};

/** Balances of any account without the id by which one is told from another. */
const withoutIds = changing((answer, { path }) => {
  if (!path.includes('/balances') || answer.status !== 200) return answer;
  const { id: _id, ...record } = JSON.parse(answer.body.toString()) as Record<string, unknown>;
  return { ...answer, body: JSON.stringify(record) };
});

/** Bytes behind the end of what is compressed. */
const spoilsGzip = changing((answer) => ({
  ...answer,
  headers: { ...answer.headers, 'content-encoding': 'gzip' },
  body: Buffer.concat([gzipSync(answer.body), Buffer.from('\n\n\n')]),
}));

/** `requirement`: these deviate. `besides`: these can follow. */
type Wrong = readonly [gateway: () => Gateway, requirement: RegExp, besides?: RegExp];

const wrong: Readonly<Record<string, Wrong>> = {
  'closes the connection on every read of one path': [
    closesTaxonomies,
    /^taxonomy\.list\/answers-with-its-record$/,
    /^taxonomy\.list\/(?:survives-|refuses-a-restricted-key)/,
  ],
  'shows balances without an id': [withoutIds, /^balances\.read\/has-its-members$/],
  'sends bytes behind a gzip member': [spoilsGzip, /^http\/is-well-formed$/],
  'redirects the slash of a listing': [
    stripsSlashes,
    /^offramp\.list\/answers-with-its-record$/,
    /^http\/does-not-redirect$/,
  ],
};

describe('a wrong service is not excused because it', () => {
  test.concurrent.each(Object.entries(wrong))('%s', async (_name, [gateway, requirement, besides]) => {
    const { verdict } = await runBehind(gateway(), { ...hurried, profile: 'smoke' });
    const deviating = withOutcome(verdict, 'deviates');
    expect(deviating.filter((id) => requirement.test(id))).not.toEqual([]);
    expect(deviating.filter((id) => !requirement.test(id) && !besides?.test(id))).toEqual([]);
    expect(verdict.exitCode).toBe(1);
  });

  test.concurrent('limits the rate where a refusal is due', async () => {
    const only = ['onramp.initiate/refuses-an-unlisted-asset'] as const;
    const limits = changing((answer, asked) => (isOrder(asked) && answer.status === 400 ? limited : answer));
    const { verdict } = await runBehind(limits(), { ...hurried, only });
    // Its valid orders were accepted, so that a quota may be why.
    expect(withOutcome(verdict, 'untested')).toEqual(expect.arrayContaining([...only]));
    expect(verdict.exitCode).toBe(3);
  });
});

test.concurrent('what follows from a mock stands under one line a cause', async () => {
  const { verdict } = await runBehind(mocks(), { ...hurried, profile: 'gate' });
  const summary = renderSummary(verdict);
  for (const cause of ['Keys make', 'Ids make', 'Rules make', 'Orders make', 'Page and limit make'])
    expect(summary.split(cause)).toHaveLength(2);
  // It accepts every order, until as many were placed as were announced for any service.
  const open = verdict.requirements.filter(({ outcome }) => outcome === 'no-result');
  // More kinds of answers break a promise than a run looks at again.
  const codes = new Set(open.map(({ reasons = [] }) => reasons[0]?.code ?? ''));
  expect([...codes].toSorted()).toEqual(['NO_SECOND_LOOK', 'ORDERS_SPENT']);
  expect(verdict.exitCode).toBe(1);
});
