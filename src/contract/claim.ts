import type { OperationId } from './operations.ts';

/** How clearly the document makes a statement. The level decides the meaning of a difference. */
export const firmnessMeanings = {
  stated: 'the document says it; a difference deviates and fails the gate',
  implied: 'it follows from the words, or from HTTP and JSON; a difference deviates, unless --gate stated',
  shown: 'the document only shows it; a difference drifts and is reported, and fails only with --gate shown',
  silent: 'the document leaves it open; the run records the answer and never judges it',
} as const;

export type Firmness = keyof typeof firmnessMeanings;

/** The strongest level first. */
export const firmnesses = ['stated', 'implied', 'shown', 'silent'] as const satisfies readonly Firmness[];

/** The weakest level that fails a run, as a setting. */
export const gates = ['stated', 'implied', 'shown'] as const satisfies readonly Firmness[];

/** Stated and implied behaviour is promised. Other behaviour is only shown in examples, or left open. */
export const isPromise = ({ firmness }: { readonly firmness: Firmness }): boolean =>
  firmness === 'stated' || firmness === 'implied';

/** Groups of rules, to narrow a run and to order a report. */
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

/** What a service may ignore altogether. */
export type Heeded = 'keys' | 'ids' | 'rules' | 'orders' | 'pages';

/** The meaning of a claim beyond its words. */
export interface Meaning {
  /** The answer that the claim requires of its own operation; a request without an answer breaks the claim. */
  readonly asks?: 'success' | 'acceptance' | 'refusal' | 'survival';
  /** A service that ignores these breaks the claim. All such findings have one cause. */
  readonly heeds?: readonly Heeded[];
  /** True if a finding about this claim shows that the service ignores the things in `heeds`. */
  readonly sign?: true;
  /** True if a remote service gets only one of the cases on each endpoint, in turn. */
  readonly sampled?: true;
  /** True if a broken claim opens one customer's data or account to another. */
  readonly private?: true;
  /** True if the claim covers each listed value of its operation, so that single values can be left out. */
  readonly ofEachValue?: true;
  /** True if a run may place orders of every kind for it, also kinds that it does not name. */
  readonly anyOrder?: true;
}

/** A requirement as in its row; the row's key is the id. */
export interface Claim extends Meaning {
  readonly firmness: Firmness;
  readonly section: string;
  readonly operations: readonly OperationId[];
  readonly tag: Tag;
  readonly claim: string;
}

/** The operation of a requirement, or the name of a rule across operations. */
export const subjectOf = (id: string): string => id.slice(0, id.indexOf('/'));
