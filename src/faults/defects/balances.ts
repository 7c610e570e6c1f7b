import { defaultPolicies, type ServedWorld, sandboxKeys } from '#sandbox';
import { against, forEachValue, keptBack } from '../fault.ts';
import { has, isOfBusiness, isOfNobody, isToNamed, keyOf, sent, timesBefore } from '../requests.ts';
import {
  acting,
  breaking,
  changing,
  errorBody,
  type Hook,
  isRecord,
  type ReplyFilter,
  refusing,
  rewriting,
  serverError,
  succeeded,
} from '../rewriting.ts';

type Balances = ServedWorld['store']['balances'];
type Initiation = 'onramp.initiate' | 'offramp.initiate' | 'lightning-offramp.initiate';

const booking = (which: ReplyFilter, currency: string, amount: number): Hook =>
  acting(which, ({ world: { store } }) => {
    const held = Number(store.balances[currency] ?? '0');
    store.balances = { ...store.balances, [currency]: (held + amount).toFixed(2) };
  });

const movements = (operation: Initiation) => {
  const accepted = { operation, status: 'success' } as const;
  const affecting = (effect: (held: Balances) => Balances) => ({
    balances: {
      effectOfInitiation: (held: Balances, movement: { readonly operation: string }) =>
        movement.operation === operation ? effect(held) : held,
    },
  });
  against(`${operation}/leaves-balances-alone`, {
    'The order takes its amount from a balance.': booking(accepted, 'usd', -100),
    'The order adds its amount to a balance.': booking(accepted, 'brl', 100),
    'The order charges a cent.': booking(accepted, 'eur', -0.01),
    'The order opens a balance of another currency.': affecting((held) => ({ ...held, usdc: '99' })),
    'The order makes a balance vanish.': affecting(({ ngn: _gone, ...held }) => held),
  });
};

const narrowed = (member: string, value: string) =>
  changing('balances.read', ({ query }) => query.subaccountId !== undefined)(member, value);

const drifting = (currency: string, change: (held: number, reads: number) => number | undefined) =>
  rewriting('balances.read', `$.balances.${currency}`, (held, { request }) =>
    change(Number(held), timesBefore(request, 'balances read')),
  );

const bookedLater =
  (operation: Initiation): Hook =>
  (reply, request) => {
    const { memory } = request.world;
    if (request.operation === operation && succeeded(reply)) memory.set('to be booked', Date.now());
    const since = memory.get('to be booked');
    if (request.operation !== 'balances.read' || typeof since !== 'number') return;
    const { balances } = isRecord(reply.body) ? reply.body : {};
    if (isRecord(balances) && Date.now() - since > 50) balances.usd = Number(balances.usd) - 100;
  };

const repeating = (member: string): ReplyFilter => ({
  when: (request) => {
    const reference = sent(request, member);
    return reference !== undefined && timesBefore(request, `the reference ${reference}`) > 0;
  },
});

