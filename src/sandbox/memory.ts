// The sandbox without a socket: an undici dispatcher that answers in this process.

import { parse, stringify } from 'node:querystring';
import { Dispatcher } from 'undici';
import type { AcceptedKeys } from './admission.ts';
import type { Route } from './call.ts';
import { type OperationId, routes } from './endpoints.ts';
import { answer, type Exchange, earlyRefusal, guarded, refuseWith } from './exchange.ts';
import { defaultPolicies } from './policies.ts';
import { sandboxKeys, seededSettings } from './seeded-settings.ts';
import { bodyLimit, type Sandbox } from './server.ts';
import { scratchOf } from './store.ts';
import { type Fault, failure, framed, type SeenRequest, type ServedWorld, type WireReply } from './wire.ts';
import { openWorld } from './worlds.ts';

interface Found {
  readonly route?: Route<OperationId>;
  readonly params: Readonly<Record<string, string>>;
}

const ways = routes.flatMap((route) =>
  route.paths.map((path) => ({
    route,
    pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]*)')}$`),
  })),
);

/** Like Fastify's router: an escape counts as its character, except for a slash or percent sign. */
function find(method: string, path: string): Found {
  const plain = path.replaceAll(/%(?!2f|25)[0-9a-f]{2}/gi, decodeOne);
  for (const { route, pattern } of ways) {
    if (route.method !== method || !(pattern.test(path) || pattern.test(plain))) continue;
    const groups = (pattern.exec(path) ?? pattern.exec(plain))?.groups ?? {};
    const params = Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]);
    return { route, params: Object.fromEntries(params) };
  }
  return { params: {} };
}

function decodeOne(code: string): string {
  return Number.parseInt(code.slice(1), 16) < 0x80 ? decodeURIComponent(code) : code;
}

/** The result must be used, because the bundler removes a call without an apparent effect. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

class Controller implements Dispatcher.DispatchController {
  aborted = false;
  readonly paused = false;
  reason: Error | null = null;
  rawHeaders: Buffer[] = [];
  readonly rawTrailers: Buffer[] = [];

  abort(reason: Error): void {
    this.aborted = true;
    this.reason = reason;
  }

  pause(): void {}

  resume(): void {}
}

class SandboxDispatcher extends Dispatcher {
  readonly #world: ServedWorld;
  readonly #keys: AcceptedKeys;

  constructor(world: ServedWorld, keys: AcceptedKeys) {
    super();
    this.#world = world;
    this.#keys = keys;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const controller = new Controller();
    handler.onRequestStart?.(controller, undefined);
    if (controller.aborted) return true;
    const reply = replyTo(this.#world, this.#keys, options);
    const send = () => deliver(reply, controller, handler);
    // Never at once, so that signals and other requests come in between, as on a socket.
    if (reply.delayMs === undefined) setImmediate(send);
    else setTimeout(send, reply.delayMs).unref();
    return true;
  }
}

interface Asked {
  /** The path with its query. */
  readonly path: string;
  readonly method: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

function replyTo(world: ServedWorld, keys: AcceptedKeys, { path: url, method, headers: sent, body }: Asked): WireReply {
  const named = Object.entries((sent ?? {}) as Readonly<Record<string, string>>);
  const headers = Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value]));
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2);
  const isReadable = decoded(path) !== undefined;
  const { route, params } = isReadable ? find(method, path) : { params: {} };
  const exchange: Exchange = {
    operation: route?.operation,
    method,
    path,
    query: parse(query),
    params,
    headers,
    rawHeaders: named.flat(),
    world,
    at: new Date(),
  };
  const reply = guarded(exchange, () => {
    const refused = earlyRefusal(exchange, keys);
    if (refused) return refused;
    if (!isReadable) return refuseWith(exchange, 'badRequest', 'The path cannot be decoded');
    const bytes = typeof body === 'string' ? Buffer.from(body) : undefined;
    if (bytes && bytes.length > bodyLimit) return refuseWith(exchange, 'bodyTooLarge', 'Request body is too large');
    return answer(exchange, keys, route, { bytes, contentType: headers['content-type'] });
  });
  return reply ?? failure(`${method} ${path} was never answered`);
}

/** The answer of the service without fault or variation in the same state. The state does not change. */
export function replyAsShipped({ world, method, path, query, headers, body }: SeenRequest): WireReply {
  const queryText = stringify(query as Readonly<Record<string, string>>);
  const shipped = { ...world, fault: undefined, policies: defaultPolicies, store: scratchOf(world.store) };
  return replyTo(shipped, sandboxKeys, {
    path: queryText === '' ? path : `${path}?${queryText}`,
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

function deliver(reply: WireReply, controller: Controller, handler: Dispatcher.DispatchHandler): void {
  if (controller.aborted) return;
  if (reply.destroy) {
    handler.onResponseError?.(controller, Object.assign(new Error('closed'), { code: 'UND_ERR_SOCKET' }));
    return;
  }
  const { payload, headers } = framed(reply);
  if (reply.chunked) headers['transfer-encoding'] = 'chunked';
  const isDated = reply.undated || Object.keys(headers).some((name) => name.toLowerCase() === 'date');
  if (!isDated) headers.date = new Date().toUTCString();
  controller.rawHeaders = Object.entries(headers)
    .flat()
    .map((text) => Buffer.from(text));
  handler.onResponseStart?.(controller, reply.status, headers, undefined);
  if (!controller.aborted && payload.length > 0) handler.onResponseData?.(controller, Buffer.from(payload));
  if (!controller.aborted) handler.onResponseEnd?.(controller, {});
}

/** Serves the reference service, or one with a fault, through its dispatcher. No process listens at its base URL. */
export function memorySandbox({ always, keys = sandboxKeys }: { always?: Fault; keys?: AcceptedKeys } = {}): Sandbox & {
  readonly dispatcher: Dispatcher;
} {
  const baseUrl = 'http://127.0.0.1:9';
  const dispatcher = new SandboxDispatcher(openWorld('', undefined, always), keys);
  return { baseUrl, dispatcher, settings: seededSettings({ baseUrl, keys }), close: async () => {} };
}
