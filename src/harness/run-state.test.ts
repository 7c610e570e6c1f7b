import { expect, test } from 'vitest';
import { NoAnswer } from '#client';
import { type Reply, Untested } from '#evidence';
import { all, derive, joined, type Probe, probe } from '#probes';
import { RunState } from './run-state.ts';
import { individual, setting, transportTo } from './transport.test.support.ts';

const stateOf = (transport = transportTo(() => ({ status: 200, body: {} }))) =>
  new RunState({ transport, setting, seed: 1 });

const reading: Probe<readonly Reply[]> = probe('reading', {
  mode: 'reads',
  send: async ({ api }) => [await api.readBalances({})],
});

const missing: Probe<readonly Reply[]> = probe('missing', {
  mode: 'reads',
  send: async ({ api, roles }) => [await api.readSubaccount({ subaccountId: roles.business })],
});

test('a probe is sent once, whoever asks, and its replies say who asked', async () => {
  const transport = transportTo(() => ({ status: 200, body: {} }));
  const runState = stateOf(transport);
  const statuses = derive([reading], (replies) => replies.map(({ status }) => status));
  expect(await Promise.all([runState.get(reading), runState.get(statuses), runState.get(statuses)])).toHaveLength(3);
  expect(transport.asked).toEqual(['/v1/ramp/banking/balances']);
  expect(runState.replies.map(({ request }) => request.purpose)).toEqual([{ probe: 'reading' }]);
  expect([...runState.ended]).toEqual(['reading']);
});

test('a probe begins when what it needs is there', async () => {
  const later = probe('later', {
    mode: 'exclusive',
    from: [reading],
    send: async ({ api, roles }, [first]) => {
      await api.readSubaccount({ subaccountId: roles.individual });
      return first?.status;
    },
  });
  const transport = transportTo(() => ({ status: 404, body: {} }));
  expect(await stateOf(transport).get(later)).toBe(404);
  expect(transport.asked).toEqual(['/v1/ramp/banking/balances', `/v1/ramp/subaccount/${individual}`]);
});

test('a missing role is untested with its variable, and spoils no list that does without', async () => {
  const runState = stateOf();
  await expect(runState.get(missing)).rejects.toThrow('RAMP_BUSINESS_SUBACCOUNT_ID is not set');
  await expect(runState.get(all(reading, missing))).rejects.toBeInstanceOf(Untested);
  expect(await runState.get(joined(missing, reading))).toHaveLength(1);
  await expect(runState.get(joined(missing))).rejects.toBeInstanceOf(Untested);
});

test('an item without an answer is left out and noted; where none has one, the first reason is thrown', async () => {
  const each = probe('each', {
    mode: 'reads',
    send: async (service) => service.each(['here', 'gone'], (currency) => service.api.listTaxonomy({ currency })),
  });
  const silent = (path: string) => {
    throw new NoAnswer('taxonomy.list', 'TRANSPORT_RESET', path);
  };
  const half = stateOf(transportTo(({ path }) => (path.endsWith('gone') ? silent(path) : { status: 200, body: [] })));
  expect(await half.get(each)).toHaveLength(1);
  expect(half.failuresOf(each).map(({ name }) => name)).toEqual(['NoAnswer']);
  await expect(stateOf(transportTo(({ path }) => silent(path))).get(each)).rejects.toBeInstanceOf(NoAnswer);
});

test('a profile leaves deeper probes out and says so', async () => {
  const deep = probe('deep', { mode: 'reads', minProfile: 'deep', send: async () => 1 });
  await expect(stateOf().get(deep)).rejects.toThrow('the full test (gate) skips this; the long test (deep) covers it');
});
