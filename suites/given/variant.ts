import { type Conformance, depositCurrencies, type Input, onrampAssets, type Reply } from '#harness';
import { exampleOf } from './example.ts';
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
} from './order.ts';

export type Order =
  | 'deposit.simulate'
  | 'onramp.initiate'
  | 'offramp.initiate'
  | 'lightning-offramp.initiate';

/** An order of an asset, on the one chain that suits it. */
const onrampOf = (t: Conformance, asset: string) =>
  onrampBody(t, asset, asset === 'BTC_LIGHTNING' ? 'LIGHTNING' : undefined);

const offramps = (t: Conformance): readonly unknown[] => {
  const { roles, order } = t;
  return [
    fractionalOfframp(t),
    offrampWithOwnReference(t),
    offrampBody(t, { recipient: roles.usdRecipient, currency: 'USD', rail: 'WIRE' }),
    ...(roles.has('localRecipient')
      ? [offrampBody(t, { recipient: roles.localRecipient, currency: order.localCurrency })]
      : []),
    ...(roles.has('namedRecipient')
      ? ['WIRE', 'SWIFT'].map((rail) =>
          offrampBody(t, { recipient: roles.namedRecipient, currency: 'USD', rail }),
        )
      : []),
  ];
};

const bodies: { readonly [Id in Order]: (t: Conformance) => readonly unknown[] } = {
  'deposit.simulate': (t) => [
    ...depositCurrencies.map((currency) => depositBody(t, currency)),
    fractionalDeposit(t),
  ],
  'onramp.initiate': (t) => [...onrampAssets.map((asset) => onrampOf(t, asset)), fractionalOnramp(t)],
  'offramp.initiate': offramps,
  'lightning-offramp.initiate': (t) => [
    fractionalLightningBody(t),
    ...(t.roles.has('localRecipient') ? [lightningBody(t, t.roles.localRecipient)] : []),
  ],
};

/** Valid orders besides the example: of each listed value, in cents, to each kind of recipient. */
export const furtherBodies = (t: Conformance, operation: Order): readonly unknown[] => bodies[operation](t);

/** The same for the individual, and the example for another subaccount. */
export const furtherInputs = (t: Conformance, operation: Order): readonly Input<Order>[] => [
  ...furtherBodies(t, operation).map((body) => ({ subaccountId: t.roles.individual, body })),
  ...(t.roles.has('business')
    ? [{ ...(exampleOf(t, operation) as Input<Order>), subaccountId: t.roles.business }]
    : []),
];

/**
 * The answers to them, and to the example for another subaccount. A right service may refuse any of them for a reason
 * of its own; what it accepts is held to all that is said of the example.
 */
export const furtherReplies = (t: Conformance, operation: Order): Promise<readonly Reply[]> =>
  t.recall(`further replies of ${operation}`, (once) =>
    Promise.all(furtherInputs(once, operation).map((input) => once.api.call(operation, input))),
  );

export const isOrder = (operation: string): operation is Order => operation in bodies;
