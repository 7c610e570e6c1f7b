import type { OperationId } from './operations.ts';

/** How firmly the document speaks; decides what a difference means. */
export const firmnessMeanings = {
  stated: 'the document says it; a difference deviates and fails the gate',
  implied: 'it follows from the words, or from HTTP and JSON; a difference deviates, unless --gate stated',
  shown: 'the document only shows it; a difference drifts and is reported, and fails only with --gate shown',
  silent: 'the document leaves it open; the run records the answer and never judges it',
} as const;

export type Firmness = keyof typeof firmnessMeanings;

/** The firmest first. */
export const firmnesses = ['stated', 'implied', 'shown', 'silent'] as const satisfies readonly Firmness[];

/** The least firm kind of requirement that can fail a run. */
export const gates = ['stated', 'implied', 'shown'] as const satisfies readonly Firmness[];

/** The document promises what it states or implies. It shows examples, and on the rest it is silent. */
export const isPromise = ({ firmness }: { readonly firmness: Firmness }): boolean =>
  firmness === 'stated' || firmness === 'implied';

/** Rule groups, by which a run can be narrowed and a report ordered. */
export const tags = [
  'authentication',
  'record',
  'format',
  'error',
  'pagination',
  'rails',
  'verification',
  'money',
  'order',
  'consistency',
  'version',
  'http',
  'open',
] as const;

export type Tag = (typeof tags)[number];

/** What a service may fail to tell apart, whatever else it does. */
export type Heeded = 'keys' | 'ids' | 'rules' | 'orders' | 'pages';

/** What a claim means for those who judge by more than its words. */
export interface Meaning {
  /** The answer that it asks of its own operation: where a request gets none, it is broken. */
  readonly asks?: 'success' | 'acceptance' | 'refusal' | 'survival';
  /** A service to which these make no difference breaks it; all such findings then have that one cause. */
  readonly heeds?: readonly Heeded[];
  /** One of the claims by which such a service is known. */
  readonly sign?: true;
  /** A service of others is shown one of its cases on each endpoint, by turns. */
  readonly sampled?: true;
  /** Where it is broken, one customer's data or account is open to another. */
  readonly private?: true;
  /** Says the same of each listed value of its operation, so that single ones can be left out. */
  readonly ofEachValue?: true;
  /** Orders of every kind may be placed for it, also of kinds that it does not name. */
  readonly anyOrder?: true;
}

/** A requirement as its row in the suites writes it; its id stands before it. */
export interface Claim extends Meaning {
  readonly firmness: Firmness;
  /** Heading of the document where the words stand. */
  readonly section: string;
  readonly operations: readonly OperationId[];
  readonly tag: Tag;
  readonly claim: string;
}

/** The operation of whose endpoint a requirement speaks, or the rule of several that it is part of. */
export const subjectOf = (id: string): string => id.slice(0, id.indexOf('/'));
