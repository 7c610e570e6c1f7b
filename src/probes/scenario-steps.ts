// Steps of scenarios: single actions of a client.
import type { Listing, OperationId, OrderId } from '#contract';
import { amountIn, type Reply, type Setting, valueAt, writtenIdOf } from '#evidence';
import { depositOrder, lightningOfframpOrder, onrampOrder } from '#generators';
import { isRefusal } from '#run';
import { askPage } from './listings/listing.ts';
import type { Page } from './listings/page.ts';
import { lessByCents, withAmount } from './orders/amounts.ts';
import { unlistedOrder } from './orders/faulty-orders.ts';
import { dollarOfframp } from './orders/valid-orders.ts';
import type { Service } from './service.ts';

interface EarlierSteps {
  /** Accepted offramps, oldest first. */
  readonly created: Reply[];
  readonly conversions: readonly Page[];
}

export interface Step {
  /** A few words without data: `start an offramp`. */
  readonly name: string;
  readonly operation: OperationId;
  /** Undefined if the step cannot be taken now. @throws Untested if a role is missing. */
  readonly send: (service: Service, progress: EarlierSteps) => Promise<Reply> | undefined;
}

type AmountOf = (valid: number, count: number) => number;

/**
 * A service may answer a repetition with the first order, or refuse it. So all orders of a run's scenarios have
 * different amounts, also different from plain orders.
 */
const own: AmountOf = (valid, count) => lessByCents(valid, count + 1);

const another: AmountOf = (valid, count) => lessByCents(valid * 0.75, count + 2);

/** Not below a late deposit, and never the amount of a deposit around balances. */
const deposited: AmountOf = (valid, count) => lessByCents(valid, 1 + (count % 9));

/** If the service refuses a deposit's own amount, it has the valid amount. */
const order = (name: string, operation: OrderId, body: (setting: Setting) => unknown, amountOf?: AmountOf): Step => ({
  name,
  operation,
  send: async (service) => {
    const valid = body(service);
    const { run } = service;
    const pauseMs = run.remedies.pauseOf(operation);
    if (pauseMs > 0 && !service.prompt && run.tryWaits.take(pauseMs)) await service.pause(pauseMs);
    const place = (sent: unknown) =>
      service.api.call(operation, { subaccountId: service.roles.subaccount, body: sent });
    if (amountOf === undefined) return place(valid);
    const count = run.scenarioOrders;
    run.scenarioOrders += 1;
    const first = await place(withAmount(valid, amountOf(amountIn(valid), count)));
    return operation === 'deposit.simulate' && isRefusal(first) ? place(valid) : first;
  },
});

const onramp = (setting: Setting) => onrampOrder(setting);
const lightning = (setting: Setting) => lightningOfframpOrder(setting, setting.roles.lightningRecipient);

const readPage = (listing: Listing, limit: number): Step => ({
  name: `read page 1 of ${listing} by ${limit}`,
  operation: listing,
  send: (service) => askPage(service, listing, { limit }),
});

/** In the original letter case, because a service may know no other. */
const firstIdIn = (pages: readonly Page[]): string | undefined => {
  const ids = pages.flatMap(({ items }) => items).map((item) => valueAt(item, 'id'));
  return ids.find((id) => typeof id === 'string');
};

/** In the order of the tour: each kind of order comes before and after each other kind. */
export const steps = [
  order('start an offramp', 'offramp.initiate', (setting) => dollarOfframp(setting), own),
  order(
    'start a named offramp over ACH',
    'offramp.initiate',
    (setting) => dollarOfframp(setting, 'ACH', setting.roles.namedRecipient),
    own,
  ),
  order('start an onramp', 'onramp.initiate', onramp, own),
  order('start a lightning offramp', 'lightning-offramp.initiate', lightning, own),
  order('start an onramp of an unlisted asset', 'onramp.initiate', (setting) =>
    unlistedOrder(setting, 'onramp.initiate', true),
  ),
  order('simulate a deposit in an unlisted currency', 'deposit.simulate', (setting) =>
    unlistedOrder(setting, 'deposit.simulate', true),
  ),
  order('start an onramp of another amount', 'onramp.initiate', onramp, another),
  order('start a lightning offramp of another amount', 'lightning-offramp.initiate', lightning, another),
  order('start a lightning offramp without an amount', 'lightning-offramp.initiate', ({ roles }) => ({
    recipient_id: roles.lightningRecipient,
  })),
  // After all steps that must not move the balances, and before the first deposit, whose effect on them is open.
  {
    name: 'read the balances',
    operation: 'balances.read',
    send: ({ api }) => api.readBalances({}),
  },
  order('simulate a deposit', 'deposit.simulate', (setting) => depositOrder(setting), deposited),
  order('simulate another deposit', 'deposit.simulate', (setting) => depositOrder(setting), deposited),
  {
    name: 'read the first offramp that was created',
    operation: 'offramp.read',
    send: ({ api, roles }, { created: [first] }) =>
      first && api.readOfframp({ subaccountId: roles.subaccount, offrampId: writtenIdOf(first) }),
  },
  {
    name: 'read the first conversion',
    operation: 'conversion.read',
    send: ({ api, roles }, { conversions }) => {
      const conversionId = firstIdIn(conversions);
      return conversionId === undefined
        ? undefined
        : api.readConversion({ subaccountId: roles.subaccount, conversionId });
    },
  },
  readPage('offramp.list', 2),
  readPage('conversion.list', 2),
] as const satisfies readonly Step[];
