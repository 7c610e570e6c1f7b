import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Profile } from '#contract';
import type { Verdict } from '#reporting';
import { startSandbox } from '#sandbox';
import { type Gateway, runBehind } from './gateway.test.support.ts';
import {
  badGateway,
  blocksOddValues,
  cachesByUrl,
  compresses,
  delays,
  failsAt,
  failsSometimes,
  lacksRoutes,
  limitedWithTime,
  limitsBodies,
  limitsOrders,
  limitsRate,
  limitsWhatIsDue,
  locksOut,
  losesOrders,
  ownFailure,
  refusesOrders,
  replacesErrors,
  stripsSlashes,
  unavailable,
  unavailableFor,
} from './gateways.test.support.ts';

// A tenth of the waits that a service of others is given; what is waited for comes as much sooner.
vi.mock(import('../client/limits.ts'), async (original) => {
  const { defaultLimits, ...rest } = await original();
  const shorter = { patienceMs: 3_500, unnamedWaitMs: 25, gatewayWaitMs: 50 };
  return { ...rest, defaultLimits: { ...defaultLimits, ...shorter } };
});
vi.mock(import('../probes/patience.ts'), async (original) => {
  const { longStepsOf, passingMs, stillness, longestIdle, eventually } = await original();
  const near = { embedded: true };
  return {
    longStepsOf: () => longStepsOf(near),
    passingMs: () => passingMs(near),
    stillness: () => stillness(near),
    longestIdle: () => longestIdle(near),
    eventually: (service, ask, isThere) => eventually({ ...service, ...near }, ask, isThere),
  };
});

const withOutcome = ({ requirements }: Verdict, outcome: string): readonly string[] =>
  requirements.filter((each) => each.outcome === outcome).map(({ id }) => id);

interface Row {
  readonly gateway: () => Gateway;
  readonly profile: Profile;
  /** 0 where everything was tested in the end, 3 where something kept a promise from being tested. */
  readonly ends: readonly (0 | 3)[];
  /** Most orders that may be sent, where each may have arrived and its outcome stays open. */
  readonly orders?: number;
}

/** What costs time is tried with fewer requests. */
const slow = (gateway: () => Gateway, ...ends: readonly (0 | 3)[]): Row => ({
  gateway,
  ends,
  profile: 'smoke',
});
const fast = (gateway: () => Gateway, ...ends: readonly (0 | 3)[]): Row => ({
  gateway,
  ends,
  profile: 'gate',
});

/** Those that were under way when the sixth was lost are under way still. */
const mostLost = 16;

const isTaxonomy = (path: string) => path.includes('/taxonomy/');

const right: Readonly<Record<string, Row>> = {
  'answers every order with 429': slow(() => limitsOrders(1), 3),
  'answers every order with 429 and a time': slow(() => limitsOrders(1, '1'), 3),
  'answers every order with 502': { ...slow(() => losesOrders, 3), orders: mostLost },
  'answers half of the orders with 429': slow(() => limitsOrders(2), 0),
  'lets 30 a second pass': slow(() => limitsRate(30), 0),
  'lets 30 a second pass and names a time': slow(() => limitsRate(30, limitedWithTime), 0),
  // An order that it answers may have arrived; whether there is one hangs on the moment.
  'lets 30 a second pass, with a 503 of nginx': slow(() => limitsRate(30, unavailable), 0, 3),
  'lets 30 a second pass, with a 503 and a time': slow(() => limitsRate(30, unavailableFor), 0, 3),
  'reaches nothing behind one path': fast(() => failsAt(isTaxonomy, badGateway), 3),
  'answers 2 % with 502': fast(() => failsSometimes(50, 502), 3),
  'answers 1 % with 504': fast(() => failsSometimes(100, 504), 3),
  'answers after 50 to 1,000 ms': slow(() => delays(50, 100, 50, 300, 50, 50, 1_000), 0),
  compresses: fast(compresses, 0),
  'limits bodies': fast(() => limitsBodies(1_000), 0),
  'blocks odd values': fast(blocksOddValues, 0),
  'has pages of its own for failures': fast(() => replacesErrors(500, 502, 503), 0),
  'locks out after 20 refused keys': fast(() => locksOut(20, 403), 3),
  'limits the rate after 20 refused keys': fast(() => locksOut(20, 429), 3),
};

