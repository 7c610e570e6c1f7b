import { expect, test } from 'vitest';
import { operationOf } from '#contract';
import type { Fault } from '#sandbox';
import { runOnSandbox } from '../testing/in-process.test.support.ts';

/** Counts what reaches a service. */
const counting = () => {
  const seen = { requests: 0, accepted: 0, wrongKeys: 0 };
  const fault: Fault = {
    reply: (reply, { operation }) => {
      seen.requests += 1;
      if (reply.status === 401) seen.wrongKeys += 1;
      if (operation && operationOf(operation).movesMoney && reply.status < 300) seen.accepted += 1;
    },
  };
  return { seen, fault };
};

test.each([
  ['smoke', 200, 25],
  ['gate', 800, 80],
] as const)(
  'a %s on a conforming service of others stays below %d requests and %d accepted orders',
  async (profile, most, orders) => {
    const { seen, fault } = counting();
    const { verdict } = await runOnSandbox(fault, { profile, prompt: true });
    expect(verdict.exitCode).toBe(0);
    expect(seen.requests).toBe(verdict.requests.sent);
    expect(seen.requests).toBeLessThanOrEqual(most);
    expect(seen.accepted).toBeLessThanOrEqual(orders);
    expect(seen.wrongKeys).toBeLessThanOrEqual(40);
  },
);
