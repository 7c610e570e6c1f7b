/** Of every TLS connection: said here, so that no variable and no option of Node can lower it. */
export const trust = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

/** Bounds that keep a hostile service from using up the time or the memory of a run. */
export interface Limits {
  readonly connectMs: number;
  readonly headersMs: number;
  /** Longest that one call waits out rate limits, all waits together. */
  readonly patienceMs: number;
  /** What is waited when a limited service names no usable time. */
  readonly unnamedWaitMs: number;
  /** How long an order that has left may still be answered once everything is stopped. */
  readonly orderGraceMs: number;
  /** How long a connection must stay silent after an answer until nothing more is taken to come. */
  readonly silenceMs: number;
  readonly headerBytes: number;
  readonly headerFields: number;
  /** On the wire and after decoding alike. */
  readonly bodyBytes: number;
}

export const defaultLimits: Limits = {
  connectMs: 10_000,
  headersMs: 10_000,
  patienceMs: 30_000,
  unnamedWaitMs: 1_000,
  orderGraceMs: 2_000,
  silenceMs: 150,
  headerBytes: 16 * 1024,
  headerFields: 100,
  bodyBytes: 2 * 1024 * 1024,
};
