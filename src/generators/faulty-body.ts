import { valueAt } from '#evidence';
import { changedAt, pathsIn } from './odd-member.ts';
import { bodyOf, signed } from './reference.ts';

export interface FaultyBody {
  /** Dotted path of the member at fault. */
  readonly member: string;
  /** In words, without a value of the order. */
  readonly description: string;
  readonly body: object;
}

/** Members that the document calls optional: without them a body is as valid as before. */
const optional: ReadonlySet<string> = new Set(['to.payment_rail']);

/** A valid body with another value, or none, at each member that the document does not call optional, in turn. */
const changedEach = (valid: unknown, value: unknown, describe: (member: string) => string) => {
  const body = bodyOf(valid);
  return pathsIn(body)
    .filter((path) => !optional.has(path))
    .map(
      (member): FaultyBody => ({
        member,
        description: describe(member),
        body: signed(changedAt(body, member, value)),
      }),
    );
};

/** A valid body without each member in turn; each has its own reference. */
export const withoutEachMember = (valid: unknown): readonly FaultyBody[] =>
  changedEach(valid, undefined, (member) => `without ${member}`);

export const withEachMemberNull = (valid: unknown): readonly FaultyBody[] =>
  changedEach(valid, null, (member) => `${member} null`);

/** Texts made of a UUID, by the member that it is; columns of a database often end at 255 characters. */
const noUuids: Readonly<Record<string, { readonly of: (uuid: string) => string; readonly description: string }>> = {
  recipient_id: { of: () => 'not-a-uuid', description: 'a text that is no UUID' },
  client_onramp_reference: { of: (uuid) => uuid.padEnd(300, 'x'), description: 'a text of 300 characters' },
};

export const withoutUuids = (valid: unknown): readonly FaultyBody[] => {
  const body = signed(bodyOf(valid));
  return pathsIn(body).flatMap((member) => {
    const other = noUuids[member.split('.').at(-1) ?? ''];
    if (other === undefined) return [];
    const text = other.of(String(valueAt(body, member)));
    return [{ member, description: `${member}: ${other.description}`, body: changedAt(body, member, text) }];
  });
};

type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

export const jsonTypeOf = (value: unknown): JsonType => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
};

// Numbers stay small and the valid value stays what it is: a service that converts moves no more than was meant.
const impostors = (value: unknown): readonly unknown[] => [
  '',
  null,
  [],
  {},
  true,
  0,
  [value],
  { value },
  false,
  1.5,
  -1,
  typeof value === 'string' ? value : JSON.stringify(value),
];

const impostorsOf = (valid: unknown): readonly unknown[] =>
  impostors(valid).filter((value) => jsonTypeOf(value) !== jsonTypeOf(valid));

const wrapped = (value: object): boolean => Object.keys(value).length > 0;

/** Describes the substitute for a valid value, without the valid value that it may hold. */
const describeMistyped = (value: unknown): string => {
  const type = jsonTypeOf(value);
  if (type === 'array' || type === 'object')
    return wrapped(value as object) ? `the valid value in an ${type}` : `an empty ${type}`;
  if (type === 'string') return value === '' ? 'the empty text' : 'the valid value as text';
  return JSON.stringify(value);
};

/** A valid body without any member, and with each object in it so in turn. */
export const emptied = (valid: unknown): readonly FaultyBody[] => {
  const body = bodyOf(valid);
  const objects = pathsIn(body).filter((path) => jsonTypeOf(valueAt(body, path)) === 'object');
  return [
    { member: '', description: 'without any member', body: {} },
    ...objects.map((member) => ({
      member,
      description: `without any member of ${member}`,
      body: signed(changedAt(body, member, {})),
    })),
  ];
};

type Uses = Map<JsonType, number>;

const usesOf = (uses: Uses, value: unknown): number => uses.get(jsonTypeOf(value)) ?? 0;

/** The impostor of the type that came up least, and of those of one type another each time. */
const minUsed = (uses: Uses, values: readonly unknown[]): unknown => {
  const [rarest] = values.toSorted((one, other) => usesOf(uses, one) - usesOf(uses, other));
  const alike = values.filter((value) => jsonTypeOf(value) === jsonTypeOf(rarest));
  return alike[usesOf(uses, rarest) % alike.length];
};

const someOf = (uses: Uses, values: readonly unknown[], max: number): readonly unknown[] => {
  const taken: unknown[] = [];
  while (taken.length < Math.min(max, values.length)) {
    const next = minUsed(
      uses,
      values.filter((value) => !taken.includes(value)),
    );
    taken.push(next);
    uses.set(jsonTypeOf(next), usesOf(uses, next) + 1);
  }
  return taken;
};

/**
 * A valid body in which one member, or one object of members, is of another JSON type: each member in turn, so that all
 * types come up over the members.
 *
 * @param valid - such a body; each case is sent with a new reference
 * @param max - impostors of each member; by default all of them
 */
export const mistypedMembers = (valid: unknown, max = Number.POSITIVE_INFINITY): readonly FaultyBody[] => {
  const body = bodyOf(valid);
  const uses: Uses = new Map();
  return pathsIn(body).flatMap((member) =>
    someOf(uses, impostorsOf(valueAt(body, member)), max).map((value) => ({
      member,
      description: `${member}: ${describeMistyped(value)}`,
      body: signed(changedAt(body, member, value)),
    })),
  );
};
