import { expect, test } from 'vitest';
import type { UniversalCheck } from '#checks';
import { type Probe, probe } from '#probes';
import { judgeCheck } from './judge.ts';
import { RunState } from './run-state.ts';
import { individual, setting, transportTo } from './transport.test.support.ts';

const onramp: Probe<unknown> = probe('an onramp', {
  mode: 'orders',
  send: ({ api }) => api.initiateOnramp({ subaccountId: individual, body: { amount: 10 } }),
});

const judgedOf = async (...statuses: readonly number[]): Promise<readonly number[]> => {
  let at = 0;
  const error = { statusCode: 503, message: 'busy', error: 'Service Unavailable' };
  const transport = transportTo(() => {
    const status = statuses[at] ?? 200;
    at += 1;
    return { status, body: status === 503 ? error : { id: individual } };
  });
  const judged: number[] = [];
  const check: UniversalCheck = {
    requirement: 'onramp.initiate/survives-mistyped-members',
    needs: [onramp],
    of: () => true,
    judge: (replies, { attribution }) => {
      judged.push(...replies.filter(attribution.mayJudge).map(({ status }) => status));
      return { findings: [], judged: replies };
    },
  };
  const runState = new RunState({ transport, setting, seed: 1 });
  await runState.get(onramp);
  await judgeCheck(check, runState);
  return judged;
};

test('an order that the service put off is not judged where another of its kind was answered', async () => {
  expect(await judgedOf(503, 200)).toEqual([200]);
  expect(await judgedOf(503, 503)).toEqual([503, 503]);
});
