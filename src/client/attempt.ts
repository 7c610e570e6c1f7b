// One request, from its dispatch to the last byte of its answer or to the first exceeded limit.
import type { Dispatcher } from 'undici';
import type { WireNote } from '#evidence';
import { type Answer, type Head, readHead } from './answer.ts';
import { statusSent } from './interim.ts';
import {
  failureOf,
  interrupted,
  type TransportFailure,
  timedOut,
  tooLarge,
  type Violation,
  violation,
} from './no-answer.ts';
import { markKey } from './redaction.ts';
import type { Limits } from './request.ts';

/** RFC 9110 6.4.1: these have no body, even if their headers announce one. */
const isBodiless = (status: number): boolean => status === 204 || status === 304;

const announcesBody = (headers: Head['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function brokenHead(status: number): Violation | undefined {
  if (status < 100 || status > 599)
    return violation('PROTO_STATUS', 'status', 'a status between 100 and 599', 'another number');
  if (status === 101) return violation('PROTO_UPGRADE', 'status', 'no change of protocol', '101');
  return undefined;
}

interface Framing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly empty: boolean;
  readonly isLong?: boolean | undefined;
  readonly interim: readonly number[];
  readonly trailers: readonly string[];
}

/** Known trailer names. Other names may be text of the service, so reports must not show them. */
const knownTrailers: ReadonlySet<string> = new Set([
  'content-digest',
  'content-md5',
  'date',
  'digest',
  'etag',
  'expires',
  'repr-digest',
  'server-timing',
  'signature',
  'x-amz-checksum-crc32',
  'x-amz-checksum-sha256',
  'x-checksum',
]);

const describeTrailer = (name: string): string => (knownTrailers.has(name) ? name : markKey(name));

const list = (values: readonly (string | number)[]): string => [...new Set(values)].sort().join(', ');

/** A body with neither length nor chunks ends with the connection, as in HTTP/1.0. */
const endsWithConnection = ({ status, headers, empty }: Framing): boolean =>
  !empty && status !== 204 && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;

const notesOn = (framing: Framing): readonly WireNote[] => {
  const { interim, trailers, isLong } = framing;
  const notes: WireNote[] = [];
  if (interim.length > 0) notes.push({ about: 'interim answers', text: list(interim) });
  if (endsWithConnection(framing))
    notes.push({ about: 'end of the body', text: 'the end of the connection; a cut would not show' });
  if (trailers.length > 0) notes.push({ about: 'trailers', text: list(trailers.map(describeTrailer)) });
  if (isLong) notes.push({ about: 'number of headers', text: 'more than are kept' });
  return notes;
};

interface AttemptOptions {
  readonly dispatcher: Dispatcher;
  readonly request: Dispatcher.DispatchOptions;
  readonly timeoutMs: number;
  readonly limits: Limits;
  /** The first aborted signal ends the attempt. */
  readonly signals: readonly AbortSignal[];
  /** Milliseconds that a sent request still has after a signal. */
  readonly graceMs: number;
}

type AttemptOutcome = Answer | TransportFailure;

const maxExtraHeaders = 1_000;

