import { expect, test } from 'vitest';
import { badGateway, type Gateway, hurried, isOrder, runBehind, withOutcome } from './gateway.test.support.ts';

const kept = 'offramp.initiate/is-kept-once';

/** Sends every other order to a second server too, and from some point on reaches none. */
const resending = (reached: number): Gateway => {
  let orders = 0;
  return async (asked, forward) => {
    if (!isOrder(asked)) return forward();
    orders += 1;
    if (orders > reached) return badGateway;
    if (orders % 2 === 0) await forward();
    return forward();
  };
};

test('two records of an order are nobody’s fault where a gateway failed, after the last order too', async () => {
  const { verdict } = await runBehind(resending(5), { ...hurried, profile: 'gate', only: [kept] });
  expect(withOutcome(verdict, 'deviates')).toEqual([]);
  expect(verdict.exitCode).toBe(3);
});

test('they are found where no gateway failed', async () => {
  const { verdict } = await runBehind(resending(Number.POSITIVE_INFINITY), {
    ...hurried,
    profile: 'gate',
    only: [kept],
  });
  expect(withOutcome(verdict, 'deviates')).toEqual([kept]);
});
