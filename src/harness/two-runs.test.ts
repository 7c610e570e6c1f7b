import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { operationIds } from '#contract';
import { amountIn, sentSetting } from '#evidence';
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

const learnedIn = async (runState: RunState) => {
  const { run, replies } = runState;
  const traces = await tracesIn(runState);
  const plain = plainOrder(runState.serviceFor(scenarios), 'offramp.initiate');
  return {
    remedies: amountIn(run.remedies.fit('offramp.initiate', plain).body),
    openOrders: run.openOrders.accepted,
    tries: run.tries.length,
    tryWaits: run.tryWaits.take(longestTryWaitMs, 0),
    businessRecords: [...run.businessRecords.keys()].toSorted(),
    secondPages: [...run.secondPages].toSorted(),
    longListings: [...run.longListings].toSorted(),
    validOrders: [...run.validOrders].map(({ request }) => request.purpose.case).toSorted(),
    withoutPrefix: run.withoutPrefix !== undefined,
    owners: [...run.owners].toSorted(),
    repeated: [...run.repeated].map(([id, both]) => [id, both.every((reply) => replies.includes(reply))]).toSorted(),
    scenarioOrders: run.scenarioOrders,
    concurrent: [...run.concurrent].map(([id, { moved }]) => [id, moved]).toSorted(),
    stoodStill: run.stoodStill,
    growing: [...run.growing],
    lockedOut: run.lockedOut !== undefined,
    lockOuts: run.lockOuts.size,
    searched: [...run.searched].map(([id, cases]) => [
      id,
      [...cases.values()].every((trace) => traces.includes(trace)),
    ]),
  };
};

const ordersOf = ({ replies }: RunState): readonly string[] =>
  replies
    .filter(({ request }) => request.method === 'POST')
    .map(({ status, request }) => `${request.purpose.probe}: ${amountIn(request.input.body)}, ${status}`)
    .toSorted();

test('two runs in one process share nothing', async () => {
  const alone = await runOn({});
  const [beside, taught] = await Promise.all([runOn({}), runOn(strange())]);
  const learned = await learnedIn(alone);
  expect(Object.keys(learned).toSorted()).toEqual(Object.keys(alone.run).toSorted());
  expect(await learnedIn(beside)).toEqual(learned);
  expect(ordersOf(beside)).toEqual(ordersOf(alone));
  const other = await learnedIn(taught);
  const differing = (Object.keys(learned) as (keyof typeof learned)[]).filter(
    (name) => !isDeepStrictEqual(learned[name], other[name]),
  );
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
