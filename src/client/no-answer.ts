import { isIP } from 'node:net';
import { type AnswerTraits, describeAnswer, isThrottled, namedWait, productIn } from '#attribution';
import { type OperationId, operationOf } from '#contract';
import { Reasoned, type SentExchange, type WireProblem } from '#evidence';
import { codeOf } from '#lib';
import { type Exchange, failureReason, type Lack, type ReasonCode, type ReasonList, reasonOf } from '#run';

type NoAnswerCode = Extract<
  ReasonCode,
  | 'TRANSPORT_TIMEOUT'
  | 'TRANSPORT_RESET'
  | 'BODY_TRUNCATED'
  | 'TARGET_NOT_HTTP'
  | 'TLS'
  | 'DNS'
  | 'CONNECT'
  | 'RATE_LIMITED'
  | 'GATEWAY'
  | 'KEY_EXPIRED'
  | 'LOCKED_OUT'
  | 'ORDERS_LOST'
  | 'UNAVAILABLE'
  | 'BLOCKED'
  | 'ANSWERS_TOO_LARGE'
  | 'BODY_TOO_LARGE'
  | 'HEADERS_TOO_LARGE'
  | 'JSON_SIZE'
  | 'TOO_MANY_CODINGS'
  | 'INTERRUPTED'
  | 'DEADLINE'
>;

/** There is no answer to judge, and the tested claim is not the reason. Not used if the service broke HTTP. */
export class NoAnswer extends Reasoned {
  override readonly name = 'NoAnswer';
  readonly code: NoAnswerCode;
  readonly operation: OperationId;
  /** Product of the gateway that answered, from its headers. */
  product?: string | undefined;
  whyHeldBack?: string;
  /** The request was not sent, because the service no longer answers its caller. */
  isGone = false;
  /** An order without an answer, or limited each time. Another order may replace it. */
  isLost = false;
  /** Each sending ended with a closed connection, on either side. */
  isAlwaysClosed = false;
  /** Each sending ended with a closed connection, and a read between them was served. */
  isRepeated = false;
  /** A firewall may have closed the connection for the content of the request. */
  mayBeFiltered = false;
  /** True if the header of the request had one of the keys. A function, so that no key is printed with the error. */
  hasOneOf?: (keys: readonly string[]) => boolean;
  /** The request; it is redacted when it is read. */
  exchange?: () => Exchange;
  /** The request, to send it again. A function, so that no key is printed with the error. */
  sent?: () => SentExchange;

  constructor(operation: OperationId, code: NoAnswerCode, message: string) {
    super(`${operation}: ${message}`);
    this.code = code;
    this.operation = operation;
  }

  get reasons(): ReasonList {
    const { code, operation, whyHeldBack } = this;
    // The request was not sent, so it was no failure of the service.
    if (this.isGone && whyHeldBack) return [reasonOf(code, whyHeldBack)];
    // The deadline is the same for all operations.
    if (code === 'DEADLINE' && whyHeldBack) return [failureReason(code, whyHeldBack)];
    return [failureReason(code, this.message, { operation })];
  }
}

/** A failure for a request that the client does not send. */
export function notSent(operation: OperationId, code: NoAnswerCode, reason: string): NoAnswer {
  const failure = new NoAnswer(operation, code, `not sent: ${reason}`);
  failure.whyHeldBack = reason;
  return failure;
}

/** The service broke HTTP, so no reply can be formed. This is a finding in any test. */
export class ProtocolViolation extends Error {
  readonly code: string;
  readonly operation: OperationId;
  readonly problem: WireProblem;
  /** The request; it is redacted when it is read. */
  exchange?: () => Exchange;
  /** The request, to send it again. A function, so that no key is printed with the error. */
  sent?: () => SentExchange;

  constructor(operation: OperationId, problem: WireProblem) {
    super(
      `${operation}: ${problem.code} at ${problem.where}: expected ${problem.expected}, actual ${problem.observed}`,
    );
    this.name = 'ProtocolViolation';
    this.code = problem.code;
    this.operation = operation;
    this.problem = problem;
  }
}

