import fc from 'fast-check';
import { unsigned } from './reference.ts';

/** A body as it is sent: the members of the document, with any value in them. */
export type Sent<T> = T extends object ? { readonly [Name in keyof T]: Sent<T[Name]> } : unknown;

/** A value for one member, or an arbitrary that draws it. */
export type Drawn = fc.Arbitrary<unknown> | string | number | boolean | null;

/** The arbitrary of a member: the one given, the one value given, or the one value that is valid. */
export const drawn = (given: Drawn | undefined, valid: Drawn): fc.Arbitrary<unknown> => {
  const value = given === undefined ? valid : given;
  return value instanceof fc.Arbitrary ? value : fc.constant(value);
};

/** Objects like those of a literal: fast-check would draw some without a prototype. */
export const plain = <T>(members: { [Name in keyof T]: fc.Arbitrary<T[Name]> }): fc.Arbitrary<T> =>
  fc.record(members, { noNullPrototype: true });

/** Bodies of an order, not yet signed: the one given, or those that an arbitrary draws. */
export const bodiesOf = (given: unknown): fc.Arbitrary<object> =>
  (given instanceof fc.Arbitrary ? given : fc.constant(given)).map((body: unknown) => {
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return unsigned(body);
    throw new Error('a faulty body is made of a valid one: give it a JSON object, or an arbitrary of them');
  });

/** The body that is given, not yet signed; none where an arbitrary draws it. */
export const bodyIn = (given: unknown): readonly object[] =>
  typeof given === 'object' && given !== null && !(given instanceof fc.Arbitrary) ? [unsigned(given)] : [];
