import { describe, expect, test } from 'vitest';
import { amountIn, type CallInput, type Purpose, type Reply, valueAt } from '#evidence';
import { replyOf, settingOf } from '../../attribution/reply.test.support.ts';
import { serviceOf } from '../service.test.support.ts';
import { type PlacedOrder, understood } from './tries.ts';
import { longestTryWaitMs } from './try-waits.ts';

const operation = 'lightning-offramp.initiate';
const refused: Refusal = { message: 'No' };

interface Refusal {
  readonly statusCode?: number;
  readonly message: string | undefined;
}

const orderOf = (amount: number, recipient_id = 'lightning') => ({ recipient_id, amount });

const answer = (input: CallInput, purpose: Partial<Purpose>, body?: Refusal, headers = {}): Reply =>
  replyOf({
    operation,
    status: body ? (body.statusCode ?? 422) : 201,
    body: body ?? {},
    headers,
    input: { ...input },
    sent: input.body,
    purpose,
  });

type Seen = readonly string[];

type Refuse = (seen: Seen, order: { readonly amount: number; readonly subaccountId: string }) => Refusal | undefined;

interface Behaviour {
  readonly refusalOf?: Refuse;
  readonly quiet?: boolean;
}

const serviceWith = ({ refusalOf = () => refused, quiet = false }: Behaviour) => {
  const seen: string[] = [];
  const place = (input: CallInput, purpose: Purpose): Reply => {
    const [amount, subaccountId] = [amountIn(input.body), String(input.subaccountId)];
    const refusal = refusalOf(seen, { amount, subaccountId });
    seen.push(`${subaccountId} ${amount}`);
    return answer(input, purpose, refusal);
  };
  const apiFor = (purpose: Purpose): object => ({
    about: apiFor,
    // Some orders are sent to see how the service refuses for reasons that are known.
    call: async (_operation: string, input: CallInput) =>
      purpose.changed ? answer(input, purpose, { statusCode: 404, message: purpose.case }) : place(input, purpose),
    readBalances: async () =>
      replyOf({ operation: 'balances.read', body: { balances: { usdc: seen.includes('deposit') ? 100 : 0 } } }),
    simulateDeposit: async () => {
      seen.push('deposit');
      return replyOf({ operation: 'deposit.simulate', status: 204 });
    },
  });
  const service = serviceOf(apiFor({ probe: 'a test' }), {
    order: { ...settingOf().order, amount: 100 },
    quiet,
    prompt: false,
    pause: async (milliseconds) => void seen.push(`pause of ${milliseconds / 1000} s`),
  });
  return {
    service,
    seen,
    understand: (placed: readonly PlacedOrder[]) => understood(service, operation, placed),
  };
};

const placed = (body: object, refusal?: Refusal, headers = {}, subaccountId = 'individual'): PlacedOrder => {
  const kind = `to ${valueAt(body, 'recipient_id')}`;
  return {
    order: { kind, traits: {} },
    reply: answer({ subaccountId, body }, { case: kind, order: {} }, refusal, headers),
  };
};

const grantedIn = (orders: readonly PlacedOrder[]): Seen =>
  orders
    .filter(({ reply }) => reply.status === 201)
    .map(({ reply: { request } }) => `${request.purpose.order?.role ?? 'individual'} ${amountIn(request.input.body)}`);

const unless = (isGranted: boolean) => (isGranted ? undefined : refused);

describe('a valid order that was refused is tried again', () => {
  const amounts = ['individual 100', 'individual 10', 'individual 30', 'individual 1'];
  const deposit = ['deposit', 'pause of 2 s'];

  test.each<[string, Behaviour, Seen]>([
    ['of the whole amount', { refusalOf: (_seen, { amount }) => unless(amount === 100) }, amounts.slice(0, 1)],
    ['of a tenth', { refusalOf: (_seen, { amount }) => unless(amount <= 10) }, amounts.slice(0, 2)],
    ['of thirty hundredths', { refusalOf: (_seen, { amount }) => unless(amount % 3 === 0) }, amounts.slice(0, 3)],
    ['of a hundredth', { refusalOf: (_seen, { amount }) => unless(amount <= 1) }, amounts],
    [
      'for the other subaccount',
      { refusalOf: (_seen, { subaccountId }) => unless(subaccountId === 'business') },
      [...amounts, 'business 98'],
    ],
    [
      'after a deposit',
      { refusalOf: (seen) => unless(seen.includes('deposit')) },
      [...amounts, 'business 98', ...deposit, 'individual 10'],
    ],
    [
      'after a pause, and without a deposit where the balances are watched',
      { refusalOf: (seen) => unless(seen.at(-1) === 'pause of 10 s'), quiet: true },
      [...amounts, 'business 98', 'pause of 10 s', 'individual 98'],
    ],
  ])('%s', async (_what, behaviour, expected) => {
    const { seen, understand } = serviceWith(behaviour);
    const granted = grantedIn(await understand([placed(orderOf(98), refused)]));
    expect(seen).toEqual(expected);
    expect(granted).toEqual(expected.slice(-1));
  });
});

