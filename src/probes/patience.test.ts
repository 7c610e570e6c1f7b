import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reply } from '#evidence';
import { replyOf } from '../attribution/reply.test.support.ts';
import { around, aroundWithOthers, confirmed } from './orders/balances.ts';
import { eventually } from './patience.ts';
import { serviceOf } from './service.test.support.ts';
import { derive } from './source.ts';

// Patience is counted from a creation on, and a busy machine lets no more of it pass.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** The clock runs only while a probe pauses. */
const clockedService = ({
  prompt,
  patienceMs = 10_000,
  balance = () => 100,
}: {
  prompt: boolean;
  patienceMs?: number;
  balance?: (now: number, read: number) => number;
}) => {
  let [now, reads] = [0, 0];
  const readBalances = async (): Promise<Reply> => {
    reads += 1;
    return replyOf({ operation: 'balances.read', body: { balances: { usd: balance(now, reads) } } });
  };
  const pause = async (milliseconds: number): Promise<void> => {
    now += milliseconds;
  };
  return { service: serviceOf({ readBalances }, { prompt, patienceMs, pause }), now: () => now };
};

const pass = () => new Promise((resolve) => setImmediate(resolve));

test.each([
  [false, 2_000, true],
  [false, 10_000, true],
  [false, Number.POSITIVE_INFINITY, false],
  [true, 600, true],
  [true, Number.POSITIVE_INFINITY, false],
])(
  'what shows late is waited for, and given up in time (prompt: %s, after %d ms: %s)',
  async (prompt, after, isSeen) => {
    const { service, now } = clockedService({ prompt });
    expect(await eventually(service, async () => now() >= after, Boolean)).toBe(isSeen);
    expect(now()).toBeLessThanOrEqual(prompt ? 1_000 : 10_000);
  },
);

test.each([7, -7])('a clock that is put by %i hours neither ends the patience nor prolongs it', async (hours) => {
  const { service, now } = clockedService({ prompt: false });
  const seen = (after: number) =>
    eventually(
      service,
      async () => {
        vi.setSystemTime(Date.now() + hours * 3_600_000);
        return now() >= after;
      },
      Boolean,
      performance.now(),
    );
  expect(await seen(9_000)).toBe(true);
  const before = now();
  expect(await seen(before + 11_000)).toBe(false);
  expect(now() - before).toBe(10_000);
});

test('nothing is asked again once the answer is there', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return asked === 2;
  };
  expect(await eventually(clockedService({ prompt: true }).service, ask, Boolean)).toBe(true);
  expect(asked).toBe(2);
});

test('the patience of the settings counts from the creation, and is used to its end', async () => {
  const shows = async (patienceMs: number, after: number, agoMs = 0) => {
    const { service, now } = clockedService({ prompt: false, patienceMs });
    const seen = await eventually(service, async () => now() >= after, Boolean, performance.now() - agoMs);
    return [seen, Math.round(now() / 1_000)];
  };
  expect(await shows(20_000, 13_000)).toEqual([true, 16]);
  expect(await shows(10_000, 13_000)).toEqual([false, 10]);
  expect(await shows(60_000, 60_000)).toEqual([true, 60]);
  expect(await shows(10_000, 1_000, 60_000)).toEqual([false, 0]);
});

test('balances that move because something is done are kept for the judgement', async () => {
  let held = 100;
  const { service } = clockedService({ prompt: true, balance: () => held });
  const act = async () => {
    held = 40;
  };
  const seen = await around(service, { act });
  expect(seen.before.body).toEqual({ balances: { usd: 100 } });
  expect(seen.after.body).toEqual({ balances: { usd: 40 } });
});

test('balances that move by themselves show nothing', async () => {
  const { service } = clockedService({ prompt: true, balance: (_now, read) => 100 + read });
  const still = async () => undefined;
  const first = await aroundWithOthers(service, 'a test', { act: still });
  const again = confirmed(
    'a test',
    derive([], () => first),
  );
  await expect(again.send(service, [first])).rejects.toMatchObject({
    message: 'the balances changed although the run did nothing',
    why: { code: 'MOVES_BY_ITSELF', by: 'service' },
  });
});

test.each([
  ['each time', 40, ['mover']],
  ['once', 1, ['bystander', 'onlooker', 'mover']],
])('a probe that moves the balances %s is distinguished from others', async (_name, times, blamed) => {
  let held = 100;
  const { service } = clockedService({ prompt: true, balance: () => held });
  let left = times;
  const move = async () => {
    if (left > 0) held -= 1;
    left -= 1;
  };
  const still = async () => undefined;
  const done: string[] = [];
  const together = Object.entries({ bystander: still, onlooker: still, mover: move }).map(async ([id, act]) => {
    const acting = () => Promise.all([act(), pass(), done.push(id)]);
    return { id, seen: await aroundWithOthers(service, id, { act: acting }) };
  });
  const shown: string[] = [];
  for (const { id, seen } of await Promise.all(together)) {
    const { before, after } = await confirmed(
      id,
      derive([], () => seen),
    ).send(service, [seen]);
    if (JSON.stringify(before.body) !== JSON.stringify(after.body)) shown.push(id);
  }
  expect(shown).toEqual(blamed);
  // With the others, and once alone, however many ask what it does.
  expect(done.toSorted()).toEqual(['bystander', 'bystander', 'mover', 'mover', 'onlooker', 'onlooker']);
});
