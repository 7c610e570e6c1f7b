import { expect, test } from 'vitest';
import { Outage } from './outage.ts';

const limits = { gatewayWaitMs: 500, patienceMs: 65_000 };

/** An outage of so many looks, on an injected clock. */
const outageOf = (looks: number, { canLook = true } = {}) => {
  const clock = { ms: 0, looks: 0 };
  const outage = new Outage({
    limits,
    look: async () => {
      clock.looks += 1;
      return clock.looks > looks;
    },
    canLook: () => canLook,
    signals: [],
    pause: async (ms) => {
      clock.ms += ms;
    },
  });
  return { outage, clock };
};

test('one read looks for all who wait, less and less often', async () => {
  const { outage, clock } = outageOf(3);
  outage.begin();
  outage.begin();
  await Promise.all([outage.over(), outage.over()]);
  expect(clock).toEqual({ ms: 500 + 1_000 + 2_000 + 4_000, looks: 4 });
  expect(outage.isGivenUp).toBe(false);
  outage.begin();
  await outage.over();
  expect(clock.looks).toBe(5);
});

test('a service that does not come back is given up, and waited for again once it has answered', async () => {
  const { outage, clock } = outageOf(Number.POSITIVE_INFINITY);
  outage.begin();
  await outage.over();
  expect(outage.isGivenUp).toBe(true);
  expect(clock.ms).toBeLessThan(limits.patienceMs + 5_000);
  const { looks } = clock;
  outage.begin();
  await outage.over();
  expect(clock.looks).toBe(looks);
  outage.end(false);
  outage.begin();
  await outage.over();
  expect(clock.looks).toBeGreaterThan(looks);
});

test('nobody is waited for who never answered', async () => {
  const { outage, clock } = outageOf(3, { canLook: false });
  outage.begin();
  await outage.over();
  expect(clock.looks).toBe(0);
});

test('once an order was lost, one at a time leaves until one is answered', async () => {
  const { outage } = outageOf(0);
  outage.loseOrder();
  const first = await outage.orderTurn();
  const second = outage.orderTurn();
  await new Promise(setImmediate);
  first?.();
  expect(await second).toBe(undefined);
  expect(await outage.orderTurn()).toBeDefined();
  outage.end(true);
  const [one, other] = await Promise.all([outage.orderTurn(), outage.orderTurn()]);
  expect([one, other]).not.toContain(undefined);
});
