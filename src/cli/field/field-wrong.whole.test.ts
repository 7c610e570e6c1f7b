import { describe, expect, test } from 'vitest';
import { renderSummary } from '#reporting';
import { startSandbox } from '#sandbox';
import {
  type Answered,
  type Asked,
  changing,
  forwardTo,
  type Gateway,
  hurried,
  instead,
  isOrder,
  json,
  limited,
  nginx,
  page,
  replacesErrors,
  runBehind,
  withOutcome,
} from './gateway.test.support.ts';

/** Keeps what was served once for every caller: the fault of many a cache. */
const cachesByUrl = (): Gateway => {
  const kept = new Map<string, Answered>();
  return async (asked, forward) => {
    if (asked.method !== 'GET') return forward();
    const known = kept.get(asked.path);
    if (known) return { ...known, headers: { ...known.headers, age: '3', 'x-cache': 'HIT' } };
    const answer = await forward();
    if (answer.status === 200) kept.set(asked.path, answer);
    return answer;
  };
};

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

/** Refuses every order that the service would accept, by turns for reasons that only it knows; a twin of the service says which. */
const refusesOrders = (twin: string, refusals: readonly Answered[]): Gateway => {
  let refused = 0;
  return async (asked, forward) => {
    if (!isOrder(asked)) return forward();
    const answer = await forwardTo(twin, asked);
    if (answer.status >= 300) return answer;
    refused += 1;
    return refusals[refused % refusals.length] ?? answer;
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

const refusals: readonly (readonly [status: number, body: unknown])[] = [
  [422, { statusCode: 422, message: 'The transfer exceeds your daily allowance', error: 'Unprocessable' }],
  [400, { statusCode: 400, message: ['amount must not be less than 5000'], error: 'Bad Request' }],
  [422, { message: 'O valor está abaixo do mínimo permitido' }],
  [409, { error: { code: 'CORRIDOR_CLOSED', details: { corridor: 'USD-NGN' } } }],
  [422, { type: 'about:blank', title: 'Velocity limit', status: 422, detail: 'Too many transfers today' }],
];

const isTaxonomy = ({ path }: Asked) => path.includes('/taxonomy/');

/** Loses the connection on some requests, as where their handler fails. */
const closes = (fails: (asked: Asked) => boolean) => (): Gateway => (asked, forward) => {
  if (fails(asked)) throw new Error('the connection is closed');
  return forward();
};

/** `requirement`: these deviate. `besides`: these can follow. */
type Wrong = readonly [gateway: () => Gateway, requirement: RegExp, besides?: RegExp];

const wrong: Readonly<Record<string, Wrong>> = {
  'serves what a cache keeps to refused keys': [cachesByUrl, /refuses-a-missing-key$/, /./],
  'answers what is absent with markup': [
    replacesErrors(404),
    /refuses-an-(?:absent|unknown)-/,
    /^http\/sends-json$/,
  ],
  'answers a restricted key with markup': [
    replacesErrors(403),
    /refuses-a-restricted-key$/,
    /^http\/sends-json$/,
  ],
  'answers orders over a wire with a page': [
    instead(page(403, 'haproxy', 'Forbidden'), ({ body }) => body.includes('"WIRE"')),
    /^rails\/.*wire/,
    /./,
  ],
  'closes the connection on a member that is null': [
    closes(({ body }) => body.includes('"currency":null')),
    /survives-mistyped-members$/,
  ],
  'closes the connection on an asset that is not listed': [
    closes(
      ({ body }) => /"asset":"(?!USDT|USDC|BTC_LIGHTNING)/.test(String(body)) && body.includes('onramp'),
    ),
    /^onramp\.initiate\/refuses-an-unlisted-asset/,
  ],
  'closes the connection on an order to a recipient that nobody has': [
    closes(({ body }) => /"recipient_id":"(?!5eed)/.test(String(body))),
    /^(?:lightning-)?offramp\.initiate\/refuses-an-unknown-recipient/,
    /./,
  ],
  'closes the connection on a key without permission for one path': [
    closes(
      ({ path, headers }) => /\/conversions/.test(path) && /restricted/.test(headers['x-api-key'] ?? ''),
    ),
    /^conversion\.\w+\/refuses-a-restricted-key$/,
  ],
  'closes the connection on every read of one path': [
    closes(isTaxonomy),
    /^taxonomy\.list\/answers-with-its-record$/,
    /^taxonomy\.list\/(?:survives-|refuses-a-restricted-key)/,
  ],
  'redirects the slash of a listing': [
    stripsSlashes,
    /^offramp\.list\/answers-with-its-record$/,
    /^http\/does-not-redirect$/,
  ],
  'fails at every read of one path': [
    instead(json(500, { message: 'Internal server error' }), isTaxonomy),
    /^taxonomy\.list\/answers-with-its-record$/,
    /^taxonomy\.list\/survives-/,
  ],
  'routes nothing below /v2': [
    // Frameworks name the method and the path.
    () => (asked, forward) =>
      asked.path.startsWith('/v2/')
        ? json(404, { message: `Cannot ${asked.method} ${asked.path}`, error: 'Not Found' })
        : forward(),
    /^o(?:n|ff)ramp\.\w+\/answers-with-its-record$/,
  ],
};

test.concurrent('a service that refuses every order for a business reason, in a sentence or several, in another language, by a code or as a problem, is neither blamed nor passed, nor is it laid on the user', async () => {
  const twin = await startSandbox();
  const answers = refusals.map(([status, body]) => ({ ...json(status, {}), body: JSON.stringify(body) }));
  const { verdict, passed } = await runBehind(refusesOrders(twin.baseUrl, answers), {
    ...hurried,
    profile: 'gate',
  });
  await twin.close();
  expect(passed.filter(({ status }) => status === 409).length).toBeGreaterThan(5);
  expect(withOutcome(verdict, 'deviates')).toEqual([]);
  const named = verdict.requirements.find(({ id }) => id === 'rails/named-takes-wire');
  expect(named).toMatchObject({ outcome: 'untested', untestedBy: 'service' });
  expect(verdict.exitCode).toBe(3);
});

/** All others show in a short run too. */
const shownByGate = /null|nobody has/;

describe('a wrong service is not excused because it', () => {
  test.concurrent.each(Object.entries(wrong))('%s', async (name, [gateway, requirement, besides]) => {
    const { verdict } = await runBehind(gateway(), {
      ...hurried,
      profile: shownByGate.test(name) ? 'gate' : 'smoke',
    });
    const deviating = withOutcome(verdict, 'deviates');
    expect(deviating.filter((id) => requirement.test(id))).not.toEqual([]);
    expect(deviating.filter((id) => !requirement.test(id) && !besides?.test(id))).toEqual([]);
    expect(verdict.exitCode).toBe(1);
  });

  test.concurrent('limits the rate where a refusal is due', async () => {
    const limits = changing((answer, asked) => (isOrder(asked) && answer.status === 400 ? limited : answer));
    const { verdict } = await runBehind(limits(), { ...hurried, profile: 'smoke' });
    expect(withOutcome(verdict, 'broken')).toContain('onramp.initiate/refuses-an-unlisted-asset');
    expect(verdict.exitCode).toBe(3);
  });
});

test.concurrent('what follows from a mock stands under one line a cause', async () => {
  const { verdict } = await runBehind(mocks(), { ...hurried, profile: 'gate' });
  const summary = renderSummary(verdict);
  for (const cause of ['Keys make', 'Ids make', 'Rules make', 'Orders make', 'Page and limit make'])
    expect(summary.split(cause)).toHaveLength(2);
  expect(withOutcome(verdict, 'broken')).toEqual([]);
  expect(verdict.exitCode).toBe(1);
});
