import { expect, test } from 'vitest';
import { type AnyCheck, type Check, succeeds } from '#checks';
import { NoAnswer } from '#client';
import { type Probe, probe } from '#probes';
import { judgeCheck } from './judge.ts';
import { RunState } from './run-state.ts';
import { isUnsettled, settle } from './second-look.ts';
import { individual, setting, transportTo } from './transport.test.support.ts';

const reference = '5f0c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5b';

const order = { subaccountId: individual, body: { amount: 10, client_onramp_reference: reference } };

const onramp: Probe<unknown> = probe('an onramp', {
  mode: 'orders',
  send: async (service) => {
    await service.api.readBalances({});
    return [await service.api.initiateOnramp(order)];
  },
});

const checkOf = (requirement: AnyCheck['requirement']): AnyCheck => ({
  requirement,
  source: onramp,
  judge: succeeds as Check['judge'],
});

const checks = [
  checkOf('onramp.initiate/accepts-each-listed-asset'),
  checkOf('onramp.initiate/answers-with-its-record'),
];

const settledAfter = async (closings: number) => {
  const bodies: string[] = [];
  const transport = transportTo(({ operation, body }) => {
    if (operation !== 'onramp.initiate') return { status: 200, body: { balances: {} } };
    bodies.push(String(body));
    if (bodies.length > closings) return { status: 200, body: { id: reference } };
    const closed = new NoAnswer(operation, 'TRANSPORT_RESET', 'the connection was closed before any answer');
    closed.isLost = true;
    throw closed;
  });
  const runState = new RunState({ transport, setting, seed: 1 });
  const outcomes = new Map(
    await Promise.all(checks.map(async (check) => [check, await judgeCheck(check, runState)] as const)),
  );
  expect([...outcomes].every(([check, outcome]) => isUnsettled(check, outcome, runState))).toBe(true);
  return { bodies, settled: [...(await settle(checks, outcomes, { runState })).values()] };
};

test('an order that is closed on a third time at the end of the run is one finding', async () => {
  const { settled } = await settledAfter(3);
  expect(settled).toMatchObject([
    { findings: [], reasons: [{ code: 'CONNECTION_CLOSED', by: 'service' }] },
    { findings: [{ code: 'NO_ANSWER', seen: '2 of 2' }] },
  ]);
});

test('an order that is answered at the end of the run was closed on by accident', async () => {
  const { settled, bodies } = await settledAfter(2);
  const lost = { findings: [], reasons: [{ code: 'TRANSPORT_RESET', failed: true }] };
  expect(settled).toMatchObject([lost, lost]);
  expect(new Set(bodies).size).toBe(3);
});
