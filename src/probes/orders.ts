import { depositCurrencies, type Input, type OperationId, onrampAssets, rails } from '#contract';
import { type Reply, type Setting, Untested } from '#evidence';
import { type Around, around, demandQuiet } from './balances.ts';
import {
  depositBody,
  fractionalDeposit,
  fractionalLightningBody,
  fractionalOfframp,
  fractionalOnramp,
  lightningBody,
  offrampBody,
  offrampWithOwnReference,
  onrampBody,
  plainOfframp,
} from './order-body.ts';
import type { Service } from './service.ts';
import { derive, type Probe, probe, type Source } from './source.ts';

export const orderIds = [
  'deposit.simulate',
  'onramp.initiate',
  'offramp.initiate',
  'lightning-offramp.initiate',
] as const satisfies readonly OperationId[];

export type OrderId = (typeof orderIds)[number];

export const isOrder = (operation: OperationId): operation is OrderId =>
  orderIds.some((id) => id === operation);

/** A valid order: what is particular about it, and what is sent. */
export interface ValidOrder {
  /** In words: `plain`, `of cents`, `over WIRE`. */
  readonly kind: string;
  /** Placed in the profile smoke too. */
  readonly smoke?: true;
  /** Differs most from the others of its operation: one of those by which a refusal is tried. */
  readonly typical?: true;
  /** Throws `Untested` where a role is missing. Each has a reference of its own. */
  readonly body: (setting: Setting) => unknown;
  /** By default for the individual. */
  readonly role?: 'individual' | 'business';
}

/** An order of an asset, on the one chain that suits it. */
const onrampOf = (setting: Setting, asset: string) =>
  onrampBody(setting, asset, asset === 'BTC_LIGHTNING' ? 'LIGHTNING' : undefined);

const dollars = (setting: Setting, rail: string) =>
  offrampBody(setting, { recipient: setting.roles.usdRecipient, currency: 'USD', rail });

const named = (rail: string): ValidOrder => ({
  kind: `named, over ${rail}`,
  smoke: true,
  ...(rail === 'WIRE' ? { typical: true } : {}),
  body: (setting) => offrampBody(setting, { recipient: setting.roles.namedRecipient, currency: 'USD', rail }),
});

/** The first of each is the plainest. */
const validOrders: Readonly<Record<OrderId, (setting: Setting) => readonly ValidOrder[]>> = {
  'deposit.simulate': ({ order: { depositCurrency } }) => [
    { kind: 'plain', smoke: true, typical: true, body: depositBody },
    ...depositCurrencies
      .filter((currency) => currency !== depositCurrency)
      .map(
        (currency): ValidOrder => ({
          kind: `of ${currency}`,
          smoke: true,
          ...(currency === 'USDC' ? { typical: true } : {}),
          body: (setting) => depositBody(setting, currency),
        }),
      ),
    { kind: 'of cents', typical: true, body: fractionalDeposit },
    { kind: 'of a business', role: 'business', body: depositBody },
  ],
  'onramp.initiate': () => [
    { kind: 'plain', smoke: true, typical: true, body: onrampBody },
    ...onrampAssets
      .filter((asset) => asset !== 'USDC')
      .map(
        (asset): ValidOrder => ({
          kind: `of ${asset}`,
          smoke: true,
          typical: true,
          body: (setting) => onrampOf(setting, asset),
        }),
      ),
    { kind: 'of cents', typical: true, body: fractionalOnramp },
    { kind: 'of a business', role: 'business', body: onrampBody },
  ],
  'offramp.initiate': () => [
    { kind: 'plain', smoke: true, typical: true, body: plainOfframp },
    ...rails.map(
      (rail): ValidOrder => ({
        kind: `over ${rail}`,
        ...(rail === 'WIRE' ? { smoke: true } : {}),
        body: (setting) => dollars(setting, rail),
      }),
    ),
    named('WIRE'),
    named('SWIFT'),
    {
      kind: 'in another currency',
      smoke: true,
      typical: true,
      body: (setting) => {
        const { roles, order } = setting;
        return offrampBody(setting, { recipient: roles.localRecipient, currency: order.localCurrency });
      },
    },
    { kind: 'of cents', typical: true, body: fractionalOfframp },
    { kind: 'with a reference of its own form', body: offrampWithOwnReference },
    { kind: 'of a business', role: 'business', body: plainOfframp },
  ],
  'lightning-offramp.initiate': () => [
    {
      kind: 'plain',
      smoke: true,
      typical: true,
      body: (setting) => lightningBody(setting, setting.roles.lightningRecipient),
    },
    { kind: 'of cents', typical: true, body: fractionalLightningBody },
    {
      kind: 'to another recipient',
      typical: true,
      body: (setting) => lightningBody(setting, setting.roles.localRecipient),
    },
    {
      kind: 'of a business',
      role: 'business',
      body: (setting) => lightningBody(setting, setting.roles.lightningRecipient),
    },
  ],
};

/** The valid orders of an operation in the profile of the run. */
export const ordersOf = (setting: Setting, operation: OrderId): readonly ValidOrder[] =>
  validOrders[operation](setting).filter(({ smoke }) => smoke || setting.profile !== 'smoke');

/** The plainest order that a right service accepts. */
export const plainOrder = (setting: Setting, operation: OrderId): Input<OrderId> => {
  const [plain] = validOrders[operation](setting);
  return { subaccountId: setting.roles.individual, body: plain?.body(setting) };
};

