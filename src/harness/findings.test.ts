import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersWithout5xx, type Check } from '#checks';
import type { Reply } from '#evidence';
import { withCases } from '../generators/cases.ts';
import { drawn } from '../probes/drawn.ts';
import { answerOf, excerptOf, shrink } from './findings.ts';
import { judgeCheck } from './judge.ts';
import { setting as ofAGate, transportTo } from './transport.test.support.ts';
import { World } from './world.ts';

const replyWith = (headers: Readonly<Record<string, string>>, echoesKey = false): Reply =>
  ({ status: 500, headers, echoesKey, exchange: {} }) as unknown as Reply;

test.each([
  ['x-request-id', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  ['cf-ray', '8f1a2b3c4d5e6f70-FRA'],
  ['x-amzn-trace-id', 'Root=1-67891233-abcdef012345678912345678'],
])('an answer is known again by its %s', (name, value) => {
  expect(answerOf(replyWith({ [name]: value }), undefined)).toEqual({ status: 500, id: `${name}: ${value}` });
});

test.each([
  ['an address', { 'x-request-id': 'jane1@canary.test' }],
  ['a telephone number', { 'x-request-id': '4915112345678' }],
  ['an account', { 'x-request-id': 'DE89370400440532013000' }],
  ['what looks like a key', { 'x-request-id': 'sk_canary_9f8e7d6c5b4a' }],
  ['what looks like a token', { 'x-request-id': 'Zk3n4Qx81aPq02LmWv7yTt5bRr6cUu9d' }],
  ['two lines', { 'x-request-id': 'abc1\nset-cookie: x' }],
  ['another header', { 'x-customer': 'a1b2c3d4' }],
])('%s is no id of a request', (_what, headers) => {
  expect(answerOf(replyWith(headers), undefined)).toEqual({ status: 500 });
});

test('an answer that repeats the key shows no id', () => {
  expect(answerOf(replyWith({ 'x-request-id': 'a1b2c3d4' }, true), undefined)).toEqual({ status: 500 });
});

const items = Array.from({ length: 40 }, (_, at) => ({ id: `<uuid#${at}>`, to: { currency: 'USD', rail: 'ACH' } }));
const long = JSON.stringify({ data: items, count: 40, links: { next: 'x'.repeat(900) } }, null, 2);

test('a long body is shown around the place of its finding, a short one whole', () => {
  expect(excerptOf(long, '$.data[7].to.currency')).toBe(
    [
      '{',
      '  "data": [',
      '    {',
      '      "id": "<uuid#7>",',
      '      "to": {',
      '        "currency": "USD",',
      '        "rail": "ACH"',
      '      }',
      '    },',
      '    … 39 more',
      '  ],',
      '  "count": 40,',
      '  "links": {…}',
      '}',
    ].join('\n'),
  );
  expect(excerptOf(long, 'status')).toBe('{\n  "data": [… 40],\n  "count": 40,\n  "links": {…}\n}');
  expect(excerptOf('{"id":1}', '$.id')).toBe('{"id":1}');
});

/** A profile that draws one case, because this probe has no examples. */
const setting = { ...ofAGate, profile: 'smoke' } as const;

const requirement = 'taxonomy.list/survives-a-strange-currency';

const lengths = drawn('long currencies', {
  mode: 'reads',
  arbitrary: () =>
    withCases(
      fc.nat({ max: 1000 }).map((length) => 'x'.repeat(length + 1)),
      { examples: [], describe: () => 'a long currency' },
    ),
  ask: ({ api }, currency) => api.listTaxonomy({ currency }),
});

const check: Check = { requirement, source: lengths, judge: answersWithout5xx as Check['judge'] };

const lengthOf = (path: string): number => path.split('/').at(-1)?.length ?? 0;

const failingFrom = (least: number) => transportTo(({ path }) => ({ status: lengthOf(path) < least ? 200 : 500 }));

interface Asked {
  readonly replay?: { probe: string; path: string };
  /** Sent by other searches of the run. */
  readonly sent?: number;
}

const found = async (seed: number, least: number, { replay, sent = 0 }: Asked = {}) => {
  const transport = failingFrom(least);
  const world = new World({ transport, setting, seed, replay });
  if (sent > 0) Object.defineProperty(world, 'furtherSent', { value: sent });
  const outcome = await judgeCheck(check, world);
  return { transport, ...(await shrink(check, outcome, world)) };
};

test('a case that fails is made smaller, within a bound of requests, and can be replayed', async () => {
  const { replay, outcome, transport } = await found(1, 5);
  expect(outcome.findings).toMatchObject([{ code: 'SERVER_ERROR' }]);
  expect(replay).toMatchObject({ requirement, seed: 1, probe: lengths.id });
  const smallest = lengthOf(outcome.findings[0]?.shownBy?.request.path ?? '');
  expect(smallest).toBeGreaterThanOrEqual(5);
  expect(smallest).toBeLessThan(40);
  expect(transport.asked.length).toBeLessThan(40);
  const path = replay?.path ?? '';
  const again = await found(1, 5, { replay: { probe: lengths.id, path } });
  expect(again.transport.asked.map(lengthOf)).toContain(smallest);
});

test('nothing is sent where other searches have spent what there is for them', async () => {
  const sent = async (others: number) => (await found(1, 5, { sent: others })).transport.asked.length;
  expect(await sent(1_000)).toBeLessThan(await sent(999));
});

test('the same seed draws the same cases', async () => {
  const [one, other] = [await found(7, 2000), await found(7, 2000)];
  expect(one.transport.asked).toEqual(other.transport.asked);
  expect(one.outcome.findings).toEqual([]);
});
