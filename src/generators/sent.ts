import { unsigned } from './reference.ts';

/** A body as it is sent: the members of the document, with any value in them. */
export type Sent<T> = T extends object ? { readonly [Name in keyof T]: Sent<T[Name]> } : unknown;

/** The body of an order, not yet signed. */
export const bodyOf = (given: unknown): object => {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return unsigned(given);
  throw new Error('a faulty body is made of a valid one: give it a JSON object');
};
