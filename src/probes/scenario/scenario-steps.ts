import type { OperationId } from '#contract';
import { type Reply, type Setting, valueAt, writtenIdOf } from '#evidence';
import { lightningOfframpOrder, offrampOrder, onrampOrder } from '#generators';
import { askPage } from '../listings/listing.ts';
import type { Listing, Page } from '../listings/page.ts';
import { depositBody, fractionalDeposit, onrampBody } from '../orders/order-body.ts';
import type { OrderId } from '../orders/valid-orders.ts';
import type { Service } from '../service.ts';

/** The results of earlier steps that the next ones need. */
export interface Progress {
  /** Accepted offramps, oldest first. */
  readonly created: Reply[];
  /** The conversions before the first step, as far as they can be listed. */
  readonly conversions: readonly Page[];
  /** How many steps were taken. */
  readonly count: number;
}

/** One thing that a client may do. */
export interface Step {
  /** In a few words, without data: `start an offramp`. */
  readonly name: string;
  readonly operation: OperationId;
  /** Undefined where it makes no sense now; throws `Untested` where a role is missing. */
  readonly take: (service: Service, progress: Progress) => Promise<Reply> | undefined;
}

type Body = (setting: Setting, count: number) => unknown;

const order = (name: string, operation: OrderId, body: Body): Step => ({
  name,
  operation,
  take: (service, { count }) =>
    service.api.call(operation, {
      subaccountId: service.roles.individual,
      body: body(service, count),
    }),
});

/**
 * A service may answer a repetition with the first order, so that no two orders of a scenario are of the same amount, nor of
 * that of a plain order.
 */
const own = (amount: number, count: number): number =>
  Math.max(Math.round(amount * 100 - count - 1) / 100, amount / 2);

const amountOf = ({ order: { amount } }: Setting, count: number): number => own(amount, count);

/** An amount of another size, with cents. */
const otherAmountOf = ({ order: { amount } }: Setting, count: number): number =>
  own(amount * 0.75 - 0.01, count);

const offramp: Body = (setting, count) =>
  offrampOrder(setting.order, {
    recipientId: setting.roles.usdRecipient,
    currency: 'USD',
    amount: amountOf(setting, count),
  });

const namedOverAch: Body = (setting, count) =>
  offrampOrder(setting.order, {
    recipientId: setting.roles.namedRecipient,
    currency: 'USD',
    rail: 'ACH',
    amount: amountOf(setting, count),
  });

const onramp =
  (amount: typeof amountOf): Body =>
  (setting, count) =>
    onrampOrder(setting.order, { amount: amount(setting, count) });

const lightning =
  (amount: typeof amountOf): Body =>
  (setting, count) =>
    lightningOfframpOrder(setting.order, {
      recipientId: setting.roles.lightningRecipient,
      amount: amount(setting, count),
    });

const withoutAmount: Body = ({ roles }) => ({ recipient_id: roles.lightningRecipient });

const readPage = (listing: Listing, limit: number): Step => ({
  name: `read page 1 of ${listing} by ${limit}`,
  operation: listing,
  take: (service) => askPage(service, listing, { limit }),
});

/** As it is written: a service may know it in no other letter case. */
const firstIdIn = (pages: readonly Page[]): string | undefined => {
  const ids = pages.flatMap(({ items }) => items).map((item) => valueAt(item, 'id'));
  return ids.find((id) => typeof id === 'string');
};

/** In the order of the tour, in which orders of every kind come before and after each other. */
export const steps = [
  order('start an offramp', 'offramp.initiate', offramp),
  order('start a named offramp over ACH', 'offramp.initiate', namedOverAch),
  order('start an onramp', 'onramp.initiate', onramp(amountOf)),
  order('start a lightning offramp', 'lightning-offramp.initiate', lightning(amountOf)),
  order('start an onramp of an unlisted asset', 'onramp.initiate', (setting) => onrampBody(setting, 'EURC')),
  order('simulate a deposit in an unlisted currency', 'deposit.simulate', (setting) =>
    depositBody(setting, 'JPY'),
  ),
  order('start an onramp of another amount', 'onramp.initiate', onramp(otherAmountOf)),
  order(
    'start a lightning offramp of another amount',
    'lightning-offramp.initiate',
    lightning(otherAmountOf),
  ),
  order('start a lightning offramp without an amount', 'lightning-offramp.initiate', withoutAmount),
  // After all that must leave the balances alone, and before the first deposit, whose effect on them is open.
  {
    name: 'read the balances',
    operation: 'balances.read',
    take: ({ api }) => api.readBalances({}),
  },
  order('simulate a deposit', 'deposit.simulate', (setting) => depositBody(setting)),
  order('simulate a deposit in cents', 'deposit.simulate', fractionalDeposit),
  {
    name: 'read the first offramp that was created',
    operation: 'offramp.read',
    take: ({ api, roles }, { created: [first] }) =>
      first && api.readOfframp({ subaccountId: roles.individual, offrampId: writtenIdOf(first) }),
  },
  {
    name: 'read the first conversion',
    operation: 'conversion.read',
    take: ({ api, roles }, { conversions }) => {
      const conversionId = firstIdIn(conversions);
      return conversionId === undefined
        ? undefined
        : api.readConversion({ subaccountId: roles.individual, conversionId });
    },
  },
  readPage('offramp.list', 2),
  readPage('conversion.list', 2),
] as const satisfies readonly Step[];
