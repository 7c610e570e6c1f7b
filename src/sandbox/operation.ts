// The operations of the document, and the reply that a handler decides on.

export type OperationId =
  | 'subaccount.read'
  | 'individual-kyc.read'
  | 'business-kyc.read'
  | 'balances.read'
  | 'deposit.simulate'
  | 'onramp.initiate'
  | 'offramp.initiate'
  | 'offramp.list'
  | 'offramp.read'
  | 'lightning-offramp.initiate'
  | 'withdrawal.read'
  | 'conversion.list'
  | 'conversion.read'
  | 'taxonomy.list';

/** The operations that reach money and so need an approved KYC. */
export type MoneyOperation = Extract<OperationId, 'deposit.simulate' | `${string}.initiate`>;

/** The operations that create something: their record starts as pending. */
export type Initiation = Extract<OperationId, `${string}.initiate`>;

/** The decision of a handler; the sender adds the headers. No `body` member means an empty body. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** True for the error reply in a union of an error reply and something else. */
export function isReply(value: object): value is Reply {
  return 'status' in value && typeof value.status === 'number';
}
