import { describe, expect, test } from 'vitest';
import { defaultPolicies, type Fault, type Hook, type SeenRequest, type WireReply } from '#sandbox';
import { runOnSandbox } from '../../testing/in-process.test.support.ts';

// Refusals of valid orders on a service of others, whole: what is blamed, what is kept back, and what hides behind a refusal.

const isOrder = ({ method }: SeenRequest): boolean => method === 'POST';

const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);

const amountOf = ({ body }: SeenRequest): number => Number(at(body, 'from.amount') ?? at(body, 'amount'));

const forget = ({ operation, world: { store } }: SeenRequest): void => {
  if (operation === 'onramp.initiate') store.onramps.pop();
  if (operation === 'offramp.initiate') store.offramps.pop();
  if (operation === 'lightning-offramp.initiate') store.lightningOfframps.pop();
};

/** Refuses orders that would have been accepted. */
const refusing =
  (which: (request: SeenRequest) => boolean, answer: () => Partial<WireReply>): Hook =>
  (reply, request) => {
    if (!isOrder(request) || reply.status > 299 || !which(request)) return;
    forget(request);
    reply.headers['content-type'] = 'application/json';
    Object.assign(reply, answer());
  };

/** Looks before the service does, so that whatever is wrong with an order does not show. */
const before =
  (which: (request: SeenRequest) => boolean, answer: () => Partial<WireReply>): Hook =>
  (reply, request) => {
    if (!isOrder(request) || reply.status === 401 || reply.status === 403 || !which(request)) return;
    if (reply.status <= 299) forget(request);
    reply.headers['content-type'] = 'application/json';
    Object.assign(reply, answer());
  };

const withStill = (reply: Hook, policies: Fault['policies'] = {}): Fault => ({
  reply,
  policies: { ...policies, deposit: { ...policies.deposit, effect: (held) => held } },
});

const run = (fault: Fault) => runOnSandbox(fault, { profile: 'gate', prompt: true });

const blamedIn = ({ verdict }: Awaited<ReturnType<typeof run>>): readonly string[] =>
  verdict.requirements.filter(({ outcome }) => outcome === 'deviates').map(({ id }) => id);

const refusal = (status: number, message: string) => (): Partial<WireReply> => ({
  status,
  body: { statusCode: status, message, error: 'Refused' },
});

/** Accepts so many of each kind, then refuses as often, then accepts again. */
const everyOther = (period: number) => {
  const counts = new Map<unknown, number>();
  return ({ operation }: SeenRequest): boolean => {
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    return count % period === 0;
  };
};

const helped: Readonly<Record<string, () => Hook>> = {
  'a least amount': () => refusing((request) => amountOf(request) < 99.5, refusal(422, 'Valor mínimo não atingido')),
  'a greatest amount': () =>
    refusing(
      (request) => request.operation !== 'deposit.simulate' && amountOf(request) > 20,
      refusal(400, 'Betrag zu hoch'),
    ),
  'multiples of ten': () => refusing((request) => amountOf(request) % 10 !== 0, refusal(400, '10の倍数のみ')),
};

describe.each(Object.entries(helped))('%s', (_what, hook) => {
  test('is found by a try, and all that stands on accepted orders is tested', async () => {
    const result = await run(withStill(hook()));
    expect(blamedIn(result)).toEqual([]);
    const kept = result.verdict.requirements.filter(({ untestedBy }) => untestedBy === 'service').map(({ id }) => id);
    expect([kept, result.verdict.exitCode]).toEqual([[], 0]);
  });
});

const kept: Readonly<Record<string, () => Hook>> = {
  funds: () => refusing(({ operation }) => operation !== 'deposit.simulate', refusal(402, 'Yetersiz bakiye')),
  'a region': () =>
    refusing(({ body }) => at(body, 'currency') === 'GHS', refusal(403, 'GHS is not available in your region')),
  'a corridor': () =>
    refusing(
      ({ body }) => at(body, 'to.asset') === 'USDT',
      refusal(409, 'USDT non disponible depuis BRL, seulement USD, EUR'),
    ),
  'a tier': () => refusing(({ body }) => at(body, 'to.payment_rail') === 'SWIFT', refusal(422, 'Level 2 needed')),
  hours: () =>
    refusing(isOrder, () => ({
      status: 503,
      body: { statusCode: 503, message: 'Zu', error: 'Closed', timestamp: new Date().toISOString() },
    })),
  'a reason without a word': () =>
    refusing(
      ({ body }) => at(body, 'currency') === 'NGN',
      () => ({ status: 400, body: {} }),
    ),
  'a quota of three': () => {
    const counts = new Map<unknown, number>();
    return refusing(
      ({ operation }) => {
        counts.set(operation, (counts.get(operation) ?? 0) + 1);
        return (counts.get(operation) ?? 0) > 3;
      },
      refusal(429 - 7, 'quota'),
    );
  },
  'a quota of requests': () => {
    const counts = new Map<unknown, number>();
    return before(
      ({ operation }) => {
        counts.set(operation, (counts.get(operation) ?? 0) + 1);
        return (counts.get(operation) ?? 0) > 45;
      },
      refusal(422, 'Tageslimit'),
    );
  },
  'another type': () =>
    refusing(({ body }) => at(body, 'to.payment_rail') !== undefined, refusal(400, 'to.payment_rail must be a number')),
  'the person alone': () =>
    refusing(
      ({ operation, params }) => operation === 'deposit.simulate' && !String(params.subaccountId).includes('b'),
      refusal(422, 'Not for you'),
    ),
};

