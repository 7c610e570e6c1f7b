/** Every TLS connection has these: said here, so that no variable and no option of Node can lower them. */
export const trust = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

/** Bounds that keep a hostile service from using up the time or the memory of a run. */
export const defaultLimits = {
  connectMs: 10_000,
  headersMs: 10_000,
  /** Longest that one call waits out rate limits, all pauses that it was asked for together: a limit by the minute lifts. */
  patienceMs: 65_000,
  /** The first wait when a limited service names no usable time. */
  unnamedWaitMs: 250,
  /** The wait before a read that a gateway has failed is sent again; twice as long the second time. */
  gatewayWaitMs: 500,
  /** How long an order that has left may still be answered once everything is stopped. */
  orderGraceMs: 2_000,
  headerBytes: 64 * 1024,
  /** Above it, only those are kept by which an answer is read. */
  headerFields: 100,
  /** On the wire and after decoding alike. */
  bodyBytes: 2 * 1024 * 1024,
  /** All answers together that are kept to be judged, as `weightOf` takes them. */
  heldBytes: 64 * 1024 * 1024,
};

export type Limits = Readonly<typeof defaultLimits>;
