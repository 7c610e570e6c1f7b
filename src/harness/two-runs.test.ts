import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { operationIds } from '#contract';
import { amountIn, type Reply, sentSetting } from '#evidence';
import { faultFinder } from '#faults';
import {
  balancesAfterInitiations,
  balancesAround,
  joined,
  longestTryWaitMs,
  orders,
  plainOrder,
  type Source,
  scenarios,
  withInvalidKey,
} from '#probes';
import { type Fault, memorySandbox } from '#sandbox';
import { openTarget, readSettings } from '#target';
import { transportTo } from './run-checks.ts';
import { RunState } from './run-state.ts';

const sources: readonly Source<unknown>[] = [
  orders('deposit.simulate'),
  orders('offramp.initiate'),
  balancesAround('onramp.initiate'),
  balancesAfterInitiations,
  scenarios,
  joined(...operationIds.map((operation) => withInvalidKey(operation))),
];

const strange = (): Fault => {
  const known = [
    'orders/recipients-belong-to-the-person-and-an-order-of-more-than-80-is-refused',
    'onramp/the-order-takes-its-amount-from-a-balance',
  ].map((id) => faultFinder(id) as Fault);
  let refusedKeys = 0;
  return {
    policies: Object.assign({}, ...known.map(({ policies }) => policies)),
    reply: (served, request) => {
      const reply = known.reduce((changed, { reply: hook }) => hook?.(changed, request) ?? changed, served);
      if (reply.status === 401) refusedKeys += 1;
      if (refusedKeys > 4) return { ...reply, status: 403, body: { message: 'Banned' } };
      if (request.operation !== 'offramp.list' || reply.status !== 200) return reply;
      const page = reply.body as { readonly data: readonly object[]; readonly count: number };
      const [first] = page.data;
      return { ...reply, body: { ...page, data: first ? [{ ...first, id: randomUUID() }, ...page.data] : [] } };
    },
  };
};

const tracesIn = (runState: RunState): Promise<readonly unknown[]> => runState.get(scenarios).catch(() => []);

const runOn = async (always: Fault): Promise<RunState> => {
  const { settings, dispatcher } = memorySandbox({ always });
  const env = { ...settings, RAMP_QUIET_ACCOUNT: 'true' };
  const { target, close } = await openTarget(readSettings({ cwd: tmpdir(), env }), { dispatcher });
  const transport = transportTo(target);
  const setting = { ...sentSetting({ target, profile: 'gate' }), prompt: true };
  const runState = new RunState({ transport, setting, seed: 1 });
  await Promise.allSettled(sources.map((source) => runState.get(source)));
  const search = { fails: async () => false, results: await tracesIn(runState), maxCases: 0, goesOn: () => false };
  await runState.further(scenarios, async (service) => scenarios.drawn?.shrink(service, search));
  await transport.close();
  await close();
  return runState;
};

/** Without ids and times, which differ from run to run. */
const outline = (value: unknown): unknown => {
  if (value instanceof Map) return [...value.keys()].toSorted();
  if (value instanceof Set) return value.size;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' ? value !== null : value;
};

const learnedIn = (runState: RunState): Readonly<Record<string, unknown>> => {
  const { run } = runState;
  const order = plainOrder(runState.services.for(scenarios), 'offramp.initiate');
  return {
    ...Object.fromEntries(Object.entries(run).map(([name, value]) => [name, outline(value)])),
    remedies: amountIn(run.remedies.fit('offramp.initiate', order).body),
    openOrders: run.openOrders.accepted,
    tryWaits: run.tryWaits.take(longestTryWaitMs, 0),
    concurrent: [...run.concurrent].map(([id, { moved }]) => [id, moved]).toSorted(),
  };
};

/** All replies that a run remembers. */
const repliesIn = (value: unknown): readonly Reply[] => {
  if (typeof value !== 'object' || value === null) return [];
  if ('request' in value) return [value as Reply];
  return (value instanceof Map || value instanceof Set ? [...value.values()] : Object.values(value)).flatMap(repliesIn);
};

const ordersOf = ({ replies }: RunState): readonly string[] =>
  replies
    .filter(({ request }) => request.method === 'POST')
    .map(({ status, request }) => `${request.purpose.probe}: ${amountIn(request.input.body)}, ${status}`)
    .toSorted();

test('two runs in one process share nothing', async () => {
  const alone = await runOn({});
  const [beside, taught] = await Promise.all([runOn({}), runOn(strange())]);
  for (const { run, replies } of [alone, beside, taught])
    expect(repliesIn(run).filter((reply) => !replies.includes(reply))).toEqual([]);
  expect(repliesIn(alone.run).length).toBeGreaterThan(10);
  const [learned, other] = [learnedIn(alone), learnedIn(taught)];
  expect(learnedIn(beside)).toEqual(learned);
  expect(ordersOf(beside)).toEqual(ordersOf(alone));
  const differing = Object.keys(learned).filter((name) => !isDeepStrictEqual(learned[name], other[name]));
  expect(differing).toEqual([
    'remedies',
    'openOrders',
    'tries',
    'validOrders',
    'owners',
    'concurrent',
    'stoodStill',
    'growing',
    'lockedOut',
    'lockOuts',
  ]);
});