const runs: (() => Promise<unknown>)[] = [];

// Most of a run is waiting.
beforeAll(() => {
  for (const run of runs) run().catch(() => undefined);
});

/** A run that begins with all others. */
const together = <T>(run: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  const once = () => {
    running ??= run();
    return running;
  };
  runs.push(once);
  return once;
};

describe('a right service is not blamed where what stands before it', () => {
  for (const [name, { gateway, profile, ends, orders = Number.POSITIVE_INFINITY }] of Object.entries(right)) {
    const run = together(() => runBehind(gateway(), { profile }));
    test(name, async () => {
      const { verdict, passed } = await run();
      expect(withOutcome(verdict, 'deviates')).toEqual([]);
      expect(ends).toContain(verdict.exitCode);
      expect(passed.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(orders);
    });
  }
});

const refusals: Readonly<Record<string, readonly [status: number, body: unknown]>> = {
  'in a sentence': [
    422,
    { statusCode: 422, message: 'The transfer exceeds your daily allowance', error: 'Unprocessable' },
  ],
  'in several sentences': [
    400,
    { statusCode: 400, message: ['amount must not be less than 5000'], error: 'Bad Request' },
  ],
  'in another language': [422, { message: 'O valor está abaixo do mínimo permitido' }],
  'by a code': [409, { error: { code: 'CORRIDOR_CLOSED', details: { corridor: 'USD-NGN' } } }],
  'as a problem': [
    422,
    { type: 'about:blank', title: 'Velocity limit', status: 422, detail: 'Too many transfers today' },
  ],
};

describe('a service that refuses every order for reasons of its own is neither blamed nor passed', () => {
  for (const [name, [status, body]] of Object.entries(refusals)) {
    const run = together(async () => {
      const twin = await startSandbox();
      const ended = await runBehind(refusesOrders(twin.baseUrl, status, body), { profile: 'gate' });
      await twin.close();
      return ended;
    });
    test(name, async () => {
      const { verdict } = await run();
      expect(withOutcome(verdict, 'deviates')).toEqual([]);
      expect(verdict.exitCode).toBe(3);
    });
  }
});

test('one that refuses every order is not passed by a short run, nor is it laid on the user', async () => {
  const twin = await startSandbox();
  const [status, body] = refusals['by a code'] ?? [422, {}];
  const { verdict } = await runBehind(refusesOrders(twin.baseUrl, status, body));
  await twin.close();
  const named = verdict.requirements.find(({ id }) => id === 'rails/named-takes-wire');
  expect(named).toMatchObject({ outcome: 'untested', untestedBy: 'service' });
  expect(verdict.exitCode).toBe(3);
});

const wrong: Readonly<Record<string, readonly [gateway: () => Gateway, requirement: RegExp]>> = {
  'serves what a cache keeps to refused keys': [cachesByUrl, /refuses-a-missing-key$/],
  'answers what is absent with markup': [() => replacesErrors(404), /refuses-an-absent-/],
  'redirects the slash of a listing': [stripsSlashes, /^offramp\.list\/answers-with-its-record$/],
  'fails at every read of one path': [() => failsAt(isTaxonomy, ownFailure), /^taxonomy\.list\/answers-with/],
  'routes nothing below /v2': [() => lacksRoutes((path) => path.startsWith('/v2/')), /^onramp\.initiate\//],
};

describe('a wrong service is not excused because it', () => {
  for (const [name, [gateway, requirement]] of Object.entries(wrong)) {
    const run = together(() => runBehind(gateway(), { profile: 'gate' }));
    test(name, async () => {
      const { verdict } = await run();
      expect(withOutcome(verdict, 'deviates').join('\n')).toMatch(new RegExp(requirement.source, 'm'));
      expect(verdict.exitCode).toBe(1);
    });
  }

  const limiting = together(() => runBehind(limitsWhatIsDue(400), { profile: 'smoke' }));
  test('limits the rate where a refusal is due', async () => {
    const { verdict } = await limiting();
    expect(withOutcome(verdict, 'broken')).toContain('onramp.initiate/refuses-an-unlisted-asset');
    expect(verdict.exitCode).toBe(3);
  });
});
