import { setImmediate as soon } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Mode } from '#probes';
import { Lock } from './lock.ts';

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
