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

export interface Claim {
  readonly firmness: Firmness;
  /** Heading of the document where the words stand. */
  readonly section: string;
  /** Numbers of the endpoints that the claim speaks of. */
  readonly endpoints: readonly number[];
  readonly tag: Tag;
  /** The requirement in one sentence of ours. */
  readonly claim: string;
}

export interface Requirement extends Claim {
  readonly id: string;
}

export type Catalogue = Readonly<Record<string, Claim>>;

type Entry = (tag: Tag, section: string, endpoints: number | readonly number[], claim: string) => Claim;

const entry =
  (firmness: Firmness): Entry =>
  (tag, section, endpoints, claim) => ({
    firmness,
    section,
    endpoints: typeof endpoints === 'number' ? [endpoints] : endpoints,
    tag,
    claim,
  });

/** The document says it. */
export const stated = entry('stated');
/** It follows from the words, from the sense of a field, or from HTTP and JSON. */
export const implied = entry('implied');
/** The document only shows it: an example, a value that occurs. */
export const shown = entry('shown');
/** The document leaves it open: recorded, never judged. */
export const silent = entry('silent');
