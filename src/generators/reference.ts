import { randomUUID } from 'node:crypto';
import fc from 'fast-check';

/** Stands in a body until it is ready, so that bodies which differ in their references alone are one case. */
export const blankReference = '00000000-0000-4000-8000-000000000000';

const members = ['client_onramp_reference', 'client_offramp_reference'];

const textsIn = (body: object, isText: (value: string) => boolean): readonly string[] =>
  members.filter((member) => {
    const value = (body as Readonly<Record<string, unknown>>)[member];
    return typeof value === 'string' && isText(value);
  });

const withReference = (body: object, names: readonly string[], value: string): object =>
  names.length === 0 ? body : { ...body, ...Object.fromEntries(names.map((name) => [name, value])) };

/** The body with its reference blank again, where it has one. */
const unsigned = (body: object): object =>
  withReference(
    body,
    textsIn(body, () => true),
    blankReference,
  );

/** Gives a value the text by which fast-check compares and reports cases, instead of its members. */
const stringifiedAs = <T extends object>(value: T, shown: unknown): T =>
  Object.defineProperty(value, fc.toStringMethod, { value: () => fc.stringify(shown) });

/**
 * The body with a new reference instead of a blank one, still reported as the blank one. It is not drawn from the seed: a
 * service may remember it, and a replay of the same seed has to be another order.
 */
export const signed = <B extends object>(body: B): B => {
  const names = textsIn(body, (value) => value === blankReference);
  return names.length === 0 ? body : stringifiedAs(withReference(body, names, randomUUID()) as B, body);
};

/** A body as it is sent: the members of the document, with any value in them. */
export type Sent<T> = T extends object ? { readonly [Name in keyof T]: Sent<T[Name]> } : unknown;

/** The body of an order, not yet signed. */
export const bodyOf = (given: unknown): object => {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return unsigned(given);
  throw new Error('a faulty body is made of a valid one: give it a JSON object');
};
