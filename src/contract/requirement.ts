import type { OperationId } from './operations.ts';

/** How firmly the document speaks; decides what a difference means. */
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
