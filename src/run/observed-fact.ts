// A fact that replies show, as a value.
import type { OperationId } from '#contract';

/** In the order in which a run names the kinds of facts that it notes; with another name a fact is of another kind. */
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
] as const;

/** Which aspect of a service a fact is about; `src/facts` says of each how it is observed, compared and worded. */
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

/** What a fact is about, in its operation. */
export interface FactSubject {
  readonly aspect: AspectName;
  /** A path into a body, the name of a header, a case, a currency with a method and an asset: as the aspect needs. */
  readonly of: readonly string[];
  /** Of refusals, which have facts of their own. */
  readonly status?: string | undefined;
}

/** What one reply showed; counted, so that those of many probes add up. */
export interface ObservedFact extends FactSubject {
  readonly operation: OperationId;
  /** A form, a status, a term; never any other value of a payload. */
  readonly form: string;
  /** A member of a documented set, or a key of a map. */
  readonly name?: string | undefined;
  readonly times: number;
  /** The name of a member, or the value, that is withheld: shown where nothing that the run read says that it is personal. */
  readonly plain?: string | undefined;
}

/** Names and values that a run may show although no list has them, and those in which a personal value stands. */
export interface ObservedTerms {
  readonly shown: readonly string[];
  readonly personal: readonly string[];
}
