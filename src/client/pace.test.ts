import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { OrderTurns, RateLimiter } from './pace.ts';

test('once an order was lost, one at a time leaves until one is answered', async () => {
  const turns = new OrderTurns();
  turns.lose();
  const first = await turns.next();
  let isNext = false;
  const second = turns.next().then((settled) => {
    isNext = true;
    return settled;
  });
  await new Promise(setImmediate);
  expect(isNext).toBe(false);
  first();
  (await second)();
  turns.answered();
  const [one, other] = await Promise.all([turns.next(), turns.next()]);
  expect([one, other]).toEqual([expect.any(Function), expect.any(Function)]);
});

test('a request that yields comes after all that do not, and leaves a place free for them', async () => {
  const limiter = new RateLimiter({ concurrency: 4 });
  const order: string[] = [];
  const asked = [1, 2, 3, 4].map((number) =>
    limiter.within(
      async () => {
        order.push(`yields ${number}`);
        await soon();
      },
      { yields: true },
    ),
  );
  await limiter.within(async () => order.push('does not'));
  await Promise.all(asked);
  expect(order).toEqual(['yields 1', 'yields 2', 'yields 3', 'does not', 'yields 4']);
});

test('a request that yields still leaves where a single place is left', async () => {
  const limiter = new RateLimiter({ concurrency: 4 }, () => 1);
  limiter.narrow(0);
  const left: string[] = [];
  void limiter.within(async () => left.push('yields'), { yields: true });
  await soon();
  expect(left).toEqual(['yields']);
});

test('no more are under way than there are places', async () => {
  const limiter = new RateLimiter({ concurrency: 2 });
  let underWay = 0;
  let most = 0;
  const work = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await soon();
    underWay -= 1;
  };
  await Promise.all([1, 2, 3, 4, 5].map(() => limiter.within(work)));
  expect(most).toBe(2);
});

const perSecond = ({ spacing }: RateLimiter): number => (spacing === 0 ? Number.POSITIVE_INFINITY : 1000 / spacing);

const limiterOf = (requestsPerSecond?: number) => {
  const clock = { now: 0 };
  const options = { concurrency: 1, ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }) };
  const limiter = new RateLimiter(options, () => clock.now);
  const at = (now: number): RateLimiter => {
    clock.now = now;
    return limiter;
  };
  /** Returns the time after the first second. */
  const send = (count: number): number => {
    for (let n = 0; n < count; n += 1) at(0).count();
    return 1000;
  };
  return { limiter, at, send };
};

describe('a rate', () => {
  test('is not spaced until it is lowered', () => {
    expect(perSecond(limiterOf().limiter)).toBe(Number.POSITIVE_INFINITY);
    expect(perSecond(limiterOf(20).limiter)).toBe(20);
  });

  test('falls to half of what was sent, and not below its floor', () => {
    const { limiter, at, send } = limiterOf();
    const now = send(80);
    at(now).slowDown(now - 1);
    expect(perSecond(limiter)).toBeCloseTo(40);
    for (let n = 1; n < 10; n += 1) at(now + n).slowDown(now + n);
    expect(perSecond(limiter)).toBeCloseTo(5);
  });

  test('falls once for all that had left before', () => {
    const { limiter, at, send } = limiterOf();
    const now = send(80);
    for (let n = 1; n < 8; n += 1) at(now + n).slowDown(now - n);
    expect(perSecond(limiter)).toBeCloseTo(40);
  });

  test('rises by steps, so that a limit is found again slowly', () => {
    const { limiter, at, send } = limiterOf();
    const now = send(60);
    at(now).slowDown(now - 1);
    for (let n = 0; n < 30; n += 1) limiter.speedUp();
    expect(perSecond(limiter)).toBeGreaterThan(32);
    expect(perSecond(limiter)).toBeLessThan(34);
  });

  test('never rises above its bound', () => {
    const { limiter, at, send } = limiterOf(20);
    const now = send(20);
    at(now).slowDown(now - 1);
    expect(perSecond(limiter)).toBeCloseTo(10);
    for (let n = 0; n < 1000; n += 1) limiter.speedUp();
    expect(perSecond(limiter)).toBe(20);
  });

  test('falls to a quarter of a bound that is low itself', () => {
    const { limiter, at, send } = limiterOf(2);
    send(1);
    for (let n = 1; n < 10; n += 1) at(n).slowDown(n);
    expect(perSecond(limiter)).toBe(0.5);
  });
});

test('below a limit of 30 a second, 700 requests take less than a minute', () => {
  const { limiter, at } = limiterOf();
  let now = 0;
  let served: number[] = [];
  let limited = 0;
  for (let done = 0; done < 700; ) {
    at(now).count();
    served = served.filter((at) => at > now - 1000);
    if (served.length < 30) {
      served.push(now);
      limiter.speedUp();
      done += 1;
    } else {
      limited += 1;
      at(now).slowDown(now);
      now += 250;
    }
    now += limiter.spacing || 2;
  }
  expect(now).toBeLessThan(60_000);
  expect(limited).toBeLessThan(60);
});
