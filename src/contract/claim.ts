import type { OperationId } from './operations.ts';

/** Levels of the document's statements; the level decides the meaning of a difference. */
export const firmnessMeanings = {
  stated: 'the document says it; a difference deviates and fails the gate',
  implied: 'it follows from the words, or from HTTP and JSON; a difference deviates, unless --gate stated',
  shown: 'the document only shows it; a difference drifts and is reported, and fails only with --gate shown',
  silent: 'the document leaves it open; the run records the answer and never judges it',
} as const;

export type Firmness = keyof typeof firmnessMeanings;

/** The strongest level first. */
export const firmnesses = ['stated', 'implied', 'shown', 'silent'] as const satisfies readonly Firmness[];

/** The weakest level that can fail a run, as a setting. */
export const gates = ['stated', 'implied', 'shown'] as const satisfies readonly Firmness[];

/** The document promises stated and implied behaviour. It shows examples, and is silent on the rest. */
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

/** A distinction that a service may fail to make at all. */
export type Heeded = 'keys' | 'ids' | 'rules' | 'orders' | 'pages';

/** The meaning of a claim beyond its words. */
export interface Meaning {
  /** The answer that the claim asks of its own operation: a request without an answer breaks it. */
  readonly asks?: 'success' | 'acceptance' | 'refusal' | 'survival';
  /** A service that ignores these breaks the claim; all such findings have one cause. */
  readonly heeds?: readonly Heeded[];
  /** A claim that identifies such a service. */
  readonly sign?: true;
  /** A remote service gets one of its cases on each endpoint, in turn. */
  readonly sampled?: true;
  /** When broken, one customer's data or account is open to another. */
  readonly private?: true;
  /** Concerns each listed value of its operation, so that single values can be left out. */
  readonly ofEachValue?: true;
  /** A run may place orders of every kind for it, also of kinds that it does not name. */
  readonly anyOrder?: true;
}

/** A requirement as in its row; the id stands before it. */
export interface Claim extends Meaning {
  readonly firmness: Firmness;
  readonly section: string;
  readonly operations: readonly OperationId[];
  readonly tag: Tag;
  readonly claim: string;
}

/** The operation of a requirement, or the name of a rule across operations. */
export const subjectOf = (id: string): string => id.slice(0, id.indexOf('/'));
