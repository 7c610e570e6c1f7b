import { beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '#contract';
import { renderSummary, type Verdict } from '#reporting';
import { startSandbox } from '#sandbox';
import { type Asked, type Gateway, runBehind } from './gateway.test.support.ts';
import {
  badGateway,
  cachesByUrl,
  changing,
  compresses,
  delays,
  forbidden,
  instead,
  isOrder,
  json,
  limited,
  limitedWithTime,
  limitsOrdersAtFirst,
  limitsRate,
  locksOut,
  mocks,
  nginx,
  page,
  refusesOrders,
  replacesErrors,
  stripsSlashes,
} from './gateways.test.support.ts';

interface Row {
  readonly gateway: () => Gateway;
  readonly profile: Profile;
  /** 0 where everything was tested in the end, 3 where something kept a promise from being tested. */
  readonly ends: readonly (0 | 3)[];
  /** Maximal orders that may be sent, where each may have arrived and its outcome stays open. */
  readonly orders?: number;
}

/** With fewer requests: for what costs time, and what meets every request alike. */
const short = (gateway: () => Gateway, ...ends: Row['ends']): Row => ({ gateway, ends, profile: 'smoke' });
const whole = (gateway: () => Gateway, ...ends: Row['ends']): Row => ({ gateway, ends, profile: 'gate' });

/** Those that were under way when the sixth was lost are under way still. */
const maxLost = 16;

const isTaxonomy = ({ path }: Asked) => path.includes('/taxonomy/');
const isOdd = ({ path, body }: Asked) =>
  /%2e%2e|%00|%27|%3c|\.\.|['<>;]|script|:null|taxonomy\/(?![A-Z])/.test(path + body.toString('utf8'));
const isNoJson = (asked: Asked) => {
  if (!isOrder(asked) || asked.body.length === 0) return false;
  try {
    JSON.parse(asked.body.toString('utf8'));
    return false;
  } catch {
    return true;
  }
};
const isLongerThan =
  (bytes: number) =>
  ({ body }: Asked) =>
    body.length > bytes;
const isAfter = (requests: number) => (_asked: Asked, count: number) => count > requests;
const isEvery = (requests: number) => (_asked: Asked, count: number) => count % requests === 0;

/** nginx's default where a rate is limited: no `Retry-After`. */
const unavailable = nginx(503, 'Service Temporarily Unavailable');
const unavailableFor = json(503, { message: 'Overloaded' }, { 'retry-after': '1' });
const tooLarge = nginx(413, 'Request Entity Too Large');
const blockedForGood = json(403, {
  statusCode: undefined,
  error: 'Forbidden',
  message: 'Blocked: too many requests',
});
const quotaSpent = json(402, { statusCode: undefined, error: 'quota', message: 'Monthly quota exceeded' });
const noJson = json(400, { message: 'Unexpected token in JSON', error: 'Bad Request' });
const blocked = page(403, 'cloudflare', 'Forbidden');

const right: Readonly<Record<string, Row>> = {
  'answers every order with 429': short(instead(limited, isOrder), 3),
  'answers every order with 429 and a time': short(instead(limitedWithTime, isOrder), 3),
  'answers every order with 502': { ...short(instead(badGateway, isOrder), 3), orders: maxLost },
  'answers each order with 429 at first': short(limitsOrdersAtFirst, 0),
  'lets 30 a second pass': short(() => limitsRate(30), 0),
  'lets 30 a second pass and names a time': short(() => limitsRate(30, limitedWithTime), 0),
  'lets 30 a second pass, with a 403 of HAProxy': short(() => limitsRate(30, forbidden), 0, 3),
  'turns everybody away after a while with a page': whole(instead(forbidden, isAfter(300)), 3),
  'turns everybody away after a while in JSON': short(instead(blockedForGood, isAfter(90)), 3),
  'ends a quota': short(instead(quotaSpent, isAfter(60)), 3),
  // An order that it answers may have arrived; whether there is one hangs on the moment.
  'lets 30 a second pass, with a 503 of nginx': short(() => limitsRate(30, unavailable), 0, 3),
  'lets 30 a second pass, with a 503 and a time': short(() => limitsRate(30, unavailableFor), 0, 3),
  'reaches nothing behind one path': short(instead(badGateway, isTaxonomy), 3),
  'answers 2 % with 502': whole(instead(badGateway, isEvery(50)), 3),
  'answers 5 % with 408': short(instead(nginx(408, 'Request Time-out'), isEvery(20)), 3),
  'answers 3 % with 504': short(instead(nginx(504, 'Gateway Time-out'), isEvery(33)), 3),
  'answers after 50 to 1,000 ms': short(() => delays(50, 100, 50, 300, 50, 50, 1_000), 0),
  compresses: short(compresses, 0),
  'limits bodies': whole(instead(tooLarge, isLongerThan(1_000)), 0),
  'limits bodies to less than an order': short(instead(tooLarge, isLongerThan(64)), 3),
  'blocks odd values': whole(instead(blocked, isOdd), 0),
  'reads the body before the key': whole(instead(noJson, isNoJson), 0),
  'has other pages for failures': short(replacesErrors(500, 502, 503), 0),
  'locks out after 20 refused keys': whole(() => locksOut(20, 403), 3),
  'limits the rate after 20 refused keys': whole(() => locksOut(20, 429), 3),
};

const refusals: Readonly<Record<string, readonly [status: number, body: unknown, profile?: Profile]>> = {
  'in a sentence': [
    422,
    { statusCode: 422, message: 'The transfer exceeds your daily allowance', error: 'Unprocessable' },
    'gate',
  ],
  'in several sentences': [
    400,
    { statusCode: 400, message: ['amount must not be less than 5000'], error: 'Bad Request' },
  ],
  'in another language': [422, { message: 'O valor está abaixo do mínimo permitido' }],
  'by a code': [409, { error: { code: 'CORRIDOR_CLOSED', details: { corridor: 'USD-NGN' } } }, 'gate'],
  'as a problem': [
    422,
    { type: 'about:blank', title: 'Velocity limit', status: 422, detail: 'Too many transfers today' },
  ],
};

/** `requirement`: these deviate. `besides`: these can follow. */
type Wrong = readonly [gateway: () => Gateway, requirement: RegExp, besides?: RegExp];

const wrong: Readonly<Record<string, Wrong>> = {
  'serves what a cache keeps to refused keys': [cachesByUrl, /refuses-a-missing-key$/, /./],
  'answers what is absent with markup': [
    replacesErrors(404),
    /refuses-an-(?:absent|unknown)-/,
    /^http\/sends-json$/,
  ],
  'answers a restricted key with markup': [
    replacesErrors(403),
    /refuses-a-restricted-key$/,
    /^http\/sends-json$/,
  ],
  'redirects the slash of a listing': [
    stripsSlashes,
    /^offramp\.list\/answers-with-its-record$/,
    /^http\/does-not-redirect$/,
  ],
  'fails at every read of one path': [
    instead(json(500, { message: 'Internal server error' }), isTaxonomy),
    /^taxonomy\.list\/answers-with-its-record$/,
    /^taxonomy\.list\/survives-/,
  ],
  'routes nothing below /v2': [
    // Frameworks name the method and the path.
    () => (asked, forward) =>
      asked.path.startsWith('/v2/')
        ? json(404, { message: `Cannot ${asked.method} ${asked.path}`, error: 'Not Found' })
        : forward(),
    /^o(?:n|ff)ramp\.\w+\/answers-with-its-record$/,
  ],
};

/** A tenth of the waits that a service of others is given; what is waited for comes as much sooner. */
const hurried = { prompt: true, limits: { patienceMs: 3_500, unnamedWaitMs: 25, gatewayWaitMs: 50 } };

const withOutcome = ({ requirements }: Verdict, outcome: string): readonly string[] =>
  requirements.filter((each) => each.outcome === outcome).map(({ id }) => id);

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
    const run = together(() => runBehind(gateway(), { ...hurried, profile }));
    test(name, async () => {
      const { verdict, passed } = await run();
      expect(withOutcome(verdict, 'deviates')).toEqual([]);
      expect(ends).toContain(verdict.exitCode);
      expect(passed.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(orders);
    });
  }
});