movements('onramp.initiate');
movements('offramp.initiate');
movements('lightning-offramp.initiate');
against('balances.read/is-of-the-whole-account', {
  'A subaccount in the query is answered with its own id.': narrowed('id', '5eed0a01-0001-4000-8000-000000000a01'),
  'A subaccount in the query is answered with its e-mail.': narrowed('email', 'amara.fictional@example.com'),
  'A subaccount in the query is answered with its creation.': narrowed('createdAt', '2025-01-15T09:30:00.125Z'),
});
against('balances.read/stands-still-on-a-quiet-account', {
  'A balance grows with each read.': drifting('usd', (held, reads) => held + reads),
  'Each read costs a cent.': drifting('eur', (held, reads) => held - reads / 100),
  'A currency is left out of every read but the first.': drifting('ghs', (held, reads) =>
    reads > 0 ? undefined : held,
  ),
});
against('balances.read/moves-by-orders-alone', {
  'Every second read shows the balances of a moment before.': drifting('usd', (held, reads) => held - (reads % 2)),
});
against('balances.read/stands-still-after-initiations', {
  'An onramp takes its amount from a balance a moment later.': bookedLater('onramp.initiate'),
  'An offramp takes its amount from a balance a moment later.': bookedLater('offramp.initiate'),
  'An onramp whose reference is known is debited.': booking(repeating('client_onramp_reference'), 'brl', -5),
  'An offramp whose reference is known is debited.': booking(repeating('client_offramp_reference'), 'usd', -5),
});
against('offramp.initiate/leaves-balances-alone-when-refused', {
  'An offramp to an unknown recipient is refused and debited.': booking(
    { operation: 'offramp.initiate', status: 404 },
    'usd',
    -100,
  ),
  'A named withdrawal over ACH is refused and debited.': booking(
    { operation: 'offramp.initiate', status: 'refusal', when: isToNamed },
    'usd',
    -100,
  ),
  'An offramp with a restricted key is refused and debited.': booking(
    { operation: 'offramp.initiate', status: 403 },
    'usd',
    -100,
  ),
});
against('lightning-offramp.initiate/leaves-balances-alone-when-refused', {
  'A lightning offramp of a business to an unknown recipient is refused and debited.': booking(
    { operation: 'lightning-offramp.initiate', status: 404, when: isOfBusiness },
    'brl',
    -100,
  ),
});
against('onramp.initiate/leaves-balances-alone-when-refused', {
  'A refused onramp is debited.': booking({ operation: 'onramp.initiate', status: 'refusal' }, 'brl', -100),
  'An onramp without a right key is refused and debited.': booking(
    { operation: 'onramp.initiate', status: 401 },
    'brl',
    -100,
  ),
  'An onramp for a subaccount that does not exist is refused and debited.': booking(
    { operation: 'onramp.initiate', status: 404, when: isOfNobody },
    'brl',
    -5,
  ),
  'An onramp of a subaccount without a bank account is refused and debited.': booking(
    { operation: 'onramp.initiate', status: 404 },
    'brl',
    -5,
  ),
  'A refused onramp is credited.': booking({ operation: 'onramp.initiate', status: 'refusal' }, 'usd', 1),
});

const simulate = 'deposit.simulate';

type Credit = Parameters<typeof defaultPolicies.deposit.effect>[1];
const { effect } = defaultPolicies.deposit;

const answered = (status: number, body: unknown) => ({ deposit: { success: () => ({ status, body }) } });

const crediting = (credited: typeof effect) => ({ deposit: { effect: credited } });

against('deposit.simulate/answers-success-without-a-body', {
  'A deposit is answered with a record.': answered(201, { success: true }),
  'A deposit is answered with null.': answered(200, null),
  'A valid deposit breaks the service.': answered(500, serverError().body),
});
against('deposit.simulate/survives-an-unknown-account', {
  'A deposit to an unknown account breaks the service.': breaking({
    operation: simulate,
    status: 'success',
    when: (request) => sent(request, 'accountNumber') !== '00000033',
  }),
});
against('deposit.simulate/moves-its-own-balance-alone', {
  'A deposit is credited twice.': crediting((held, credit) => effect(effect(held, credit), credit)),
  'Each deposit adds the rounding of a float.': crediting((held, { currency, amount }) =>
    effect(held, { currency, amount: (Number(amount) + 3e-7).toFixed(7) }),
  ),
  'A deposit lowers its balance.': crediting((held, { currency, amount }) =>
    effect(held, { currency, amount: `-${amount}` }),
  ),
  'A deposit is credited in another currency.': crediting((held, { amount }) =>
    effect(held, { currency: 'EUR', amount }),
  ),
  'A deposit of euros is credited in reals.': crediting((held, credit) =>
    effect(held, credit.currency === 'EUR' ? { ...credit, currency: 'BRL' } : credit),
  ),
  'A deposit of naira is credited a hundredfold.': crediting((held, { currency, amount }) =>
    effect(held, { currency, amount: currency === 'NGN' ? String(Number(amount) * 100) : amount }),
  ),
  'A deposit of a business is credited twice.': acting(
    { operation: simulate, status: 'success', when: isOfBusiness },
    ({ body, world: { store } }) => {
      const { currency, amount } = body as Record<'currency' | 'amount', unknown>;
      store.balances = effect(store.balances, { currency: String(currency), amount: String(amount) });
    },
  ),
  'A deposit takes another balance away.': crediting(({ ngn: _gone, ...held }) => held),
});
const eachOf = (every: number, besides: (held: Balances, credit: Credit) => Balances): Hook =>
  acting({ operation: simulate, status: 'success' }, (request) => {
    const { body, world } = request;
    const { currency, amount } = body as Record<'currency' | 'amount', unknown>;
    if (timesBefore(request, `deposits by ${every}`) % every < every - 1) return;
    const { store } = world;
    store.balances = besides(store.balances, { currency: String(currency), amount: String(amount) });
  });

