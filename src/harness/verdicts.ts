import type { Finding } from '#contract';

/** A finding before the test adds which operation and which case it belongs to. */
export type Difference = Omit<Finding, 'replay' | 'case'>;

/** The service broke a promise: thrown by matchers only. */
export class Deviation extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.map(told).join('\n'));
    this.name = 'Deviation';
    this.findings = findings;
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

const told = ({ code, operation, where, expected, observed }: Difference): string =>
  `${code} ${operation} ${where}: promised ${expected}, met ${observed}`;
