// A fact that replies show, as a value.
import type { OperationId } from '#contract';

/** In reporting order. Another name is another kind of fact. */
export const termAspects = [
  'methods',
  'required fields',
  'optional fields',
  'limit',
  'fee',
  'fee types',
  'fee rate',
  'fee share',
  'currencies',
  'assets',
  'flags',
  'rails',
  'networks',
  'order',
  'expiry',
  'delay',
  'uuid',
  'wording',
  'codes',
  'rate',
  'echo',
  'fee in',
  'counts',
  'mask',
  'places',
  'speed',
  'times',
  'length',
  'link',
  'held at times',
  'withdrawal fee',
  'delay by currency',
  'state',
  'folded code',
] as const;

/** The aspect of a fact; `src/facts` defines how each is observed, compared and worded. */
export type AspectName =
  | (typeof termAspects)[number]
  | 'member'
  | 'header'
  | 'message kind'
  | 'status'
  | 'status with another key'
  | 'observed'
  | 'zero balances'
  | 'probed'
  | 'settings'
  | 'kinds of facts'
  | 'not looked at'
  | 'unknown';

export interface FactSubject {
  readonly aspect: AspectName;
  /** By the aspect: a path into a body, a header name, a case, or a currency with a method and an asset. */
  readonly of: readonly string[];
  /** The status of a refusal; facts of refusals are separate. */
  readonly status?: string | undefined;
}

/** The observation of one reply. Equal observations are counted, so that those of several probes add up. */
export interface ObservedFact extends FactSubject {
  readonly operation: OperationId;
  /** A form, a status or a term; never another value of a payload. */
  readonly form: string;
  /** A member of a documented set, or a key of a map. */
  readonly name?: string | undefined;
  readonly times: number;
  /** The withheld name or value. It is shown if the run read no personal value in it. */
  readonly plain?: string | undefined;
}

/** Names and values that may be shown, and those that contain a personal value. */
export interface ObservedTerms {
  readonly shown: readonly string[];
  readonly personal: readonly string[];
}
