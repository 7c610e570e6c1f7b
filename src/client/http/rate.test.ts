import { describe, expect, test } from 'vitest';
import { Rate } from './rate.ts';

const perSecond = ({ spacing }: Rate): number => (spacing === 0 ? Number.POSITIVE_INFINITY : 1000 / spacing);

/** Sends so many in each of some seconds, and returns the time after them. */
const send = (rate: Rate, count: number, seconds = 1): number => {
  for (let second = 0; second < seconds; second += 1)
    for (let n = 0; n < count; n += 1) rate.sent(second * 1000);
  return seconds * 1000;
};

describe('a rate', () => {
  test('is not spaced until it is lowered', () => {
    expect(perSecond(new Rate())).toBe(Number.POSITIVE_INFINITY);
    expect(perSecond(new Rate(20))).toBe(20);
  });

  test('falls to half of what was sent, and not below its floor', () => {
    const rate = new Rate();
    const now = send(rate, 80);
    rate.lower(now - 1, now);
    expect(perSecond(rate)).toBeCloseTo(40);
    for (let n = 1; n < 10; n += 1) rate.lower(now + n, now + n);
    expect(perSecond(rate)).toBeCloseTo(10);
  });

  test('falls once for all that had left before', () => {
    const rate = new Rate();
    const now = send(rate, 80);
    for (let n = 1; n < 8; n += 1) rate.lower(now - n, now + n);
    expect(perSecond(rate)).toBeCloseTo(40);
  });

  test('rises by steps, so that a limit is found again slowly', () => {
    const rate = new Rate();
    const now = send(rate, 60);
    rate.lower(now - 1, now);
    for (let n = 0; n < 30; n += 1) rate.raise();
    expect(perSecond(rate)).toBeGreaterThan(32);
    expect(perSecond(rate)).toBeLessThan(34);
  });

  test('never rises above its bound', () => {
    const rate = new Rate(20);
    const now = send(rate, 20);
    rate.lower(now - 1, now);
    expect(perSecond(rate)).toBeCloseTo(10);
    for (let n = 0; n < 1000; n += 1) rate.raise();
    expect(perSecond(rate)).toBe(20);
  });

  test('falls to a quarter of a bound that is low itself', () => {
    const rate = new Rate(2);
    rate.sent(0);
    for (let n = 1; n < 10; n += 1) rate.lower(n, n);
    expect(perSecond(rate)).toBe(0.5);
  });
});

test('below a limit of 30 a second, 700 requests take less than a minute', () => {
  const rate = new Rate();
  let now = 0;
  let served: number[] = [];
  let limited = 0;
  for (let done = 0; done < 700; ) {
    rate.sent(now);
    served = served.filter((at) => at > now - 1000);
    if (served.length < 30) {
      served.push(now);
      rate.raise();
      done += 1;
    } else {
      limited += 1;
      rate.lower(now, now);
      now += 250;
    }
    now += rate.spacing || 2;
  }
  expect(now).toBeLessThan(60_000);
  expect(limited).toBeLessThan(60);
});
