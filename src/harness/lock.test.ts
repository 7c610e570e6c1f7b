import { setImmediate as soon } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Mode } from '#probes';
import { Lock } from './lock.ts';

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
  const seen = await together('moves', 'moves', 'still', 'still');
  expect(seen).toContain('moves 0, moves 1');
  expect(seen).toContain('still 2, still 3');
  expect(seen.filter((each) => each.includes('moves') && each.includes('still'))).toEqual([]);
});

test('orders that leave the balances as they are run together, and separately from all that may not', async () => {
  const seen = await together('level', 'moves', 'still', 'alone', 'level');
  expect(seen).toContain('level 0, level 4');
  expect(seen.filter((each) => each.includes('level') && /moves|still|alone/.test(each))).toEqual([]);
});

test('a probe that needs the account to itself runs with nothing but reads', async () => {
  const seen = await together('alone', 'moves', 'reads', 'still', 'alone');
  const others = seen.filter((each) => each.includes('alone') && /moves|still|alone \d.*alone/.test(each));
  expect(others).toEqual([]);
  expect(seen.some((each) => each.includes('alone') && each.includes('reads'))).toBe(true);
});

test('refused keys wait until nothing else does, and run by themselves', async () => {
  const seen = await together('moves', 'late', 'late', 'reads');
  expect(seen.filter((each) => each.includes('late') && /reads|moves/.test(each))).toEqual([]);
  expect(seen.at(-1)).toContain('late');
});

test('the sequence does not depend on which came first', async () => {
  const lock = new Lock();
  const order: Mode[] = [];
  const modes = ['late', 'still', 'moves', 'alone', 'level'] as const;
  await Promise.all(modes.map((mode) => lock.within(mode, async () => order.push(mode))));
  expect(order).toEqual(modes.toReversed());
});

test.each(['late', 'still'] as const)('%s ones wait for what is still to come', async (mode) => {
  const lock = new Lock();
  const order: Mode[] = [];
  const coming = lock.expect({ mode: 'moves', after: 'reads' }, async () => {
    await soon();
    await lock.within('moves', async () => order.push('moves'));
  });
  const waiting = lock.within(mode, async () => order.push(mode));
  await Promise.all([coming, waiting]);
  expect(order).toEqual(['moves', mode]);
});

test('nothing waits for what comes after it', async () => {
  const lock = new Lock();
  const order: Mode[] = [];
  const still = lock.within('still', async () => order.push('still'));
  const after = lock.expect({ mode: 'moves', after: 'still' }, async () => {
    await still;
    await lock.within('moves', async () => order.push('moves'));
  });
  await Promise.all([still, after]);
  expect(order).toEqual(['still', 'moves']);
});

test('a failure frees the account', async () => {
  const lock = new Lock();
  const failing = lock.within('alone', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  await expect(lock.within('alone', async () => 'done')).resolves.toBe('done');
});