/** `budget`, `orders` and `ledger`: a needed test could not run. The others are missing permissions. */
type RefusalKind = 'money' | 'read-only' | 'amount' | 'budget' | 'orders' | 'ledger';

const lackOf: Readonly<Partial<Record<RefusalKind, Lack>>> = {
  money: 'RAMP_MONEY_HOST',
  'read-only': 'permission',
  amount: 'RAMP_AMOUNT',
};

const codeOfKind: Readonly<Partial<Record<RefusalKind, ReasonCode>>> = {
  budget: 'BUDGET_SPENT',
  orders: 'ORDERS_SPENT',
};

export class CallRefused extends Reasoned {
  readonly kind: RefusalKind;
  readonly operation: OperationId;
  readonly reason: string;

  constructor(operation: OperationId, kind: RefusalKind, reason: string) {
    super(`${operation} was not sent: ${reason}`);
    this.name = 'CallRefused';
    this.kind = kind;
    this.operation = operation;
    this.reason = reason;
  }

  get reasons(): ReasonList {
    const lack = lackOf[this.kind];
    if (lack !== undefined) return [reasonOf('NOT_ALLOWED', this.reason, { lacks: [lack] })];
    return [failureReason(codeOfKind[this.kind] ?? 'LEDGER_UNWRITABLE', this.reason)];
  }
}

/** Ends the message about an order that may have arrived. */
export const unknownOrder = '; the order may have arrived, so the run does not send it again';

/** Fails at once, because a gateway answers for this operation or the service refuses it for now. */
export function failedBefore(
  operation: OperationId,
  answer: Pick<AnswerTraits, 'status' | 'headers' | 'product'>,
): NoAnswer {
  const described = describeAnswer(answer);
  const ms = namedWait(answer.headers) ?? 0;
  const time = ms === 0 ? '' : `; it says for ${Math.ceil(ms / 1_000)} s`;
  const [code, message] = isThrottled(answer)
    ? (['UNAVAILABLE', `the service or its gateway is in maintenance (${described})${time}`] as const)
    : (['GATEWAY', `a gateway answered (${described})`] as const);
  const isRead = operationOf(operation).method === 'GET';
  const failure = new NoAnswer(operation, code, isRead ? message : message + unknownOrder);
  failure.product = productIn(answer);
  failure.isLost = !isRead;
  return failure;
}

const limited = (operation: OperationId, what: string): NoAnswer =>
  new NoAnswer(
    operation,
    'RATE_LIMITED',
    `the service limits the rate${what}; lower RAMP_REQUESTS_PER_SECOND, or ask the vendor to raise the limit`,
  );

export const limitedFor = (operation: OperationId, ms: number): NoAnswer =>
  limited(operation, ` and wants a pause of ${Math.ceil(ms / 1000)} s`);

export const limitedForGood = (operation: OperationId): NoAnswer => limited(operation, ', and the limit does not end');

export interface NoResponse {
  readonly kind: 'no response';
  readonly code: NoAnswerCode;
  readonly message: string;
  /** True if the head of an answer had arrived. */
  readonly begun: boolean;
  /** True if no byte of the request was sent. */
  readonly unsent?: true;
  /** True if no known authority signed the target's certificate. */
  readonly unknownIssuer?: true;
}

export interface Violation {
  readonly kind: 'violation';
  readonly problem: WireProblem;
}

export type TransportFailure = NoResponse | Violation;

export const problemAt = (where: string, code: string, expected: string, observed: string): WireProblem => ({
  code,
  where,
  expected,
  observed,
});

export const violation = (code: string, where: string, expected: string, observed: string): Violation => ({
  kind: 'violation',
  problem: problemAt(where, code, expected, observed),
});

const noResponse = (code: NoAnswerCode, message: string, begun = false): NoResponse => ({
  kind: 'no response',
  code,
  message,
  begun,
});

export const timedOut = (ms: number, begun: boolean): NoResponse =>
  noResponse(
    'TRANSPORT_TIMEOUT',
    begun ? `the answer did not end within ${ms} ms` : `no answer within ${ms} ms`,
    begun,
  );

