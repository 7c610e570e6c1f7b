/** Under what a test runs: an ordinary service, one with a fault, or a variation that conforms. */
export interface Condition {
  readonly fault?: string;
  /** Variations share replies between tests, as an ordinary run does; each fault has a world of its own. */
  readonly shared: boolean;
  /** A first look, by one example of each operation and nothing further. */
  readonly brief?: boolean;
  /** In the order of registration: what was registered first is served first. */
  readonly rank?: number;
  /** Aborts when the test has ended, so that nothing is sent in its name afterwards. */
  readonly signal?: AbortSignal;
  /** How many cases of a property or a model may be under way at a time; one where it is not said. */
  readonly casesAtOnce?: number;
}