test.each(Object.entries(kept))('%s is nobody’s broken promise, and keeps the verdict open', async (_what, hook) => {
  const result = await run(withStill(hook()));
  expect(blamedIn(result)).toEqual([]);
  expect(result.verdict.exitCode).toBe(3);
});

const text = (value: unknown): string => String(value);
const listed = ['NGN', 'BRL', 'USD', 'EUR', 'GHS', 'ZMW', 'TZS', 'USDC', 'USDT', 'MXN', 'COP', 'ARS'];

const broken: Readonly<Record<string, () => Fault>> = {
  'a currency': () => ({ policies: { deposit: { allows: (it) => listed.includes(text(it)) && it !== 'TZS' } } }),
  'an asset': () => ({ policies: { onramp: { allowsAsset: (it) => it === 'USDC' || it === 'BTC_LIGHTNING' } } }),
  'every rail, as an unknown one': () => ({
    policies: {
      rails: {
        judge: (terms) =>
          !terms.named && terms.rail !== undefined ? 'Rails are not offered' : defaultPolicies.rails.judge(terms),
      },
    },
  }),
  'orders without a rail': () => ({
    policies: {
      rails: {
        judge: (terms) =>
          !terms.named && terms.currency === 'USD' && terms.rail === undefined
            ? 'Pick one'
            : defaultPolicies.rails.judge(terms),
      },
    },
  }),
  'the media type': () => ({ reply: refusing(({ operation }) => operation === 'onramp.initiate', refusal(415, 'No')) }),
  'the rail, as an invented member': () => ({
    reply: (reply, request) => {
      const to = at(request.body, 'to') as object | undefined;
      const stranger = Object.keys(to ?? {}).find((name) => !['recipient_id', 'currency'].includes(name));
      if (request.operation !== 'offramp.initiate' || stranger === undefined || reply.status > 299) return;
      forget(request);
      reply.headers['content-type'] = 'application/json';
      Object.assign(reply, { status: 400, body: { message: [`property to.${stranger} should not exist`] } });
    },
  }),
};

test.each(Object.entries(broken))('%s is blamed where the undocumented is refused alike', async (_what, fault) => {
  const result = await run(fault());
  expect(blamedIn(result).length).toBeGreaterThan(0);
  expect(result.verdict.exitCode).toBe(1);
});

/** What must be refused and is not. */
const taken: Readonly<Record<string, Fault['policies']>> = {
  'an unlisted currency': { deposit: { allows: () => true } },
  'an unlisted asset': { onramp: { allowsAsset: () => true } },
  'a forbidden rail': { rails: { judge: () => undefined } },
  'an unverified subaccount': { kyc: { mayMoveMoney: () => true } },
};

const screens: Readonly<Record<string, () => Hook>> = {
  'a quota': () => {
    const counts = new Map<unknown, number>();
    return before(
      ({ operation }) => {
        counts.set(operation, (counts.get(operation) ?? 0) + 1);
        return (counts.get(operation) ?? 0) > 25;
      },
      refusal(422, 'Tageslimit erreicht'),
    );
  },
  hours: () => before(everyOther(1), refusal(409, 'Closed')),
  'a least amount': () => before((request) => amountOf(request) < 101, refusal(400, 'Too little')),
  funds: () => before(({ operation }) => operation !== 'deposit.simulate', refusal(402, 'No funds')),
};

describe.each(Object.entries(taken))('%s that is accepted', (_what, policies) => {
  test.each(Object.entries(screens))('behind %s does not end with 0', async (_screen, hook) => {
    const result = await run(withStill(hook(), policies));
    expect(result.verdict.exitCode).not.toBe(0);
  });
});
