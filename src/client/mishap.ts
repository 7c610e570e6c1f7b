import type { WireProblem } from '#evidence';
import type { SilenceCode } from './failure.ts';

/** No answer, and no breach of HTTP to hold against the service. */
export interface Silence {
  readonly kind: 'silence';
  readonly code: SilenceCode;
  readonly told: string;
  /** Whether the head of an answer had arrived. */
  readonly begun: boolean;
  /** Nothing of the request had left. */
  readonly unsent?: true;
}

export interface Breach {
  readonly kind: 'breach';
  readonly problem: WireProblem;
}

/** Why one attempt ended without an answer. */
export type Mishap = Silence | Breach;

export const breach = (code: string, where: string, expected: string, observed: string): Breach => ({
  kind: 'breach',
  problem: { code, where, expected, observed },
});

const silence = (code: SilenceCode, told: string, begun = false): Silence => ({
  kind: 'silence',
  code,
  told,
  begun,
});

export const timedOut = (ms: number, begun: boolean): Silence =>
  silence(
    'TRANSPORT_TIMEOUT',
    begun ? `the answer did not end within ${ms} ms` : `no answer within ${ms} ms`,
    begun,
  );

export const interrupted = (): Silence => silence('INTERRUPTED', 'the run was interrupted before the answer');

export const notHttp = (): Silence =>
  silence(
    'TARGET_NOT_HTTP',
    'what answers there does not speak HTTP; check the scheme and port of the base URL',
  );

export const smuggling = (): Breach =>
  breach(
    'PROTO_SMUGGLING',
    'header content-length',
    'one length of the body',
    'framing that contradicts itself',
  );

/** Undici loses llhttp's error codes on the way, and keeps the reason in parentheses. */
const reasonOf = (message: string): string => /\((.+)\)$/.exec(message)?.[1] ?? 'no reason';

/** What the parser cannot read. */
function misread(reason: string, begun: boolean): Mishap {
  if (reason.startsWith('Expected HTTP/')) return notHttp();
  if (reason === 'Invalid EOF state') return truncated();
  if (reason.includes('Transfer-Encoding')) return smuggling();
  if (/^Invalid (?:response )?status/.test(reason))
    return breach('PROTO_STATUS', 'status', 'a status of three digits', 'another form');
  if (reason === 'Invalid header value char')
    return breach('HEADER_CHARS', 'a header', 'values without control characters', 'a control character');
  return breach('PROTO_INVALID', begun ? 'body' : 'head', 'an HTTP/1.1 message', `none (${reason})`);
}

export const truncated = (): Silence =>
  silence('BODY_TRUNCATED', 'the connection closed before the end of the body that was announced', true);

export const oversized = (): Breach =>
  breach('HEADERS_TOO_LARGE', 'head', 'at most 16 KiB of headers', 'more');

export const reset = (begun: boolean): Silence =>
  silence(
    'TRANSPORT_RESET',
    begun
      ? 'the connection was reset in the middle of the answer'
      : 'the connection was closed before any answer',
    begun,
  );

/** Undici's own errors. */
function ofUndici(code: string, message: string, begun: boolean): Mishap | undefined {
  switch (code) {
    case 'UND_ERR_HEADERS_OVERFLOW':
      return oversized();
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return begun ? truncated() : smuggling();
    case 'UND_ERR_CONNECT_TIMEOUT':
      return silence('CONNECT', 'no connection in time; check that the base URL can be reached from here');
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_ABORTED':
      return interrupted();
    case 'UND_ERR_SOCKET':
      if (message === 'bad response')
        return silence('PROTO_1XX', 'an unexpected interim answer (100)', begun);
      if (message === 'bad upgrade') return breach('PROTO_UPGRADE', 'status', 'no change of protocol', '101');
      return begun ? truncated() : reset(false);
  }
  return undefined;
}

const unreachable: Readonly<Record<string, true>> = {
  ECONNREFUSED: true,
  EHOSTUNREACH: true,
  ENETUNREACH: true,
  ETIMEDOUT: true,
  EADDRNOTAVAIL: true,
};

const isOfTls = (code: string): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH)/.test(code);

/** Names what ended an attempt; `undefined` where the error is a mistake of ours. */
export function mishapOf(error: unknown, begun: boolean): Mishap | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error.name === 'HTTPParserError') return misread(reasonOf(error.message), begun);
  if (code === 'ERR_ASSERTION')
    return breach('PROTO_STATUS', 'status', 'an answer of HTTP/1.1', 'one that cannot be read');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return silence('DNS', 'the host of the base URL cannot be resolved; check its spelling');
  if (unreachable[code]) return silence('CONNECT', `no connection (${code}); check that the service is up`);
  if (code === 'ECONNRESET' || code === 'EPIPE') return reset(begun);
  if (isOfTls(code))
    return silence('TLS', `no trusted connection (${code}); check the certificate of the target`);
  return ofUndici(code, error.message, begun);
}
