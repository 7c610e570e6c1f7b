import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { listenHttp } from '../testing/wire.test.support.ts';
import { timeoutMs } from './deadlines.test.support.ts';
import { createApi, createTransport, type Limits, LostOrders, type TransportOptions } from './index.ts';

export const key = 'key-canary-0123456789';
export const subaccountId = '6f1c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5b';

/** An offramp of 10 dollars; each number has its own reference. */
export const offrampOf = (at: number) => ({
  from: { chain: 'ETH', asset: 'USDC', amount: 10, sender_address: '0x1' },
  to: { recipient_id: subaccountId, currency: 'USD' },
  client_offramp_reference: `0f8fad5b-d9cb-469f-a165-${String(at).padStart(12, '0')}`,
});

const usual = { timeoutMs, concurrency: 4, maxRequests: 200, money: true, readOnly: false } as const;

/** Repeats after a few milliseconds, and waits long for an answer. */
export function openClient(baseUrl: string, options: Partial<TransportOptions> = {}, limits: Partial<Limits> = {}) {
  const waits = { unnamedWaitMs: 5, gatewayWaitMs: 5, patienceMs: 500, ...limits };
  const transport = createTransport({ baseUrl, ...usual, ...options }, waits);
  const lostOrders = new LostOrders();
  return { transport, api: createApi({ transport, key }), replacing: createApi({ transport, key, lostOrders }) };
}

export type Seen = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string };
export type Answer = (response: ServerResponse, seen: readonly Seen[], socket: Socket) => void;

/** Writes bytes to the socket, which need not be HTTP. The requests are counted from 1. */
export type Bytes = (socket: Socket, request: number) => void;

export const bytes =
  (serve: Bytes): Answer =>
  (_, { length }, socket) =>
    serve(socket, length);

/** A service with its client. The service answers a request after it has read all of it. */
export async function openService(
  answer: Answer,
  { path = '', ...options }: Partial<TransportOptions> & { readonly path?: string } = {},
  limits: Partial<Limits> = {},
) {
  const seen: Seen[] = [];
  const {
    port,
    connections,
    close: end,
  } = await listenHttp(async (request, response) => {
    const body = await text(request);
    seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    answer(response, seen, request.socket);
  });
  const client = openClient(`http://127.0.0.1:${port}${path}`, options, limits);
  const close = async () => {
    await client.transport.close();
    end();
  };
  return { ...client, port, connections, seen, close };
}

export const sendJson = (response: ServerResponse, status = 200, headers = {}, body: object = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
