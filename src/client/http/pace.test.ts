import { setImmediate as soon } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

test('of those that wait for a place, who came first is served first', async () => {
  const pace = new Pace({ concurrency: 1 });
  const order: string[] = [];
  const asked = ['first', 'second', 'third'].map((name) =>
    pace.within(async () => {
      order.push(name);
      await soon();
    }),
  );
  await Promise.all(asked);
  expect(order).toEqual(['first', 'second', 'third']);
});

test('a request that yields comes after all that do not, and leaves a place free for them', async () => {
  const pace = new Pace({ concurrency: 4 });
  const order: string[] = [];
  const asked = [1, 2, 3, 4].map((number) =>
    pace.within(async () => {
      order.push(`yields ${number}`);
      await soon();
    }, true),
  );
  await pace.within(async () => order.push('does not'));
  await Promise.all(asked);
  expect(order).toEqual(['yields 1', 'yields 2', 'yields 3', 'does not', 'yields 4']);
});

test('no more are under way than there are places', async () => {
  const pace = new Pace({ concurrency: 2 });
  let underWay = 0;
  let most = 0;
  const work = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await soon();
    underWay -= 1;
  };
  await Promise.all([1, 2, 3, 4, 5].map(() => pace.within(work)));
  expect(most).toBe(2);
});