class Attempt implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<AttemptOutcome>;
  readonly #options: AttemptOptions;
  readonly #startedAt = new Date();
  readonly #start = performance.now();
  readonly #stop = () => this.#stopSoon();
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status: number | undefined;
  #head: Head | undefined;
  readonly #interim = new Set<number>();
  readonly #extraHeaders: string[] = [];
  #size = 0;
  #settled = false;
  #timer: NodeJS.Timeout;
  #resolve!: (outcome: AttemptOutcome) => void;
  #reject!: (error: unknown) => void;

  constructor(options: AttemptOptions) {
    this.#options = options;
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const patience = Math.min(options.limits.headersMs, options.timeoutMs);
    this.#timer = setTimeout(() => this.#runOut(patience), patience);
    for (const signal of options.signals) signal.addEventListener('abort', this.#stop);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The attempt was given up while the connection was being made. An order must not leave after its deadline.
    if (this.#settled) controller.abort(new Error('given up'));
    else this.#controller = controller;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status > 101 && status < 200) {
      this.#interim.add(statusSent(status));
      this.#pass(controller.rawHeaders ?? []);
      return;
    }
    const raw = (controller.rawHeaders ?? []) as readonly Buffer[];
    const broken = brokenHead(status);
    if (broken) {
      this.#give(broken);
      return;
    }
    this.#status = status;
    this.#head = readHead(raw, this.#options.limits);
    this.#bound(Number(this.#head.headers['content-length'] ?? 0));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    this.#bound(this.#size);
    if (!this.#settled) this.#chunks.push(chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: object): void {
    this.#pass(controller.rawTrailers ?? []);
    this.#answer(false, Object.keys(trailers));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#settled) return;
    const failure = this.#marked(failureOf(error, this.#head !== undefined));
    // If the status forbids a body, undici reads an announced length as a truncated body.
    if (isBodiless(this.#status ?? 0)) {
      this.#answer(this.#status === 204);
    } else if (failure) {
      this.#give(failure);
    } else {
      this.#settle();
      this.#reject(error);
    }
  }

  #answer(forbiddenBody: boolean, trailers: readonly string[] = []): void {
    if (this.#settled || this.#head === undefined || this.#status === undefined) return;
    this.#settle();
    const { headers, isLong } = this.#head;
    const status = this.#status;
    const empty = this.#size === 0;
    const receivedMs = performance.now();
    this.#resolve({
      kind: 'answer',
      status,
      notes: notesOn({ status, headers, isLong, empty, interim: [...this.#interim], trailers }),
      ...this.#head,
      bytes: this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks),
      extraHeaders: this.#extraHeaders,
      forbiddenBody: forbiddenBody || (status === 204 && announcesBody(headers)),
      startedAt: this.#startedAt,
      receivedAt: new Date(),
      sentMs: this.#start,
      receivedMs,
      elapsedMs: Math.round(receivedMs - this.#start),
    });
  }

  /** A service may send interim heads until the request times out. */
  #pass(raw: NonNullable<Dispatcher.DispatchController['rawHeaders']>): void {
    const texts = Array.isArray(raw) ? raw : Object.entries(raw).flat(2);
    if (this.#extraHeaders.length < maxExtraHeaders) this.#extraHeaders.push(...texts.map(String));
  }

  /** The first deadline is for the head. The rest of the answer has the remaining time of the whole request. */
  #runOut(patience: number): void {
    const { timeoutMs } = this.#options;
    const left = timeoutMs - (performance.now() - this.#start);
    if (this.#head === undefined) this.#give(timedOut(patience, false));
    else if (left <= 0) this.#give(timedOut(timeoutMs, true));
    else this.#timer = setTimeout(() => this.#runOut(patience), left);
  }

  #bound(bytes: number): void {
    const max = this.#options.limits.bodyBytes;
    if (bytes > max) this.#give(tooLarge(max));
  }

  /** Waits for the answer to a sent order, because its outcome matters more than the delay. */
  #stopSoon(): void {
    if (this.#controller === undefined || this.#options.graceMs === 0) {
      this.#give(interrupted());
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#give(interrupted()), this.#options.graceMs);
  }

  /** Without a controller nothing was sent: undici provides its controller just before the first byte. */
  #marked(failure: TransportFailure | undefined): TransportFailure | undefined {
    return failure?.kind === 'no response' && this.#controller === undefined ? { ...failure, unsent: true } : failure;
  }

  #give(failure: TransportFailure): void {
    if (this.#settled) return;
    const marked = this.#marked(failure) ?? failure;
    this.#settle();
    // A slowly closing socket keeps this attempt in memory, so the body is released now.
    this.#chunks.length = 0;
    this.#controller?.abort(new Error('given up'));
    this.#resolve(marked);
  }

  #settle(): void {
    this.#settled = true;
    clearTimeout(this.#timer);
    for (const signal of this.#options.signals) signal.removeEventListener('abort', this.#stop);
  }
}

/** Sends a request once. Rejects only if the request itself cannot be sent. */
export function attemptOnce(options: AttemptOptions): Promise<Answer | TransportFailure> {
  if (options.signals.some(({ aborted }) => aborted)) return Promise.resolve({ ...interrupted(), unsent: true });
  const handler = new Attempt(options);
  options.dispatcher.dispatch(options.request, handler);
  return handler.outcome;
}
