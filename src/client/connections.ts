// Connections to the target: certificates and proxies. Each request is sent once.
import { Socket } from 'node:net';
import tls, { type DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import { type Method, type OperationId, operationOf } from '#contract';
import type { Network } from '#run';
import type { Answer } from './answer.ts';
import { attemptOnce } from './attempt.ts';
import { readPastInterims } from './interim.ts';
import { refusedCertificate, signedBy, type TransportFailure, UnusableProxy, wantsCertificate } from './no-answer.ts';
import { reaching } from './reach.ts';
import { type BuiltRequest, type Limits, trust } from './request.ts';

/**
 * Milliseconds after which an unused connection is dropped. An order on a connection that the service just closed would
 * be lost.
 */
const idleMs: Readonly<Record<Method, number>> = { GET: 4_000, POST: 100 };

/** Node 20 has no `getCACertificates`, only its own list. */
type Known = { readonly getCACertificates?: () => readonly string[] };

/** If custom authorities are set, Node drops all others, so both lists are passed. */
function contextOf({ authorities, certificate }: Network) {
  if (authorities === undefined) return { ...trust, ...certificate };
  const { getCACertificates = () => tls.rootCertificates } = tls as Known;
  const ca = [...getCACertificates(), authorities];
  // Made once, because making a context takes longer than a handshake.
  const secureContext = tls.createSecureContext({ ca, allowPartialTrustChain: true, ...trust, ...certificate });
  return { ...trust, secureContext };
}

/** The proxy sees only the host: the connection is encrypted from end to end. */
function tunnelled(proxies: Pool, through: URL, connect: buildConnector.connector): buildConnector.connector {
  const { username, password } = through;
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(user).toString('base64')}`;
  const open = async ({ hostname, port }: buildConnector.Options): Promise<Socket> => {
    const path = `${hostname}:${port || 443}`;
    const headers = { host: path, ...(username && { 'proxy-authorization': authorization }) };
    const { statusCode, socket } = await proxies.connect({ path, headers }).catch((error: unknown) => {
      throw UnusableProxy.from(error);
    });
    if (statusCode === 200 && socket instanceof Socket) return socket;
    socket.on('error', () => undefined).destroy();
    throw UnusableProxy.answering(statusCode);
  };
  return (options, callback) => {
    open(options).then(
      (httpSocket) => connect({ ...options, httpSocket }, callback),
      (error: Error) => callback(error, null),
    );
  };
}

function issuerIn(certificate: DetailedPeerCertificate): string | undefined {
  let last = certificate;
  const seen = new Set<DetailedPeerCertificate>();
  while (last.issuerCertificate && !seen.has(last)) {
    seen.add(last);
    last = last.issuerCertificate;
  }
  const { CN, O } = last.issuer ?? {};
  return [CN ?? O].flat()[0];
}

export interface ConnectionOptions {
  /** Scheme, host and port, with the path prefix of the service. */
  readonly baseUrl: string;
  readonly concurrency: number;
  /** Milliseconds for one whole request, with its body. */
  readonly timeoutMs: number;
  readonly network?: Network | undefined;
  /** Replaces the network in tests. */
  readonly dispatcher?: Dispatcher | undefined;
}

interface ToSend extends Pick<BuiltRequest, 'path' | 'headers'>, Partial<Pick<BuiltRequest, 'method' | 'body'>> {
  readonly operation: OperationId;
}

/** Connections to the target, by method. Sends each request once. */
export class Connections {
  /** Scheme, host and port of the base URL; nothing is sent elsewhere. */
  readonly origin: string;
  readonly #prefix: string;
  readonly #options: ConnectionOptions;
  readonly #limits: Limits;
  readonly #poolFor: (method: Method, connections: number) => Pool;
  #pools: Readonly<Record<Method, Pool>>;
  readonly #proxies: Pool | undefined;
  readonly #hasCertificate: boolean;
  readonly #closing = new AbortController();
  readonly #findIssuer: () => Promise<string | undefined>;
  #issuer: Promise<string | undefined> | undefined;
  #isAskedForCertificate = false;

  constructor(options: ConnectionOptions, limits: Limits) {
    const { origin, pathname } = new URL(options.baseUrl);
    const { network = {}, concurrency } = options;
    this.origin = origin;
    this.#prefix = pathname.replace(/\/+$/, '');
    this.#options = options;
    this.#limits = limits;
    const secured = (more: object) => buildConnector({ timeout: limits.connectMs, allowH2: false, ...more });
    const toTarget = secured(contextOf(network));
    const { signal } = this.#closing;
    const { certificate, proxy } = network;
    const through = proxy === undefined ? undefined : new URL(proxy);
    this.#proxies =
      through && new Pool(through.origin, { allowH2: false, connect: reaching(limits, signal, secured(trust)) });
    this.#hasCertificate = certificate !== undefined;
    const wayOf = (encrypt: buildConnector.connector) =>
      through && this.#proxies ? tunnelled(this.#proxies, through, encrypt) : reaching(limits, signal, encrypt);
    const connector = wayOf(toTarget);
    this.#findIssuer = () => {
      const { host, hostname, port, protocol } = new URL(origin);
      // Reads the certificate of the other side, and sends nothing, not even our own certificate.
      const look = wayOf(secured({ ...trust, rejectUnauthorized: false }));
      return new Promise((found) => {
        look({ host, hostname: hostname.replace(/[[\]]/g, ''), port, protocol }, (_error, socket) => {
          found(socket instanceof TLSSocket ? issuerIn(socket.getPeerCertificate(true)) : undefined);
          socket?.destroy();
        });
      });
    };
    const connect: buildConnector.connector = (options, callback) =>
      connector(options, (...args) => {
        const [, socket] = args;
        if (socket) readPastInterims(socket);
        // Shared algorithms exist only if the server asked for a certificate.
        if (socket instanceof TLSSocket && socket.getSharedSigalgs().length > 0) this.#isAskedForCertificate = true;
        callback(...args);
      });
    this.#poolFor = (method, connections) =>
      new Pool(origin, {
        connections,
        allowH2: false,
        pipelining: 1,
        keepAliveTimeout: idleMs[method],
        keepAliveMaxTimeout: idleMs[method],
        maxHeaderSize: limits.headerBytes,
        // Attempts measure their own time, because undici's clock ticks in half seconds.
        headersTimeout: 0,
        bodyTimeout: 0,
        connect,
      });
    this.#pools = this.#poolsOf(concurrency);
  }

  #poolsOf(connections: number): Readonly<Record<Method, Pool>> {
    return { GET: this.#poolFor('GET', connections), POST: this.#poolFor('POST', connections) };
  }

  /** Keeps this number of connections open for each method. Others close after their current request. */
  narrow(connections: number): void {
    const { GET, POST } = this.#pools;
    this.#pools = this.#poolsOf(connections);
    for (const pool of [GET, POST]) pool.close().catch(() => undefined);
  }

  async send(request: ToSend, signals: readonly AbortSignal[]): Promise<Answer | TransportFailure> {
    const { operation, body } = request;
    const { movesMoney, method: documented } = operationOf(operation);
    const { method = documented } = request;
    const { timeoutMs, network, dispatcher = this.#pools[documented] } = this.#options;
    const limits = this.#limits;
    const path = this.#prefix + request.path;
    const headers = { ...request.headers, ...network?.headers };
    const outcome = await attemptOnce({
      dispatcher,
      request: { origin: this.origin, path, headers, method, body: body ?? null },
      timeoutMs,
      limits,
      signals,
      graceMs: movesMoney ? limits.orderGraceMs : 0,
    });
    return this.#explain(outcome);
  }

  /** True if the target asks for a client certificate and none is set. */
  get lacksCertificate(): boolean {
    return this.#isAskedForCertificate && !this.#hasCertificate;
  }

  /** If our certificate is missing, a server may close the connection right after the handshake. */
  async #explain(outcome: Answer | TransportFailure): Promise<Answer | TransportFailure> {
    if (outcome.kind === 'no response' && outcome.unknownIssuer) {
      this.#issuer ??= this.#findIssuer();
      return signedBy(outcome, await this.#issuer);
    }
    const isCut = outcome.kind === 'no response' && outcome.code === 'TRANSPORT_RESET' && !outcome.begun;
    if (!isCut || !this.#isAskedForCertificate) return outcome;
    return { ...outcome, ...(this.#hasCertificate ? refusedCertificate : wantsCertificate) };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...Object.values(this.#pools), this.#proxies].map((pool) => pool?.destroy()));
  }
}
