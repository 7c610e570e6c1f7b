import { type OperationId, operationOf, roleOf, roleVariables } from '#contract';

/** A setting by the name of its variable, without the prefix that all have. */
export type ValueOfSetting = (name: string) => string;

export const variableOf = (operation: OperationId, parameter: string): string => {
  if (parameter === 'currency') return 'LOCAL_RECIPIENT_CURRENCY';
  const [subaccount = 'individual'] = operationOf(operation).subaccounts ?? [];
  return roleVariables[parameter === 'subaccountId' ? subaccount : roleOf(parameter)].replace('RAMP_', '');
};

export const pathOf = (operation: OperationId, fill: (parameter: string) => string): string =>
  operationOf(operation).path.replace(/\{(\w+)\}/g, (_, name: string) => fill(name));

/** The parts of a valid order, where it is written without the values themselves. */
export interface OrderParts {
  readonly setting: ValueOfSetting;
  readonly amount: unknown;
  readonly reference: string;
}

const depositOrder = ({ setting, amount }: OrderParts) => ({
  currency: 'USD',
  amount,
  accountNumber: setting('DEPOSIT_ACCOUNT_NUMBER'),
});

const onrampOrder = ({ setting, amount, reference }: OrderParts) => ({
  from: { amount, currency: setting('ONRAMP_CURRENCY') },
  to: { asset: 'USDC', chain: setting('ONRAMP_CHAIN'), destination_address: setting('ONRAMP_ADDRESS') },
  client_onramp_reference: reference,
});

const offrampOrder = ({ setting, amount, reference }: OrderParts) => ({
  from: {
    chain: setting('OFFRAMP_CHAIN'),
    asset: setting('OFFRAMP_ASSET'),
    amount,
    sender_address: setting('OFFRAMP_SENDER_ADDRESS'),
  },
  to: { recipient_id: setting('USD_RECIPIENT_ID'), currency: 'USD' },
  client_offramp_reference: reference,
});

const lightningOrder = ({ setting, amount }: OrderParts) => ({
  recipient_id: setting('LIGHTNING_RECIPIENT_ID'),
  amount,
});

type Orders = Readonly<Partial<Record<OperationId, (parts: OrderParts) => object>>>;

const orders: Orders = {
  'deposit.simulate': depositOrder,
  'onramp.initiate': onrampOrder,
  'offramp.initiate': offrampOrder,
  'lightning-offramp.initiate': lightningOrder,
};

/** A valid order; undefined where an operation takes no body. */
export const orderOf = (operation: OperationId, parts: OrderParts): object | undefined =>
  orders[operation]?.(parts);
