/** Under what a test runs: an ordinary service, one with a fault, or a variation that conforms. */
export interface Condition {
  readonly fault?: string;
  /** In a world with the replies of all tests, as in an ordinary run; a fault, or a flow beside a variation, has its own. */
  readonly shared: boolean;
  /** Beside a variation that conforms, where only a false alarm could show: one case stands for all. */
  readonly beside?: boolean;
  /** A first look, by one example of each operation and nothing further. */
  readonly brief?: boolean;
  /** In the order of registration: what was registered first is served first. */
  readonly rank?: number;
  /** Aborts when the test has ended, so that nothing is sent in its name afterwards. */
  readonly signal?: AbortSignal;
  /** How many cases of a property or a model may be under way at a time; one where it is not said. */
  readonly casesAtOnce?: number;
}
