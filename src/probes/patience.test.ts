import { expect, test } from 'vitest';
import type { Reply } from '#evidence';
import { replyOf, settingOf } from '../checks/reply.test.support.ts';
import { around } from './balances.ts';
import { eventually } from './patience.ts';
import type { Service } from './service.ts';

/** A service whose clock goes only while a probe pauses. */
const serviceOf = ({
  embedded,
  balance = () => 100,
}: {
  embedded: boolean;
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
  const service = { ...settingOf(), embedded, api: { readBalances }, pause } as unknown as Service;
  return { service, now: () => now };
};

test.each([
  [false, 2_000],
  [false, 10_000],
  [true, 600],
])('what shows late is waited for (on our own sandbox: %s, after %i ms)', async (embedded, after) => {
  const { service, now } = serviceOf({ embedded });
  expect(await eventually(service, async () => now() >= after, Boolean)).toBe(true);
});

test('what never shows is given up in time', async () => {
  for (const [embedded, most] of [
    [false, 10_000],
    [true, 1_000],
  ] as const) {
    const { service, now } = serviceOf({ embedded });
    expect(await eventually(service, async () => false, Boolean)).toBe(false);
    expect(now()).toBeLessThanOrEqual(most);
  }
});

test('balances that move because something is done are kept for the judgement', async () => {
  let held = 100;
  const { service } = serviceOf({ embedded: true, balance: () => held });
  const seen = await around(service, async () => {
    held = 40;
  });
  expect(seen.before.body).toEqual({ balances: { usd: 100 } });
  expect(seen.after.body).toEqual({ balances: { usd: 40 } });
});

test('balances that move by themselves show nothing', async () => {
  const { service } = serviceOf({ embedded: true, balance: (_now, read) => 100 + read });
  await expect(around(service, async () => undefined)).rejects.toMatchObject({
    message: 'the balances move by themselves, with nothing done',
    by: 'service',
  });
});
