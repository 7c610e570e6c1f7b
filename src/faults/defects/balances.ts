import type { PartialPolicies, World } from '#sandbox';
import { isRecord } from '../places.ts';
import { against } from '../planting.ts';
import { type Hook, rewriting, succeeded, succeeding, timesBefore } from '../rewriting.ts';
import { isOfBusiness, isOfUnverified } from './one-kind.ts';

type Balances = World['store']['balances'];
type Initiation = 'onramp.initiate' | 'offramp.initiate' | 'lightning-offramp.initiate';

/** An amount in text, raised by a number. */
const moved = (amount: string | undefined, by: number): string => (Number(amount ?? '0') + by).toFixed(2);

/** Changes the balances once an initiation was accepted. */
const onInitiation = (
  operation: Initiation,
  effect: (held: Balances) => Balances,
): { policies: PartialPolicies } => ({
  policies: {
    balances: {
      effectOfInitiation: (held, movement) => (movement.operation === operation ? effect(held) : held),
    },
  },
});

const movements = (operation: Initiation) =>
  against(`${operation}/leaves-balances-alone`, {
    [`${operation}/balance-debited`]: [
      'The order takes its amount from a balance.',
      onInitiation(operation, (held) => ({ ...held, usd: moved(held.usd, -100) })),
    ],
    [`${operation}/balance-credited`]: [
      'The order adds its amount to a balance.',
      onInitiation(operation, (held) => ({ ...held, brl: moved(held.brl, 100) })),
    ],
    [`${operation}/balance-charged-a-cent`]: [
      'The order charges a cent.',
      onInitiation(operation, (held) => ({ ...held, eur: moved(held.eur, -0.01) })),
    ],
    [`${operation}/balance-opened`]: [
      'The order opens a balance of another currency.',
      onInitiation(operation, (held) => ({ ...held, usdc: '99' })),
    ],
    [`${operation}/balance-removed`]: [
      'The order makes a balance vanish.',
      onInitiation(operation, ({ ngn: _gone, ...held }) => held),
    ],
    [`${operation}/balance-debited-for-the-business`]: [
      'An order of the second subaccount takes its amount from a balance.',
      {
        reply: (reply, request) => {
          const { store } = request.world;
          if (request.operation === operation && succeeded(reply) && isOfBusiness(request))
            store.balances = { ...store.balances, usd: moved(store.balances.usd, -100) };
        },
      },
    ],
  });

const whole = 'balances.read/is-of-the-whole-account';
const quiet = 'balances.read/stands-still-on-a-quiet-account';

const narrowed = (member: string, value: string) => ({
  reply: rewriting('balances.read', `$.${member}`, (held, { request: { query } }) =>
    query.subaccountId === undefined ? held : value,
  ),
});

const drifting = (change: (balances: Record<string, unknown>, times: number) => void) => ({
  reply: succeeding('balances.read', ({ body }, request) => {
    const times = timesBefore(request, 'balances read');
    const { balances } = isRecord(body) ? body : {};
    if (isRecord(balances)) change(balances, times);
    return {};
  }),
});

/** Moves a balance so that only a later read shows it. */
const bookedLater = (operation: Initiation): { reply: Hook } => ({
  reply: (reply, request) => {
    const { memory } = request.world;
    if (request.operation === operation && succeeded(reply)) memory.set('to be booked', Date.now());
    const since = memory.get('to be booked');
    if (request.operation !== 'balances.read' || typeof since !== 'number') return;
    const { balances } = isRecord(reply.body) ? reply.body : {};
    if (isRecord(balances) && Date.now() - since > 50) balances.usd = Number(balances.usd) - 100;
  },
});

const laterMovements = against('balances.read/stands-still-after-initiations', {
  'balances/onramp-booked-later': [
    'An onramp takes its amount from a balance a moment later.',
    bookedLater('onramp.initiate'),
  ],
  'balances/offramp-booked-later': [
    'An offramp takes its amount from a balance a moment later.',
    bookedLater('offramp.initiate'),
  ],
});

/** Balances that move by themselves, by an order that must not move them, or that are somebody else's. */
export const balancesFaults = [
  ...movements('onramp.initiate'),
  ...movements('offramp.initiate'),
  ...movements('lightning-offramp.initiate'),
  ...against(whole, {
    'balances/of-the-subaccount': [
      'A subaccount in the query is answered with its own id.',
      narrowed('id', '5eed0a01-0001-4000-8000-000000000a01'),
    ],
    'balances/of-the-subaccount-s-owner': [
      'A subaccount in the query is answered with its e-mail.',
      narrowed('email', 'amara.fictional@example.com'),
    ],
    'balances/of-the-subaccount-s-age': [
      'A subaccount in the query is answered with its creation.',
      narrowed('createdAt', '2025-01-15T09:30:00.125Z'),
    ],
  }),
  ...against(quiet, {
    'balances/accrue': [
      'A balance grows with each read.',
      drifting((balances, times) => {
        balances.usd = Number(balances.usd) + times;
      }),
    ],
    'balances/charge-reads': [
      'Each read costs a cent.',
      drifting((balances, times) => {
        balances.eur = Number(balances.eur) - times / 100;
      }),
    ],
    'balances/forget': [
      'A currency is left out of every read but the first.',
      drifting((balances, times) => {
        if (times > 0) delete balances.ghs;
      }),
    ],
  }),
  ...laterMovements,
  ...against('deposit.simulate/leaves-balances-alone-when-refused', {
    'deposit.simulate/unverified-but-credited': [
      'A deposit of an unverified subaccount is refused and credited.',
      {
        reply: ({ status }, request) => {
          const { operation, world } = request;
          if (operation === 'deposit.simulate' && status >= 400 && isOfUnverified(request))
            world.store.balances = {
              ...world.store.balances,
              usd: moved(world.store.balances.usd, 100),
            };
        },
      },
    ],
  }),
  ...against('onramp.initiate/leaves-balances-alone-when-refused', {
    'onramp.initiate/refused-but-debited': [
      'A refused onramp is debited.',
      {
        reply: ({ status }, { operation, world: { store } }) => {
          if (operation === 'onramp.initiate' && status >= 400)
            store.balances = { ...store.balances, brl: moved(store.balances.brl, -100) };
        },
      },
    ],
    'onramp.initiate/debited-without-a-key': [
      'An onramp without a right key is refused and debited.',
      {
        reply: ({ status }, { operation, world: { store } }) => {
          if (operation === 'onramp.initiate' && status === 401)
            store.balances = { ...store.balances, brl: moved(store.balances.brl, -100) };
        },
      },
    ],
    'onramp.initiate/unbanked-but-debited': [
      'An onramp of a subaccount without a bank account is refused and debited.',
      {
        reply: ({ status }, { operation, world: { store } }) => {
          if (operation === 'onramp.initiate' && status === 404)
            store.balances = { ...store.balances, brl: moved(store.balances.brl, -5) };
        },
      },
    ],
    'onramp.initiate/refused-but-credited': [
      'A refused onramp is credited.',
      {
        reply: ({ status }, { operation, world: { store } }) => {
          if (operation === 'onramp.initiate' && status >= 400)
            store.balances = { ...store.balances, usd: moved(store.balances.usd, 1) };
        },
      },
    ],
  }),
];
