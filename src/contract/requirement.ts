import type { OperationId } from './operations.ts';

/**
 * How firmly the document speaks; decides what a difference means. `stated`: the document says it. `implied`: it follows
 * from the words, from the sense of a field, or from HTTP and JSON. `shown`: an example, or a value that occurs. `silent`:
 * left open, so it is recorded and never judged.
 */
export type Firmness = 'stated' | 'implied' | 'shown' | 'silent';

/** Rule groups, by which a run can be narrowed and a report ordered. */
export type Tag =
  | 'authentication'
  | 'record'
  | 'format'
  | 'error'
  | 'pagination'
  | 'rails'
  | 'verification'
  | 'money'
  | 'order'
  | 'consistency'
  | 'version'
  | 'http'
  | 'open';

export interface Requirement {
  readonly id: string;
  readonly firmness: Firmness;
  /** Heading of the document where the words stand. */
  readonly section: string;
  /** Operations that the claim speaks of. */
  readonly operations: readonly OperationId[];
  /** Numbers of their endpoints. */
  readonly endpoints: readonly number[];
  readonly tag: Tag;
  /** The requirement in one sentence of ours. */
  readonly claim: string;
}
