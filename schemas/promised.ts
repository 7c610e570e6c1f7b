import { z } from 'zod';

export type Format =
  | 'text'
  | 'uuid'
  | 'timestamp'
  | 'date'
  | 'decimal'
  | 'uri'
  | 'document-uri'
  | 'country-2'
  | 'country-3'
  | 'lower-case-code'
  | 'e164'
  | 'email'
  | 'closed-set'
  | 'open-set'
  | 'literal'
  | 'integer'
  | 'number'
  | 'flag'
  | 'anything';

/** The document's promise about one value, registered with its schema so that a walk can read it. */
export interface Promised {
  readonly format: Format;
  /** Values of a closed set, or those that the document shows for an open one. */
  readonly known?: readonly string[];
  /** True where a value outside `known` breaks the promise. */
  readonly closed?: boolean;
  /** Exact number of places of a decimal string. */
  readonly places?: number;
}

export const promises = z.registry<Promised>();
