import { STATUS_CODES } from 'node:http';
import type { OperationId, SeenRequest, WireReply } from '#sandbox';

/** Why one variation of a status is alone. */
export const oneStatus = 'one status excludes another';

/** A full error body. */
export const errorBody = (status: number, message: string, path?: string) => ({
  statusCode: status,
  message,
  timestamp: new Date().toISOString(),
  ...(path === undefined ? {} : { path }),
  error: STATUS_CODES[status],
});

/** Puts a refusal in the place of a reply. */
export function refuse(reply: WireReply, { path }: SeenRequest, status: number, message: string): void {
  reply.status = status;
  reply.headers['content-type'] = 'application/json';
  reply.body = errorBody(status, message, path);
}

export const isInitiation = (operation: OperationId | undefined): boolean =>
  operation?.endsWith('.initiate') ?? false;

/** Keeps nothing of the order that was accepted last. */
export function forget({ operation, world: { store } }: SeenRequest): void {
  if (operation === 'onramp.initiate') store.onramps.pop();
  if (operation === 'offramp.initiate') store.offramps.pop();
  if (operation === 'lightning-offramp.initiate') store.lightningOfframps.pop();
}
