import { setImmediate as soon } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NoAnswer } from '#client';
import { type Reply, Untested } from '#evidence';
import { all, derive, joined, type Mode, type Probe, probe } from '#probes';
import { individual, setting, transportTo } from './transport.test.support.ts';
import { Lock, World } from './world.ts';

/** Lets each mode run for a while, and returns those that were under way together. */
const together = async (...modes: readonly Mode[]): Promise<readonly string[]> => {
  const lock = new Lock();
  const running: string[] = [];
  const seen = new Set<string>();
  await Promise.all(
    modes.map((mode, at) =>
      lock.within(mode, async () => {
        running.push(`${mode} ${at}`);
        for (let turn = 0; turn < 3; turn += 1) {
          seen.add([...running].sort().join(', '));
          await soon();
        }
        running.splice(running.indexOf(`${mode} ${at}`), 1);
      }),
    ),
  );
  return [...seen];
};

test('orders run together, and so do reads of what they shift, but not both', async () => {
  const seen = await together('orders', 'orders', 'quiet', 'quiet');
  expect(seen).toContain('orders 0, orders 1');
  expect(seen).toContain('quiet 2, quiet 3');
  expect(seen.filter((each) => each.includes('orders') && each.includes('quiet'))).toEqual([]);
});

test('orders that leave the balances as they are run together, and separately from all that may not', async () => {
  const seen = await together('balanceNeutral', 'orders', 'quiet', 'exclusive', 'balanceNeutral');
  expect(seen).toContain('balanceNeutral 0, balanceNeutral 4');
  expect(seen.filter((each) => each.includes('balanceNeutral') && /orders|quiet|exclusive/.test(each))).toEqual([]);
});

test('a probe that needs the account to itself runs with nothing but reads', async () => {
  const seen = await together('exclusive', 'orders', 'reads', 'quiet', 'exclusive');
  const others = seen.filter((each) => each.includes('exclusive') && /orders|quiet|exclusive \d.*exclusive/.test(each));
  expect(others).toEqual([]);
  expect(seen.some((each) => each.includes('exclusive') && each.includes('reads'))).toBe(true);
});

test('refused keys wait until nothing else does, and run by themselves', async () => {
  const seen = await together('orders', 'wrongKeys', 'wrongKeys', 'reads');
  expect(seen.filter((each) => each.includes('wrongKeys') && /reads|orders/.test(each))).toEqual([]);
  expect(seen.at(-1)).toContain('wrongKeys');
});

test('the sequence does not depend on which came first', async () => {
  const lock = new Lock();
  const order: Mode[] = [];
  const modes = ['wrongKeys', 'quiet', 'orders', 'sequences', 'exclusive', 'balanceNeutral'] as const;
  await Promise.all(modes.map((mode) => lock.within(mode, async () => order.push(mode))));
  expect(order).toEqual(modes.toReversed());
});

test.each(['wrongKeys', 'quiet'] as const)('%s ones wait for what is still to come', async (mode) => {
  const lock = new Lock();
  const order: Mode[] = [];
  const coming = lock.expect({ mode: 'orders', after: 'reads' }, async () => {
    await soon();
    await lock.within('orders', async () => order.push('orders'));
  });
  const waiting = lock.within(mode, async () => order.push(mode));
  await Promise.all([coming, waiting]);
  expect(order).toEqual(['orders', mode]);
});

test('nothing waits for what comes after it', async () => {
  const lock = new Lock();
  const order: Mode[] = [];
  const quiet = lock.within('quiet', async () => order.push('quiet'));
  const after = lock.expect({ mode: 'orders', after: 'quiet' }, async () => {
    await quiet;
    await lock.within('orders', async () => order.push('orders'));
  });
  await Promise.all([quiet, after]);
  expect(order).toEqual(['quiet', 'orders']);
});

test('a failure frees the account', async () => {
  const lock = new Lock();
  const failing = lock.within('exclusive', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  await expect(lock.within('exclusive', async () => 'done')).resolves.toBe('done');
});

/** True where a mode that arrives while another is under way joins it. */
const joins = async (arriving: Mode, running: Mode): Promise<boolean> => {
  const lock = new Lock();
  let isRunning = true;
  const first = lock.within(running, async () => {
    for (let turn = 0; turn < 8; turn += 1) await soon();
    isRunning = false;
  });
  for (let turn = 0; turn < 3; turn += 1) await soon();
  let joined = false;
  await lock.within(arriving, async () => {
    joined = isRunning;
  });
  await first;
  return joined;
};

test('what excludes each other does so in any sequence', async () => {
  const modes = ['balanceNeutral', 'exclusive', 'orders', 'quiet'] as const;
  for (const one of modes)
    for (const other of modes)
      expect([one, other, await joins(one, other)]).toEqual([one, other, one === other && one !== 'exclusive']);
  for (const mode of modes) expect([mode, await joins('reads', mode)]).toEqual([mode, true]);
});

const worldOf = (transport = transportTo(() => ({ status: 200, body: {} }))) =>
  new World({ transport, setting, seed: 1 });

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
  const world = worldOf(transport);
  const statuses = derive([reading], (replies) => replies.map(({ status }) => status));
  expect(await Promise.all([world.get(reading), world.get(statuses), world.get(statuses)])).toHaveLength(3);
  expect(transport.asked).toEqual(['/v1/ramp/banking/balances']);
  expect(world.replies.map(({ request }) => request.purpose)).toEqual([{ probe: 'reading' }]);
  expect([...world.ended]).toEqual(['reading']);
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
  expect(await worldOf(transport).get(later)).toBe(404);
  expect(transport.asked).toEqual(['/v1/ramp/banking/balances', `/v1/ramp/subaccount/${individual}`]);
});

test('a missing role is untested with its variable, and spoils no list that does without', async () => {
  const world = worldOf();
  await expect(world.get(missing)).rejects.toThrow('RAMP_BUSINESS_SUBACCOUNT_ID is not set');
  await expect(world.get(all(reading, missing))).rejects.toBeInstanceOf(Untested);
  expect(await world.get(joined(missing, reading))).toHaveLength(1);
  await expect(world.get(joined(missing))).rejects.toBeInstanceOf(Untested);
});

test('an item without an answer is left out and noted; where none has one, the first reason is thrown', async () => {
  const each = probe('each', {
    mode: 'reads',
    send: async (service) => service.each(['here', 'gone'], (currency) => service.api.listTaxonomy({ currency })),
  });
  const silent = (path: string) => {
    throw new NoAnswer('taxonomy.list', 'TRANSPORT_RESET', path);
  };
  const half = worldOf(transportTo(({ path }) => (path.endsWith('gone') ? silent(path) : { status: 200, body: [] })));
  expect(await half.get(each)).toHaveLength(1);
  expect(half.failuresOf(each).map(({ name }) => name)).toEqual(['NoAnswer']);
  await expect(worldOf(transportTo(({ path }) => silent(path))).get(each)).rejects.toBeInstanceOf(NoAnswer);
});

test('a profile leaves deeper probes out and says so', async () => {
  const deep = probe('deep', { mode: 'reads', minProfile: 'deep', send: async () => 1 });
  await expect(worldOf().get(deep)).rejects.toThrow('the profile gate leaves it to the profile deep');
});
