import fc from 'fast-check';
import { changedAt, pathsIn, valueAt } from './body-member.ts';
import { withExamples } from './families.ts';
import { impostorsOf, tellMistyped } from './mistyped.ts';
import { signed } from './reference.ts';
import { bodyOf } from './sent.ts';
import { withTelling } from './telling.ts';

export interface FaultyBody {
  /** Dotted path of the member at fault. */
  readonly member: string;
  readonly body: object;
}

/** Members that the document calls optional: without them a body is as valid as before. */
const optional: ReadonlySet<string> = new Set(['to.payment_rail']);

const faultyAt = (body: object, member: string, value: unknown): FaultyBody => ({
  member,
  body: signed(changedAt(body, member, value)),
});

/** A valid body without each member in turn, save those that the document calls optional; each has its own reference. */
export const withoutEachMember = (valid: unknown): readonly FaultyBody[] => {
  const body = bodyOf(valid);
  return pathsIn(body)
    .filter((path) => !optional.has(path))
    .map((member) => faultyAt(body, member, undefined));
};

/**
 * A valid body in which one member, or one object of members, is of another JSON type.
 *
 * @param valid - such a body; each case is sent with a reference of its own
 */
export const mistypedMember = (valid: unknown): fc.Arbitrary<FaultyBody> => {
  const body = bodyOf(valid);
  const others = fc
    .noShrink(fc.constantFrom(...impostorsIn(body)))
    .chain(({ member, values }) => fc.constantFrom(...values).map((value) => ({ member, value })));
  return withTelling(
    withExamples(
      others.map(({ member, value }) => faultyAt(body, member, value)),
      () => mistypedExamples(body),
    ),
    ({ member, body }) => `${member}: ${tellMistyped(valueAt(body, member))}`,
  );
};

const impostorsIn = (body: object) =>
  pathsIn(body).map((member) => ({ member, values: impostorsOf(valueAt(body, member)) }));

/** Every member once, each of another wrong type. */
const mistypedExamples = (body: object): readonly FaultyBody[] =>
  impostorsIn(body).map(({ member, values }, place) => faultyAt(body, member, values[place % values.length]));