export const interrupted = (): NoResponse => noResponse('INTERRUPTED', 'the run was interrupted before the answer');

const notHttp = (): NoResponse =>
  noResponse(
    'TARGET_NOT_HTTP',
    'the server at the base URL does not speak HTTP; check the scheme and port of the base URL',
  );

const smuggling = (): Violation =>
  violation('PROTO_SMUGGLING', 'header content-length', 'one length of the body', 'framing that contradicts itself');

/** Undici drops llhttp's error codes, but has the reason in parentheses. */
const parserReason = (message: string): string => /\((.+)\)$/.exec(message)?.[1] ?? 'no reason';

function misread(reason: string, begun: boolean): TransportFailure {
  if (reason.startsWith('Expected HTTP/')) return notHttp();
  if (reason === 'Invalid EOF state') return truncated();
  if (reason.includes('Transfer-Encoding')) return smuggling();
  if (/^Invalid (?:response )?status/.test(reason))
    return violation('PROTO_STATUS', 'status', 'a status of three digits', 'another form');
  if (reason === 'Invalid header value char')
    return violation('HEADER_CHARS', 'a header', 'values without control characters', 'a control character');
  return violation('PROTO_INVALID', begun ? 'body' : 'head', 'an HTTP/1.1 message', `none (${reason})`);
}

export const truncated = (
  message = 'the connection closed before the end of the body that was announced',
): NoResponse => noResponse('BODY_TRUNCATED', message, true);

/** The limit is our own; a larger answer is not judged. */
const oversized = (): NoResponse =>
  noResponse('HEADERS_TOO_LARGE', 'the headers of the answer are larger than the limit of 64 KiB', true);

export const tooLarge = (bytes: number): NoResponse =>
  noResponse('BODY_TOO_LARGE', `the answer is larger than the limit of ${bytes / 1024 ** 2} MiB`, true);

export const tooManyCodings = (max: number): NoResponse =>
  noResponse('TOO_MANY_CODINGS', `the body has more content codings than the limit of ${max}`, true);

const reset = (begun: boolean): NoResponse =>
  noResponse(
    'TRANSPORT_RESET',
    begun ? 'the connection was reset in the middle of the answer' : 'the connection was closed before any answer',
    begun,
  );

/** A wrong length in three answers comes from the service. */
export const truncatedThrice = (): Violation =>
  violation('BODY_TRUNCATED', '$', 'the length that is announced', 'less, three times in a row');

function failureOfUndici(code: string, message: string, begun: boolean): TransportFailure | undefined {
  switch (code) {
    case 'UND_ERR_HEADERS_OVERFLOW':
      return oversized();
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return begun ? truncated() : smuggling();
    case 'UND_ERR_CONNECT_TIMEOUT':
      return noResponse('CONNECT', 'no connection in time; check that the base URL can be reached from here');
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_ABORTED':
      return interrupted();
    case 'UND_ERR_SOCKET':
      if (message === 'bad upgrade') return violation('PROTO_UPGRADE', 'status', 'no change of protocol', '101');
      return begun ? truncated() : reset(false);
  }
  return undefined;
}

const triedIn = (error: Error): string => {
  const families = ['IPv4', 'IPv6'].flatMap((name, at) => {
    const own = error instanceof AggregateError ? error.errors : [];
    const codes = own.filter(({ address }) => isIP(String(address)) === 4 + 2 * at).map(({ code }) => code);
    return codes.length === 0 ? [] : [`${name} (${[...new Set(codes)].join(', ')})`];
  });
  return families.length === 0 ? ` (${codeOf(error)})` : ` over ${families.join(' or ')}`;
};

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
]);

const isOfTls = (code: string): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH)/.test(code);

const ofTls = (message: string) => ({ code: 'TLS', message }) as const;

export const wantsCertificate = ofTls(
  'the target asks for a client certificate; set RAMP_CLIENT_CERT and RAMP_CLIENT_KEY to its files',
);

export const refusedCertificate = ofTls(
  'the target refuses the client certificate in RAMP_CLIENT_CERT; ask the vendor for a certificate that the target trusts',
);

