import { setImmediate as soon } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Mode } from '#probes';
import { Lock } from './lock.ts';

/** Lets each mode run for a while, and tells which were under way together. */
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

test('orders run together, and so do looks at what they shift, but not both', async () => {
  const seen = await together('moves', 'moves', 'still', 'still');
  expect(seen).toContain('moves 0, moves 1');
  expect(seen).toContain('still 2, still 3');
  expect(seen.filter((each) => each.includes('moves') && each.includes('still'))).toEqual([]);
});

test('what needs the account to itself runs with nothing but reads', async () => {
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

test('refused keys wait for what is still to come', async () => {
  const lock = new Lock();
  const order: string[] = [];
  const coming = lock.expect(async () => {
    await soon();
    await lock.within('moves', async () => order.push('moves'));
  });
  const late = lock.within('late', async () => order.push('late'));
  await Promise.all([coming, late]);
  expect(order).toEqual(['moves', 'late']);
});

test('a failure frees the account', async () => {
  const lock = new Lock();
  const failing = lock.within('alone', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  await expect(lock.within('alone', async () => 'done')).resolves.toBe('done');
});
