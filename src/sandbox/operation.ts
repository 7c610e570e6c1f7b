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
