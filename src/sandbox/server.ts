import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import type { AcceptedKeys } from './admission.ts';
import type { Route } from './call.ts';
import { type OperationId, routes } from './endpoints.ts';
import type { ErrorName } from './error.ts';
import {
  answer,
  type Exchange,
  earlyRefusal,
  guarded,
  type Incoming,
  type ReplyAndBody,
  refuseUnknownFault,
  refuseWith,
  wired,
} from './exchange.ts';
import { sandboxKeys, seededSettings } from './seeded-settings.ts';
import { type Fault, type FaultFinder, failure, send, type WireReply } from './wire.ts';
import { openWorlds, type ServedWorlds } from './worlds.ts';

interface SandboxOptions {
  /** By default 0: the system chooses the port. */
  readonly port?: number;
  /** Loopback by default. */
  readonly host?: string | undefined;
  readonly keys?: AcceptedKeys;
  /** If set, the headers `x-ramp-fault` and `x-ramp-world` have an effect. */
  readonly faults?: FaultFinder | undefined;
  /** Applied to every request without `x-ramp-world`. */
  readonly always?: Fault | undefined;
}

export interface Sandbox {
  readonly baseUrl: string;
  /** Answers in this process; if undefined, the sandbox listens at its base URL. */
  readonly dispatcher?: Dispatcher;
  /** Variables for an `.env` with which a run tests this sandbox. */
  readonly settings: Record<string, string>;
  readonly close: () => Promise<void>;
}

/** Bytes. The document allows bodies of a mebibyte; the other half is for the members around them. */
export const bodyLimit = 2 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange | null;
  }
}

interface SandboxParts {
  readonly worlds: ServedWorlds;
  readonly keys: AcceptedKeys;
}

function incomingOf(request: FastifyRequest, operation: OperationId | undefined): Incoming {
  return {
    operation,
    method: request.method,
    path: request.url.split('?', 1)[0] ?? '',
    query: request.query as Readonly<Record<string, unknown>>,
    params: (request.params ?? {}) as Readonly<Record<string, string>>,
    headers: request.headers,
    rawHeaders: request.raw.rawHeaders,
  };
}

function sendNow(reply: FastifyReply, wire: WireReply): void {
  reply.hijack();
  send(reply.raw, wire);
}

function admit(parts: SandboxParts, request: FastifyRequest, reply: FastifyReply): boolean {
  const { operation } = request.routeOptions.config as { operation?: OperationId };
  const incoming = incomingOf(request, operation);
  const world = parts.worlds.of(request.headers);
  if ('unknownFault' in world) {
    sendNow(reply, wired(refuseUnknownFault(incoming, world.unknownFault)));
    return true;
  }
  const exchange: Exchange = { ...incoming, world, at: new Date() };
  request.exchange = exchange;
  const refused = guarded(exchange, () => earlyRefusal(exchange, parts.keys));
  if (refused) sendNow(reply, refused);
  return refused !== undefined;
}

function conclude(request: FastifyRequest, reply: FastifyReply, step: (of: Exchange) => ReplyAndBody): void {
  const { exchange } = request;
  const wire = exchange && guarded(exchange, () => step(exchange));
  sendNow(reply, wire ?? failure(`${request.method} ${request.url} was never admitted`));
}

function situationOf(status: number | undefined): ErrorName {
  if (status === 413) return 'bodyTooLarge';
  return status === 415 ? 'unsupportedMediaType' : 'badRequest';
}

function noCompiler(): never {
  throw new Error('no route of the sandbox states a schema');
}

/** Fastify would load two compilers that the sandbox does not use. */
const compilersFactory = { buildValidator: noCompiler, buildSerializer: noCompiler };

function build(parts: SandboxParts): FastifyInstance {
  const app = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    bodyLimit,
    routerOptions: { maxParamLength: 16_384 },
    schemaController: { compilersFactory },
    // A path that cannot be decoded reaches no hook, so it is handled here.
    frameworkErrors: (_error, request, reply) => {
      if (admit(parts, request, reply)) return;
      conclude(request, reply, (exchange) => refuseWith(exchange, 'badRequest', 'The path cannot be decoded'));
    },
  });
  app.decorateRequest('exchange', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  app.addHook('onRequest', (request, reply, done) => {
    if (!admit(parts, request, reply)) done();
  });
  app.setErrorHandler<{ statusCode?: number; message: string }>((problem, request, reply) => {
    const situation = situationOf(problem.statusCode);
    conclude(request, reply, (exchange) => refuseWith(exchange, situation, problem.message));
  });
  return app;
}

function serve(parts: SandboxParts, route: Route | undefined) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const bytes = request.body instanceof Uint8Array ? request.body : undefined;
    const sent = { bytes, contentType: request.headers['content-type'] };
    conclude(request, reply, (exchange) => answer(exchange, parts.keys, route, sent));
  };
}

const loopback = '127.0.0.1';

/** If the host means all addresses, the base URL uses loopback. */
const named = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return loopback;
  return host.includes(':') ? `[${host}]` : host;
};

async function listen(app: FastifyInstance, port: number, host = loopback): Promise<string> {
  try {
    const { port: taken } = new URL(await app.listen({ host, port }));
    return `http://${named(host)}:${taken}`;
  } catch (problem) {
    const { code = '' } = problem as NodeJS.ErrnoException;
    if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
      throw new Error(`sandbox: the host is no address of this machine (${code})`, { cause: problem });
    if (code !== 'EADDRINUSE') throw problem;
    throw new Error(`sandbox: port ${port} of ${host} is taken; choose another, or 0 for a free one`, {
      cause: problem,
    });
  }
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const keys = options.keys ?? sandboxKeys;
  const parts: SandboxParts = { worlds: openWorlds(options.faults, options.always), keys };
  const app = build(parts);
  for (const route of routes) {
    for (const url of route.paths) {
      app.route({
        method: route.method,
        url,
        config: { operation: route.operation },
        handler: serve(parts, route),
      });
    }
  }
  app.setNotFoundHandler(serve(parts, undefined));
  const baseUrl = await listen(app, options.port ?? 0, options.host);
  return { baseUrl, settings: seededSettings({ baseUrl, keys }), close: () => app.close() };
}