/** One that was refused for its rate is made anew, a few times. */
const placeOrder = async (service: Service, operation: OrderId, order: ValidOrder): Promise<Reply> => {
  const { body, role = 'individual', kind } = order;
  const api = service.api.about({ probe: `orders of ${operation}`, case: kind });
  const place = () => api.call(operation, { subaccountId: service.roles[role], body: body(service) });
  let reply = await place();
  for (let tries = 0; tries < 3 && reply.status === 429; tries += 1) reply = await place();
  return reply;
};

/** What came of valid orders of one operation, and the balances around them. */
export interface PlacedOrders {
  /** The plainest first. */
  readonly placed: readonly { readonly kind: string; readonly reply: Reply }[];
  readonly balances: Around | undefined;
}

const placeAll = (service: Service, operation: OrderId) =>
  service.each(ordersOf(service, operation), async (order) => ({
    kind: order.kind,
    reply: await placeOrder(service, operation, order),
  }));

const placing = (operation: OrderId): Probe<PlacedOrders> =>
  probe(`orders of ${operation}`, {
    mode: operation === 'deposit.simulate' ? 'moves' : 'alone',
    send: async (service) => {
      if (operation === 'deposit.simulate' || !service.quiet)
        return { placed: await placeAll(service, operation), balances: undefined };
      let placing: Promise<PlacedOrders['placed']> | undefined;
      const act = async () => {
        placing = placeAll(service, operation);
        await placing;
      };
      const [plain] = ordersOf(service, operation);
      const again = async () => plain && placeOrder(service, operation, plain);
      // Orders are worth judging where the balances cannot be read.
      const balances = await around(service, act, { again }).catch(() => undefined);
      const placed = await (placing ?? placeAll(service, operation));
      return { placed, balances };
    },
  });

const byOperation = new Map(orderIds.map((operation) => [operation, placing(operation)]));

/** Valid orders of each kind, placed once for all that judge them. */
export const orders = (operation: OrderId): Probe<PlacedOrders> => {
  const known = byOperation.get(operation);
  if (known === undefined) throw new Error(`${operation} places no orders`);
  return known;
};

/** The answers to them. */
export const orderReplies = (operation: OrderId): Source<readonly Reply[]> =>
  derive([orders(operation)], ({ placed }) => placed.map(({ reply }) => reply));

/** The answers to orders of some kinds. */
export const orderRepliesOf = (
  operation: OrderId,
  isMeant: (kind: string) => boolean,
): Source<readonly Reply[]> =>
  derive([orders(operation)], ({ placed }) =>
    placed.filter(({ kind }) => isMeant(kind)).map(({ reply }) => reply),
  );

/** Those that were accepted: the premise of whatever is said about their records, or about a refusal of another. */
export const accepted = (operation: OrderId): Source<readonly Reply[]> =>
  derive([orders(operation)], ({ placed }) => {
    const taken = placed.map(({ reply }) => reply).filter(({ status }) => status < 300);
    if (taken.length === 0) throw new Untested(`${operation}: no valid order was accepted`);
    return taken;
  });

/** The balances around them. */
export const balancesAround = (operation: Exclude<OrderId, 'deposit.simulate'>): Source<Around> =>
  derive([orders(operation)], ({ placed, balances }) => {
    if (placed.every(({ reply }) => reply.status > 299))
      throw new Untested(`${operation} did not accept a valid order`);
    if (balances === undefined)
      throw new Untested('RAMP_QUIET_ACCOUNT is not true, or the balances cannot be read');
    return balances;
  });

/** How long a service that books late may take. */
const bookingMs = 300;

/** The balances around an onramp and an offramp, once what is booked late is booked. */
export const balancesAfterInitiations = probe('balances after initiations', {
  mode: 'alone',
  send: async (service) => {
    demandQuiet(service);
    const initiate = async () => {
      const replies = [
        await service.api.call('onramp.initiate', plainOrder(service, 'onramp.initiate')),
        await service.api.call('offramp.initiate', plainOrder(service, 'offramp.initiate')),
      ];
      if (replies.every(({ status }) => status > 299)) throw new Untested('no valid order was accepted');
    };
    return around(service, initiate, { waitMs: bookingMs });
  },
});

/** The balances around an order that is refused for a value outside its list. */
export const balancesAroundRefusal = (operation: 'deposit.simulate' | 'onramp.initiate'): Probe<Around> =>
  refusals[operation];

const refusal = (operation: 'deposit.simulate' | 'onramp.initiate', body: (setting: Setting) => unknown) =>
  probe(`balances around a refused ${operation}`, {
    mode: 'alone',
    send: async (service) => {
      demandQuiet(service);
      const subaccountId = service.roles.individual;
      return around(service, () => service.api.call(operation, { subaccountId, body: body(service) }));
    },
  });

const refusals = {
  'deposit.simulate': refusal('deposit.simulate', (setting) => depositBody(setting, 'JPY')),
  'onramp.initiate': refusal('onramp.initiate', (setting) => onrampBody(setting, 'EURC')),
};

/** The balances around a deposit that is accepted. */
export const balancesAroundDeposit = probe('balances around a deposit', {
  mode: 'alone',
  send: async (service) => {
    demandQuiet(service);
    const before = await service.api.readBalances({});
    const { status } = await service.api.call('deposit.simulate', plainOrder(service, 'deposit.simulate'));
    if (status > 299 || before.status > 299) throw new Untested('no deposit was accepted');
    return { before, after: await service.api.readBalances({}) };
  },
});
