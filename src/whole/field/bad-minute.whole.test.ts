import { beforeAll, describe, expect, test } from 'vitest';
import type { RequirementId } from '#contract';
import type { Profile } from '#run';
import { startSandbox } from '#sandbox';
import {
  type Answered,
  type Asked,
  type BehindGateway,
  forwardTo,
  type Gateway,
  hurried,
  isOrder,
  runBehind,
  withOutcome,
} from './gateway.test.support.ts';

type Instead = () => Answered | Promise<Answered>;

/**
 * From the request that begins it, so many in a row are answered so, as often as is said. `orders` bounds how many of them are
 * orders: of a kind of which three in a row are lost no more are sent, and which requests come then hangs on how they meet.
 */
const outage =
  (
    answer: Instead,
    begins: (asked: Asked) => boolean,
    { after = 10, lasts = 12, times = 1, orders = Number.POSITIVE_INFINITY } = {},
  ) =>
  (): Gateway => {
    let [met, left, out, ordersLeft] = [0, times, 0, orders];
    return (asked, forward) => {
      if (begins(asked)) met += 1;
      if (left > 0 && met >= after) [met, left, out] = [0, left - 1, lasts];
      out -= 1;
      if (out < 0 || (isOrder(asked) && ordersLeft === 0)) return forward();
      if (isOrder(asked)) ordersLeft -= 1;
      return answer();
    };
  };

const reset = (): never => {
  throw new Error('the connection is closed');
};

/** Each so many-th request loses its connection before it is passed on. */
const closesEvery = (requests: number) => (): Gateway => {
  let met = 0;
  return (_asked, forward) => {
    met += 1;
    return met % requests === 0 ? reset() : forward();
  };
};

/** More than so many requests under way are closed, as a firewall does where connections are bounded. */
const bounded = (most: number) => (): Gateway => {
  let underWay = 0;
  return async (_asked, forward) => {
    if (underWay >= most) return reset();
    underWay += 1;
    return forward().finally(() => {
      underWay -= 1;
    });
  };
};

const all = () => true;
type Minute = readonly [gateway: () => Gateway, profile: Profile];

const minutes: Readonly<Record<string, Minute>> = {
  'workers that are restarted, each of which closes what it had open': [
    // As many as a run has under way; more of them would take the controls of three holds.
    outage(reset, all, { after: 40, lasts: 8, times: 3, orders: 2 }),
    'gate',
  ],
  'a server that closes connections after so many requests': [closesEvery(37), 'smoke'],
  'a bound of connections, above which each is closed': [bounded(3), 'gate'],
};

/** References of orders that came with the right key and were not refused; each stands for one order. */
const referencesIn = (passed: BehindGateway['passed']): readonly string[] =>
  passed
    .filter((each) => isOrder(each) && each.status < 400)
    .flatMap(({ body }) => /"client_\w+_reference":"([^"]{36,})"/.exec(String(body))?.[1] ?? []);

describe('a right service is tested whole behind', () => {
  const usual: Record<string, { readonly requests: number; readonly repeated: number }> = {};

  const repeatedIn = (passed: BehindGateway['passed']): number => {
    const references = referencesIn(passed);
    return references.length - new Set(references).size;
  };

  beforeAll(async () => {
    for (const profile of ['smoke', 'gate'] as const) {
      const { passed } = await runBehind((_asked, forward) => forward(), { ...hurried, profile });
      usual[profile] = { requests: passed.length, repeated: repeatedIn(passed) };
    }
  });

  test.concurrent.each(Object.entries(minutes))('%s', async (_name, [gateway, profile]) => {
    const { verdict, passed } = await runBehind(gateway(), { ...hurried, profile });
    expect(withOutcome(verdict, 'deviates')).toEqual([]);
    expect(withOutcome(verdict, 'no-result')).toEqual([]);
    expect(verdict.exitCode).toBe(0);
    const { requests = 0, repeated = 0 } = usual[profile] ?? {};
    expect(verdict.requests?.sent).toBeLessThanOrEqual(2 * requests);
    // No order is sent twice, save where that is what is tested.
    expect(repeatedIn(passed)).toBeLessThanOrEqual(repeated);
  });
});

const lookedFor: readonly RequirementId[] = [
  'offramp.initiate/can-be-read',
  'offramp.initiate/can-be-listed',
  'offramp.initiate/is-kept-as-created',
];

test.each<[string, (asked: Asked, orders: number) => boolean, number]>([
  ['with orders after it', (_asked, orders) => orders === 10, 0],
  ['without another order', (asked, orders) => orders > 0 && !isOrder(asked), 3],
])('a service that comes back without its orders is not blamed, %s', async (_, begins, exitCode) => {
  const anew = await startSandbox();
  let [orders, away, ordersLeft, isOver] = [0, 6, 2, false];
  const gateway: Gateway = (asked, forward) => {
    if (isOrder(asked)) orders += 1;
    isOver ||= begins(asked, orders);
    if (!isOver) return forward();
    away -= 1;
    // After three lost in a row no more are placed.
    if (isOrder(asked)) ordersLeft -= 1;
    return away < 0 || (isOrder(asked) && ordersLeft < 0) ? forwardTo(anew.baseUrl, asked) : reset();
  };
  const { verdict } = await runBehind(gateway, { ...hurried, profile: 'gate', only: lookedFor });
  await anew.close();
  expect(withOutcome(verdict, 'deviates')).toEqual([]);
  expect(verdict.requests?.away).toMatchObject([{ back: true }]);
  expect(verdict.exitCode).toBe(exitCode);
});