describe('a service that refuses every order for a business reason is neither blamed nor passed, nor is it laid on the user', () => {
  for (const [name, [status, body, profile = 'smoke']] of Object.entries(refusals)) {
    const run = together(async () => {
      const twin = await startSandbox();
      const ended = await runBehind(
        refusesOrders(twin.baseUrl, { ...json(status, {}), body: JSON.stringify(body) }),
        {
          ...hurried,
          profile,
        },
      );
      await twin.close();
      return ended;
    });
    test(name, async () => {
      const { verdict } = await run();
      expect(withOutcome(verdict, 'deviates')).toEqual([]);
      const named = verdict.requirements.find(({ id }) => id === 'rails/named-takes-wire');
      expect(named).toMatchObject({ outcome: 'untested', untestedBy: 'service' });
      expect(verdict.exitCode).toBe(3);
    });
  }
});

describe('a wrong service is not excused because it', () => {
  for (const [name, [gateway, requirement, besides]] of Object.entries(wrong)) {
    const run = together(() => runBehind(gateway(), { ...hurried, profile: 'gate' }));
    test(name, async () => {
      const { verdict } = await run();
      const deviating = withOutcome(verdict, 'deviates');
      expect(deviating.filter((id) => requirement.test(id))).not.toEqual([]);
      expect(deviating.filter((id) => !requirement.test(id) && !besides?.test(id))).toEqual([]);
      expect(verdict.exitCode).toBe(1);
    });
  }

  const limitsWhatIsDue = changing((answer, asked) =>
    isOrder(asked) && answer.status === 400 ? limited : answer,
  );
  const limiting = together(() => runBehind(limitsWhatIsDue(), { ...hurried, profile: 'smoke' }));
  test('limits the rate where a refusal is due', async () => {
    const { verdict } = await limiting();
    expect(withOutcome(verdict, 'broken')).toContain('onramp.initiate/refuses-an-unlisted-asset');
    expect(verdict.exitCode).toBe(3);
  });
});

const mock = together(() => runBehind(mocks(), { ...hurried, profile: 'gate' }));
test('what follows from a mock stands under one line a cause', async () => {
  const { verdict } = await mock();
  const summary = renderSummary(verdict);
  for (const cause of ['Keys make', 'Ids make', 'Rules make', 'Orders make', 'Page and limit make'])
    expect(summary.split(cause)).toHaveLength(2);
  expect(withOutcome(verdict, 'broken')).toEqual([]);
  expect(verdict.exitCode).toBe(1);
});