describe('what is tried depends on what was seen', () => {
  test.each<[string, Refuse, Seen]>([
    ['waits', (seen) => unless(seen.at(-1) === 'pause of 10 s'), ['individual 98']],
    [
      'asks for the other subaccount',
      (_seen, { subaccountId }) => unless(subaccountId === 'business'),
      ['individual 98', 'business 98'],
    ],
    [
      'asks for a tenth',
      (_seen, { amount }) => unless(amount <= 10),
      ['individual 98', 'business 98', 'individual 10'],
    ],
  ])('after a like order was accepted it first %s', async (_what, refusalOf, expected) => {
    const { seen, understand } = serviceWith({ refusalOf });
    await understand([placed(orderOf(99)), placed(orderOf(98), refused)]);
    expect(seen).toEqual(['pause of 10 s', ...expected]);
  });

  test.each([
    ['30', 30],
    ['600', 60],
    ['soon', 10],
    ['Mon, 23 Nov 2026 12:00:30 GMT', 30],
  ])('a pause is as long as a Retry-After of %s allows, for later orders too', async (header, seconds) => {
    const date = 'Mon, 23 Nov 2026 12:00:00 GMT';
    const { service, seen, understand } = serviceWith({ refusalOf: () => undefined });
    await understand([placed(orderOf(99)), placed(orderOf(98), refused, { date, 'retry-after': header })]);
    expect(seen[0]).toBe(`pause of ${seconds} s`);
    expect(service.run.remedies.pauseOf(operation)).toBe(seconds * 1000);
  });

  test('a service that says the same new thing twice is asked once more, after a pause', async () => {
    const { seen, understand } = serviceWith({
      refusalOf: (before) => (before.at(-1) === 'pause of 10 s' ? undefined : { message: 'Too often' }),
    });
    await understand([placed(orderOf(98), refused), placed(orderOf(97, 'local'), refused)]);
    expect(seen.slice(0, 4)).toEqual(['individual 100', 'individual 10', 'pause of 10 s', 'individual 98']);
    expect(seen.slice(4)).toEqual(['pause of 10 s', 'individual 97']);
  });

  test('what helps one is asked for each that was refused alike, and for orders after them', async () => {
    const refusalOf: Refuse = (seen, { amount }) => unless(seen.includes('deposit') && amount <= 10);
    const { service, seen, understand } = serviceWith({ refusalOf });
    const orders = [placed(orderOf(98), refused), placed(orderOf(97, 'local'), refused)];
    expect(grantedIn(await understand(orders))).toEqual(['individual 10', 'individual 10']);
    expect(seen.slice(-3)).toEqual(['pause of 2 s', 'individual 10', 'individual 10']);
    const later = service.run.remedies.fit(operation, { subaccountId: 'individual', body: orderOf(96) });
    expect(amountIn(later.body)).toBe(10);
  });

  test('an amount that was refused is not asked for again', async () => {
    const { seen, understand } = serviceWith({ refusalOf: (_seen, { amount }) => unless(amount <= 10) });
    await understand([placed(orderOf(100), refused)]);
    expect(seen).toEqual(['individual 10']);
  });

  test('nothing is tried where a refusal breaks a promise', async () => {
    const { seen, understand } = serviceWith({});
    await understand([placed(orderOf(98), { statusCode: 405, message: 'No' })]);
    expect(seen).toEqual([]);
  });

  test.each([
    ['is asked for there, and nowhere else', { memo: 'another order' }, ['business 98']],
    ['that was granted the same is asked for no more', {}, []],
  ])('a recipient of the other subaccount %s', async (_what, more, expected) => {
    const { service, seen, understand } = serviceWith({});
    const absent = { statusCode: 404, message: 'role: recipient_id' };
    await understand([
      placed(orderOf(99)),
      placed({ ...orderOf(99, 'local'), ...more }, undefined, {}, 'business'),
      placed(orderOf(98, 'local'), absent),
    ]);
    expect(seen).toEqual(expected);
    expect(service.run.owners.get('local')).toBe('business');
  });

  test('no pause is tried once the time for them is used up', async () => {
    const { service, seen, understand } = serviceWith({ refusalOf: () => refused });
    service.run.tryWaits.take(longestTryWaitMs, performance.now() - longestTryWaitMs);
    await understand([placed(orderOf(98), refused)]);
    expect(seen).toContain('individual 10');
    expect(seen.filter((each) => each.startsWith('pause of 10'))).toEqual([]);
  });

  test('what helped nobody is tried once, and no more than twenty orders in a run', async () => {
    const { seen, understand } = serviceWith({});
    const ordersSeen = () => seen.filter((each) => each.startsWith('individual') || each.startsWith('business')).length;
    const tryTo = (recipient: string) => understand([placed(orderOf(98, recipient), refused)]);
    for (const recipient of ['first', 'first']) await tryTo(recipient);
    expect(ordersSeen()).toBe(7);
    for (const recipient of ['second', 'third', 'fourth']) await tryTo(recipient);
    expect(ordersSeen()).toBe(20);
  });

  test('cents are left away where only they were refused', async () => {
    const { service, seen, understand } = serviceWith({});
    const ofCents = placed(orderOf(97.75), refused);
    const order = { ...ofCents.order, traits: { inUtf8: true as const } };
    await understand([placed(orderOf(98)), { ...ofCents, order }]);
    expect(seen).toEqual([]);
    const later = service.run.remedies.fit(operation, { subaccountId: 'individual', body: orderOf(96.75) });
    expect(amountIn(later.body)).toBe(96);
  });
});
