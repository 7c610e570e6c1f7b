/** Of every TLS connection: said here, so that no variable and no option of Node can lower it. */
export const trust = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

/** Bounds that keep a hostile service from using up the time or the memory of a run. */
export interface Limits {
  readonly connectMs: number;
  readonly headersMs: number;
  /** Longest that one call waits out rate limits, all pauses that it was asked for together: a limit by the minute lifts. */
  readonly patienceMs: number;
  /** The first wait when a limited service names no usable time. */
  readonly unnamedWaitMs: number;
  /** The wait before a read that a gateway has failed is sent again; twice as long the second time. */
  readonly gatewayWaitMs: number;
  /** How long an order that has left may still be answered once everything is stopped. */
  readonly orderGraceMs: number;
  /** How long a connection must stay silent after an answer until nothing more is taken to come. */
  readonly quietMs: number;
  readonly headerBytes: number;
  readonly headerFields: number;
  /** On the wire and after decoding alike. */
  readonly bodyBytes: number;
  /** Of all answers that are kept to be judged, as `weightOf` takes them. */
  readonly heldBytes: number;
}

export const defaultLimits: Limits = {
  connectMs: 10_000,
  headersMs: 10_000,
  patienceMs: 65_000,
  unnamedWaitMs: 250,
  gatewayWaitMs: 500,
  orderGraceMs: 2_000,
  quietMs: 150,
  headerBytes: 16 * 1024,
  headerFields: 100,
  bodyBytes: 2 * 1024 * 1024,
  heldBytes: 64 * 1024 * 1024,
};