const tlsCauses: readonly (readonly [RegExp, string])[] = [
  [/CERTIFICATE_REQUIRED/, wantsCertificate.message],
  [/ALERT_(?:UNKNOWN_CA|BAD_|UNSUPPORTED_|ACCESS_|CERTIFICATE_)/, refusedCertificate.message],
  [
    /ALERT_HANDSHAKE_FAILURE/,
    'the target refuses the TLS handshake: it has no cipher of ours, or wants a client certificate (set RAMP_CLIENT_CERT and RAMP_CLIENT_KEY)',
  ],
  [
    /NO_APPLICATION_PROTOCOL/,
    'the target speaks only HTTP/2; ask the vendor to allow HTTP/1.1, or use a proxy that speaks HTTP/1.1',
  ],
  [
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/,
    'the target speaks only TLS older than 1.2, so the run sends no key; ask the vendor to allow TLS 1.2 or later',
  ],
  [
    /WRONG_VERSION|PACKET_LENGTH|HTTP_REQUEST/,
    'the server does not speak TLS at this port; check the port of the base URL',
  ],
  [
    /UNABLE_TO_VERIFY_LEAF/,
    'the target sends its certificate without the intermediate certificate; ask the vendor to send both, or set RAMP_CA_CERT to a file with the intermediate certificate',
  ],
  [
    /UNABLE_TO_GET_ISSUER/,
    'an unknown authority signed the certificate of the target; set RAMP_CA_CERT to a file with the certificate of the authority and any missing intermediate certificate',
  ],
  [
    /SELF_SIGNED|UNABLE_TO/,
    'check the certificate of the target; where a private authority has signed it, set RAMP_CA_CERT to the file of that authority',
  ],
];

const tlsFailure = (code: string): NoResponse => {
  const [, cause] = tlsCauses.find(([pattern]) => pattern.test(code)) ?? [];
  const failure = noResponse(
    'TLS',
    `no trusted connection (${code}); ${cause ?? 'check the certificate of the target'}`,
  );
  return /^UNABLE_TO|SELF_SIGNED/.test(code) ? { ...failure, unknownIssuer: true } : failure;
};

/** The name in a certificate is text of its author, so it may contain anything. */
const isPlainName = (name: string): boolean => /^[\p{L}\p{N} .,&'()/_-]{1,64}$/u.test(name) && !/\d{6}/.test(name);

/** Adds the name of the authority that signed the certificate. */
export const signedBy = (failure: NoResponse, issuer: string | undefined): NoResponse =>
  issuer === undefined || !isPlainName(issuer)
    ? failure
    : { ...failure, message: `${failure.message}; the certificate is signed by “${issuer}”` };

/** The configured proxy does not lead to the target. */
export class UnusableProxy extends Error {
  static from(error: unknown): UnusableProxy {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return new UnusableProxy(`the proxy in RAMP_PROXY cannot be reached${code}; check its host and port`);
  }

  static answering(status: number): UnusableProxy {
    const why =
      status === 407
        ? 'it needs a user and a password, as in http://user:password@proxy:3128'
        : 'it does not let requests through to the target; check the rules of the proxy';
    return new UnusableProxy(`the proxy in RAMP_PROXY answers ${status}: ${why}`);
  }
}

/** `undefined` if the error is a mistake in our code. */
export function failureOf(error: unknown, begun: boolean): TransportFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof UnusableProxy) return noResponse('CONNECT', error.message);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error.name === 'HTTPParserError') return misread(parserReason(error.message), begun);
  if (code === 'ERR_ASSERTION')
    return violation('PROTO_STATUS', 'status', 'an answer of HTTP/1.1', 'one that cannot be read');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return noResponse('DNS', 'DNS gives no address for the host of the base URL; check its spelling');
  if (unreachable.has(code))
    return noResponse('CONNECT', `no connection${triedIn(error)}; check that the service is up`);
  if (code === 'ECONNRESET' || code === 'EPIPE') return reset(begun);
  if (isOfTls(code)) return tlsFailure(code);
  return failureOfUndici(code, error.message, begun);
}
