/** The decision of a handler; the sender adds the headers. No `body` member means an empty body. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** True for the error reply in a union of an error reply and something else. */
export function isReply(value: object): value is Reply {
  return 'status' in value && typeof value.status === 'number';
}
