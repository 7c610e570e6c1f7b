import { STATUS_CODES } from 'node:http';
import type { OperationId, SeenRequest, WireReply } from '#sandbox';
import type { When } from './requests.ts';
import { type Hook, succeeded } from './rewriting.ts';

export const errorBody = (status: number, message: string, path?: string) => ({
  statusCode: status,
  message,
  timestamp: new Date().toISOString(),
  ...(path === undefined ? {} : { path }),
  error: STATUS_CODES[status],
});

export function refuse(reply: WireReply, { path }: SeenRequest, status: number, message: string): void {
  reply.status = status;
  reply.headers['content-type'] = 'application/json';
  reply.body = errorBody(status, message, path);
}

export const isInitiation = (operation: OperationId | undefined): boolean => operation?.endsWith('.initiate') ?? false;

/** Keeps nothing of the order that was accepted last. */
export function forget({ operation, world: { store } }: SeenRequest): void {
  if (operation === 'onramp.initiate') store.onramps.pop();
  if (operation === 'offramp.initiate') store.offramps.pop();
  if (operation === 'lightning-offramp.initiate') store.lightningOfframps.pop();
}

/** Refuses some of the orders that would have been accepted, and keeps nothing of them. */
export const refusing =
  (which: When, refusal: (request: SeenRequest) => Partial<WireReply>): Hook =>
  (reply, request) => {
    const isOrder = request.operation === 'deposit.simulate' || isInitiation(request.operation);
    if (!isOrder || !succeeded(reply) || !which(request)) return;
    forget(request);
    reply.headers['content-type'] = 'application/json';
    Object.assign(reply, refusal(request));
  };

/** Gives another answer to an initiation that shares a name with an earlier one, and keeps nothing of it. */
export const recognising =
  (
    nameOf: (request: SeenRequest) => string | undefined,
    answer: (earlier: WireReply, reply: WireReply, request: SeenRequest) => WireReply,
  ): Hook =>
  (reply, request) => {
    const name = nameOf(request);
    if (name === undefined || !succeeded(reply)) return undefined;
    const { memory } = request.world;
    const earlier = memory.get(name) as WireReply | undefined;
    if (earlier === undefined) {
      memory.set(name, structuredClone(reply));
      return undefined;
    }
    forget(request);
    return answer(structuredClone(earlier), reply, request);
  };
