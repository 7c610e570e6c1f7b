import { setImmediate as soon } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Mode } from '#probes';
import { Lock } from './lock.ts';

test('the sequence does not depend on which came first', async () => {
  const lock = new Lock();
  const order: Mode[] = [];
  const modes = ['wrongKeys', 'quiet', 'orders', 'sequences', 'exclusive', 'balanceNeutral', 'reads'] as const;
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

test('what excludes each other does so in any sequence, and reads exclude refused keys alone', async () => {
  const modes = ['balanceNeutral', 'exclusive', 'orders', 'quiet', 'sequences', 'wrongKeys'] as const;
  const alone: readonly Mode[] = ['exclusive', 'sequences'];
  for (const one of modes) {
    for (const other of modes)
      expect([one, other, await joins(one, other)]).toEqual([one, other, one === other && !alone.includes(one)]);
    for (const [arriving, running] of [
      ['reads', one],
      [one, 'reads'],
    ] as const)
      expect([arriving, running, await joins(arriving, running)]).toEqual([arriving, running, one !== 'wrongKeys']);
  }
});
