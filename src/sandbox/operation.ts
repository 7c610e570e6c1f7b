// The operations that move money, and the reply of a handler.

export type Initiation = `${string}.initiate`;

/** Operations that move money, and so need approved KYC. */
export type MoneyOperation = 'deposit.simulate' | Initiation;

/** The decision of a handler, without headers. Without a `body` member, the body is empty. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

export function isReply(value: object): value is Reply {
  return 'status' in value && typeof value.status === 'number';
}
