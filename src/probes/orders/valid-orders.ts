import { depositCurrencies, type Input, type OperationId, onrampAssets, rails } from '#contract';
import type { Setting } from '#evidence';
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

export const orderIds = [
  'deposit.simulate',
  'onramp.initiate',
  'offramp.initiate',
  'lightning-offramp.initiate',
] as const satisfies readonly OperationId[];

export type OrderId = (typeof orderIds)[number];

export const isOrder = (operation: OperationId): operation is OrderId =>
  orderIds.some((id) => id === operation);

/** A valid order: its particularity, and its body. */
export interface ValidOrder {
  /** In words: `plain`, `of cents`, `over WIRE`. */
  readonly kind: string;
  /** Placed in the profile smoke too. */
  readonly smoke?: true;
  /** Differs most from the others of its operation: one of the orders with which a refusal is tried. */
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