against(
  'deposit.simulate/is-credited-once',
  forEachValue([3, 7, 11], (every) => [
    `Each ${every}th deposit is credited twice.`,
    eachOf(every, (held, credit) => effect(held, credit)),
  ]),
);
against('deposit.simulate/is-credited-once', {
  'A deposit with cents is credited twice.': crediting((held, credit) =>
    Number.isInteger(Number(credit.amount)) ? effect(held, credit) : effect(effect(held, credit), credit),
  ),
});
against('deposit.simulate/is-credited-in-full', {
  'Each 4th deposit is credited by half.': eachOf(4, (held, { currency, amount }) =>
    effect(held, { currency, amount: `-${Number(amount) / 2}` }),
  ),
  'Each 3rd deposit is not credited.': eachOf(3, (held, { currency, amount }) =>
    effect(held, { currency, amount: `-${amount}` }),
  ),
});

const debitedLate =
  (operation: Initiation): Hook =>
  (reply, request) => {
    const { memory, store } = request.world;
    const due = `reads until ${operation} is debited`;
    if (request.operation === operation && succeeded(reply) && !memory.has(due)) memory.set(due, 2);
    if (request.operation !== 'balances.read' || !memory.has(due)) return;
    const left = Number(memory.get(due)) - 1;
    memory.set(due, left);
    if (left === 0) store.balances = { ...store.balances, usd: (Number(store.balances.usd) - 100).toFixed(2) };
  };

against(
  'balances.read/falls-by-no-initiation',
  forEachValue(['onramp.initiate', 'offramp.initiate'] as const, (operation) => [
    `An accepted order is debited a while later: ${operation}.`,
    debitedLate(operation),
  ]),
);

keptBack('deposit.simulate/moves-its-own-balance-alone', 'a tier or a licence may lack a currency', {
  'No deposit of euros is accepted.': [
    crediting((held, credit) => (credit.currency === 'EUR' ? held : effect(held, credit))),
    refusing(has('currency', 'EUR'), ({ path }) => ({
      status: 422,
      body: errorBody(422, 'Not available for you', path),
    })),
  ],
});
const creditedToAll: Hook = (reply, request) => {
  const { operation, body, world } = request;
  const { memory } = world;
  const credited = (memory.get('credited to all') ?? {}) as Record<string, number>;
  if (operation === simulate && succeeded(reply) && isRecord(body)) {
    const currency = String(body.currency).toLowerCase();
    memory.set('credited to all', { ...credited, [currency]: (credited[currency] ?? 0) + Number(body.amount) });
  }
  if (operation !== 'balances.read' || keyOf(request) !== sandboxKeys.other || !isRecord(reply.body)) return;
  const balances = { ...(reply.body.balances as Record<string, number>) };
  for (const [currency, amount] of Object.entries(credited)) balances[currency] = (balances[currency] ?? 0) + amount;
  reply.body.balances = balances;
};

against('deposit.simulate/moves-its-own-balance-alone', {
  'A deposit is credited to every account of the service.': creditedToAll,
});
against('deposit.simulate/leaves-balances-alone-when-refused', {
  'A refused deposit is credited all the same.': {
    deposit: { effectOfRefusal: (balances, { amount }) => effect(balances, { currency: 'USD', amount }) },
  },
  'The key of a deposit is asked for once it is credited.': {
    authentication: { stage: (operation) => (operation === simulate ? 'after-effects' : 'first') },
  },
  'A deposit is credited for a key without permission.': acting(
    { operation: simulate, status: 403 },
    ({ world: { store } }) => {
      store.balances = effect(store.balances, { currency: 'USD', amount: '100' });
    },
  ),
  'A refused deposit empties a balance.': {
    deposit: { effectOfRefusal: (balances) => ({ ...balances, usd: '0' }) },
  },
  'A refused deposit opens a balance of its currency.': {
    deposit: {
      effectOfRefusal: (balances, { currency, amount }) => ({
        ...balances,
        [currency.toLowerCase()]: amount,
      }),
    },
  },
});
