// The operations that move money, and the reply that a handler decides on.

export type Initiation = `${string}.initiate`;

/** Operations that move money and so need an approved KYC. */
export type MoneyOperation = 'deposit.simulate' | Initiation;

/** Decision of a handler, without headers. No `body` member means an empty body. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

export function isReply(value: object): value is Reply {
  return 'status' in value && typeof value.status === 'number';
}
