import type { Reply } from '#client';
import type { Finding } from '#contract';

/** A finding before the test adds which operation and which case it belongs to. */
export type Difference = Omit<Finding, 'replay' | 'case'>;

/** The service broke a promise: thrown by matchers only. */
export class Deviation extends Error {
  readonly findings: readonly Finding[];
  /** Private, because whoever prints an error prints its members. */
  readonly #evidence: readonly Reply[];

  constructor(findings: readonly Finding[], evidence: readonly Reply[] = []) {
    super(toldOf(findings));
    this.name = 'Deviation';
    this.findings = findings;
    this.#evidence = evidence;
  }

  /** The replies in which it shows. */
  shownBy(): readonly Reply[] {
    return this.#evidence;
  }
}

/** The claim cannot be put to this service; never used for a difference that was met. */
export class Untested extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Untested';
  }
}

/** The service limited the rate, and an order is never sent twice: this case was not tried, another may be. */
export class Limited extends Untested {
  constructor(operation: string) {
    super(`the service limited the rate of ${operation}`);
    this.name = 'Limited';
  }
}

/** A broken rule can be met in every item of every page; a message of so many lines would be read by nobody. */
const mostTold = 20;

const toldOf = (findings: readonly Finding[]): string => {
  const lines = findings.slice(0, mostTold).map(told);
  const more = findings.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
};

const told = ({ code, operation, where, expected, observed }: Difference): string =>
  `${code} ${operation} ${where}: promised ${expected}, met ${observed}`;
