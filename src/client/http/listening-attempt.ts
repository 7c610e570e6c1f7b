import { validateHeaderName, validateHeaderValue } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { setImmediate as poll } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { Answer, Surplus } from './attempt.ts';
import { type Frame, frameIn } from './framing.ts';
import { readHead } from './head.ts';
import { type Limits, trust } from './limits.ts';
import {
  failureOf,
  interrupted,
  reset,
  type TransportFailure,
  timedOut,
  truncated,
  violation,
} from './transport-failure.ts';

interface ListeningOptions {
  readonly origin: string;
  readonly method: 'GET';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly limits: Limits;
  readonly signals: readonly AbortSignal[];
}

/** The request as bytes, because no client that knows HTTP shows what it drops. */
function textOf({ origin, method, path, headers }: ListeningOptions): string {
  if (!/^\/[\x21-\x7e]*$/.test(path)) throw new Error('a path that cannot be sent as it is');
  const all = { host: new URL(origin).host, ...headers };
  for (const [name, value] of Object.entries(all)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

function connectTo(origin: string): Socket {
  const { protocol, hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'http:') return connect({ host, port: Number(port || 80) });
  const named = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port: Number(port || 443), ALPNProtocols: ['http/1.1'], ...named, ...trust });
}

/** A server may close an idle connection with this one unasked (RFC 9110 15.5.9). */
const isFarewell = (rest: string): boolean => /^HTTP\/1\.1 408 /.test(rest);

const surplusIn = (rest: Buffer): Surplus | undefined => {
  const text = rest.toString('latin1');
  if (text === '' || isFarewell(text)) return undefined;
  return /^\s*HTTP\/1\.[01] \d{3}/.test(text) ? 'an answer' : 'bytes';
};

/** One request on a connection of its own, and everything that comes back on it. */
class Listening {
  readonly outcome: Promise<Answer | TransportFailure>;
  readonly #options: ListeningOptions;
  readonly #socket: Socket;
  readonly #startedAt = new Date();
  readonly #start = performance.now();
  readonly #stop = () => this.#give(interrupted());
  readonly #timer: NodeJS.Timeout;
  #bytes = Buffer.alloc(0);
  #frame: Frame | undefined;
  #closed = false;
  #heardEnough: () => void = () => undefined;
  #resolve!: (outcome: Answer | TransportFailure) => void;

  constructor(options: ListeningOptions) {
    const text = textOf(options);
    this.#options = options;
    this.outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timer = setTimeout(
      () => this.#give(timedOut(options.timeoutMs, this.#bytes.length > 0)),
      options.timeoutMs,
    );
    for (const signal of options.signals) signal.addEventListener('abort', this.#stop);
    this.#socket = connectTo(options.origin);
    this.#socket.once(options.origin.startsWith('https:') ? 'secureConnect' : 'connect', () =>
      this.#socket.write(text),
    );
    this.#socket.on('data', (chunk: Buffer) => this.#hear(chunk));
    this.#socket.once('end', () => this.#end());
    this.#socket.once('error', (error) => this.#fail(error));
    this.#socket.once('close', () => this.#end());
  }

  #hear(chunk: Buffer): void {
    const { headerBytes, bodyBytes } = this.#options.limits;
    const most = headerBytes + bodyBytes;
    if (this.#bytes.length < most) this.#bytes = Buffer.concat([this.#bytes, chunk]);
    if (this.#frame !== undefined) this.#heardEnough();
    else if (this.#bytes.length >= most)
      this.#give(violation('BODY_TOO_LARGE', '$', `at most ${bodyBytes} bytes`, 'more'));
    else this.#readFrame();
  }

  #readFrame(): void {
    const read = frameIn(this.#bytes, this.#closed, this.#options.limits);
    if (read === undefined) return;
    if (read.kind === 'frame') this.#answer(read);
    else this.#give(read);
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#heardEnough();
    if (this.#frame === undefined) this.#readFrame();
    if (this.#frame === undefined) this.#give(this.#bytes.length > 0 ? truncated() : reset(false));
  }

  #fail(error: Error): void {
    if (this.#frame === undefined)
      this.#give(failureOf(error, this.#bytes.length > 0) ?? reset(this.#bytes.length > 0));
    this.#heardEnough();
  }

  #answer(frame: Frame): void {
    this.#frame = frame;
    this.#release();
    this.#resolve({
      kind: 'answer',
      status: frame.status,
      head: readHead(frame.rawHeaders),
      bytes: frame.body,
      forbiddenBody: false,
      notes: [],
      startedAt: this.#startedAt,
      receivedAt: new Date(),
      elapsedMs: Math.round(performance.now() - this.#start),
      afterwards: this.#listen(frame.end),
    });
  }

  /** Ends with the first byte, with the connection, or after a pause in which nothing was left unread. */
  async #listen(from: number): Promise<Surplus | undefined> {
    if (this.#bytes.length === from && !this.#closed)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#options.limits.quietMs);
        this.#heardEnough = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    // A busy process sees the time run out before it has read what arrived meanwhile.
    await poll();
    this.#socket.destroy();
    return surplusIn(this.#bytes.subarray(from));
  }

  #give(failure: TransportFailure): void {
    if (this.#frame !== undefined) return;
    this.#release();
    this.#socket.destroy();
    this.#resolve(failure);
  }

  #release(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#options.signals) signal.removeEventListener('abort', this.#stop);
  }
}

/** Sends a read once on a bare socket, and goes on listening after the end of its answer. */
export function attemptListening(options: ListeningOptions): Promise<Answer | TransportFailure> {
  if (options.signals.some(({ aborted }) => aborted))
    return Promise.resolve({ ...interrupted(), unsent: true });
  return new Listening(options).outcome;
}
