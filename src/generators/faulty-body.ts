import fc from 'fast-check';
import { changedAt, pathsIn, valueAt } from './body-member.ts';
import { anyOf, exemplified } from './families.ts';
import { impostorsOf } from './mistyped.ts';
import { signed } from './reference.ts';
import { bodiesOf } from './sent.ts';

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

/**
 * A valid body that lacks one member, or one object of members, that the document does not call optional.
 *
 * @param bodies - a valid body, or an arbitrary of them; each case is sent with a reference of its own
 */
export const withoutMember = (bodies: unknown): fc.Arbitrary<FaultyBody> =>
  bodiesOf(bodies).chain((body) => {
    const members = pathsIn(body).filter((path) => !optional.has(path));
    // No member is simpler than another, so that the choice of one is not shrunk.
    return fc.noShrink(anyOf(members)).map((member) => faultyAt(body, member, undefined));
  });

/** The same for every such member, one after the other: for what is only recorded, and must be the same each time. */
export const withoutEachMember = (body: object): readonly FaultyBody[] =>
  pathsIn(body)
    .filter((path) => !optional.has(path))
    .map((member) => faultyAt(body, member, undefined));

/**
 * A valid body in which one member, or one object of members, is of another JSON type.
 *
 * @param bodies - a valid body, or an arbitrary of them; each case is sent with a reference of its own
 */
export const mistypedMember = (bodies: unknown): fc.Arbitrary<FaultyBody> =>
  bodiesOf(bodies).chain((body) => {
    const faults = pathsIn(body).map((member) => ({ member, values: impostorsOf(valueAt(body, member)) }));
    const examples = faults.map(({ member, values }, place) => ({
      member,
      value: values[place % values.length],
    }));
    const others = fc
      .noShrink(fc.constantFrom(...faults))
      .chain(({ member, values }) => fc.constantFrom(...values).map((value) => ({ member, value })));
    return fc
      .noShrink(exemplified(examples, [1, others]))
      .map(({ member, value }) => faultyAt(body, member, value));
  });
