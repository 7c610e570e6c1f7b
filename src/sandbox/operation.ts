// The operations that move money, and the reply that a handler decides on.

/** The operations that create something: their record starts as pending. */
export type Initiation = `${string}.initiate`;

/** The operations that reach money and so need an approved KYC. */
export type MoneyOperation = 'deposit.simulate' | Initiation;

/** The decision of a handler; the sender adds the headers. No `body` member means an empty body. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** True for the error reply in a union of an error reply and something else. */
export function isReply(value: object): value is Reply {
  return 'status' in value && typeof value.status === 'number';
}
