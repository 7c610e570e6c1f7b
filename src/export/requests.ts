import {
  type OperationId,
  type OrderMaterial,
  operationIds,
  operationOf,
  parameterVariables,
  roleVariables,
} from '#contract';
import { depositOrder, lightningOfframpOrder, offrampOrder, onrampOrder } from '#generators';

/** A valid request of an operation: a path below the base URL, and a body where there is one. */
export interface ValidRequest {
  readonly operation: OperationId;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Gives the value of a setting by the name of its variable. */
export type Settings = (variable: string) => string;

const parameterOf = (operation: OperationId, name: string, setting: Settings): string => {
  const variables: Readonly<Record<string, string>> = {
    ...parameterVariables,
    ...(operation === 'business-kyc.read' ? { subaccountId: roleVariables.business } : {}),
    currency: 'RAMP_LOCAL_RECIPIENT_CURRENCY',
  };
  return setting(variables[name] ?? name);
};

/** Of the members of an order these alone are taken from settings; every other has its default. */
const materialOf = (setting: Settings): OrderMaterial => ({
  depositAccountNumber: setting('RAMP_DEPOSIT_ACCOUNT_NUMBER'),
  depositCurrency: 'USD',
  onrampCurrency: setting('RAMP_ONRAMP_CURRENCY'),
  onrampChain: setting('RAMP_ONRAMP_CHAIN'),
  onrampAddress: setting('RAMP_ONRAMP_ADDRESS'),
  offrampChain: setting('RAMP_OFFRAMP_CHAIN'),
  offrampAsset: setting('RAMP_OFFRAMP_ASSET'),
  offrampSenderAddress: setting('RAMP_OFFRAMP_SENDER_ADDRESS'),
  localCurrency: setting('RAMP_LOCAL_RECIPIENT_CURRENCY'),
  amount: 100,
  taxonomyCurrencies: [],
  guessed: [],
});

const bodyOf = (operation: OperationId, setting: Settings): unknown => {
  const material = materialOf(setting);
  const bodies: Partial<Record<OperationId, () => unknown>> = {
    'deposit.simulate': () => depositOrder(material),
    'onramp.initiate': () => onrampOrder(material),
    'offramp.initiate': () =>
      offrampOrder(material, { recipientId: setting(roleVariables.usdRecipient), currency: 'USD' }),
    'lightning-offramp.initiate': () =>
      lightningOfframpOrder(material, { recipientId: setting(roleVariables.lightningRecipient) }),
  };
  return bodies[operation]?.();
};

/** One valid request of every operation, in the order of the document. */
export const validRequests = (setting: Settings): readonly ValidRequest[] =>
  operationIds.map((operation) => {
    const { method, path } = operationOf(operation);
    const body = bodyOf(operation, setting);
    return {
      operation,
      method,
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => parameterOf(operation, name, setting)),
      ...(body === undefined ? {} : { body }),
    };
  });
