import fc from 'fast-check';
import { changedAt, pathsIn, valueAt } from './body-member.ts';
import { anyOf } from './families.ts';
import { mistyped } from './mistyped.ts';
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

/** No member is simpler than another, so that the choice of one is not shrunk. */
const oneOf = (members: readonly string[]): fc.Arbitrary<string> => fc.noShrink(anyOf(members));

/**
 * A valid body that lacks one member, or one object of members, that the document does not call optional.
 *
 * @param bodies - a valid body, or an arbitrary of them; each case is sent with a reference of its own
 */
export const withoutMember = (bodies: unknown): fc.Arbitrary<FaultyBody> =>
  bodiesOf(bodies).chain((body) =>
    oneOf(pathsIn(body).filter((path) => !optional.has(path))).map((member) =>
      faultyAt(body, member, undefined),
    ),
  );

/**
 * A valid body in which one member, or one object of members, is of another JSON type.
 *
 * @param bodies - a valid body, or an arbitrary of them; each case is sent with a reference of its own
 */
export const mistypedMember = (bodies: unknown): fc.Arbitrary<FaultyBody> =>
  bodiesOf(bodies).chain((body) =>
    oneOf(pathsIn(body)).chain((member) =>
      mistyped(valueAt(body, member)).map((value) => faultyAt(body, member, value)),
    ),
  );
