import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import type { Method, Network } from '#contract';
import { type Limits, trust } from './limits.ts';
import { refusedCertificate, type TransportFailure, UnusableProxy, wantsCertificate } from './transport-failure.ts';

/** Idle time after which a connection is not used again: one that the service has just closed would lose an order. */
const idleMs: Readonly<Record<Method, number>> = { GET: 4_000, POST: 100 };

/** Opens connections through a proxy, which sees no more of them than the host: they are encrypted from end to end. */
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

interface ConnectionOptions {
  readonly origin: string;
  readonly connections: number;
  readonly network: Network;
  readonly limits: Limits;
}

/** Connections to the origin, by the method that they are for. */
export class Connections {
  readonly #poolFor: (method: Method, connections: number) => Pool;
  #pools: Readonly<Record<Method, Pool>>;
  readonly #proxies: Pool | undefined;
  readonly #hasCertificate: boolean;
  #isAskedForCertificate = false;

  constructor({ origin, connections, network: { certificate, proxy }, limits }: ConnectionOptions) {
    const timeout = limits.connectMs;
    const direct = buildConnector({ timeout, ...trust, ...certificate });
    const through = proxy === undefined ? undefined : new URL(proxy);
    this.#proxies = through && new Pool(through.origin, { connect: { timeout, ...trust } });
    this.#hasCertificate = certificate !== undefined;
    const connector = through && this.#proxies ? tunnelled(this.#proxies, through, direct) : direct;
    const connect: buildConnector.connector = (options, callback) =>
      connector(options, (...args) => {
        const [, socket] = args;
        // Names algorithms only where the server has asked for a certificate.
        if (socket instanceof TLSSocket && socket.getSharedSigalgs().length > 0) this.#isAskedForCertificate = true;
        callback(...args);
      });
    this.#poolFor = (method, connections) =>
      new Pool(origin, {
        connections,
        pipelining: 1,
        keepAliveTimeout: idleMs[method],
        keepAliveMaxTimeout: idleMs[method],
        maxHeaderSize: limits.headerBytes,
        // Attempts keep their own time, because undici's clock ticks in half seconds.
        headersTimeout: 0,
        bodyTimeout: 0,
        connect,
      });
    this.#pools = this.#poolsOf(connections);
  }

  #poolsOf(connections: number): Readonly<Record<Method, Pool>> {
    return { GET: this.#poolFor('GET', connections), POST: this.#poolFor('POST', connections) };
  }

  /** Keeps so many connections open for each method; others end with what they carry. */
  narrow(connections: number): void {
    const { GET, POST } = this.#pools;
    this.#pools = this.#poolsOf(connections);
    for (const pool of [GET, POST]) pool.close().catch(() => undefined);
  }

  for(method: Method): Dispatcher {
    return this.#pools[method];
  }

  /** The target asks for a client certificate, and none is set. */
  get lacksCertificate(): boolean {
    return this.#isAskedForCertificate && !this.#hasCertificate;
  }

  /** A connection that ends right behind the handshake may end for the certificate. */
  explain<Outcome extends { readonly kind: 'answer' }>(outcome: Outcome | TransportFailure) {
    const isCut = outcome.kind === 'no response' && outcome.code === 'TRANSPORT_RESET' && !outcome.begun;
    if (!isCut || !this.#isAskedForCertificate) return outcome;
    return { ...outcome, ...(this.#hasCertificate ? refusedCertificate : wantsCertificate) };
  }

  async close(): Promise<void> {
    await Promise.all([...Object.values(this.#pools), this.#proxies].map((pool) => pool?.destroy()));
  }
}
