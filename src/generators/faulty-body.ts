import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { changedAt, isRecord, type JsonType, jsonTypeOf, type Oddity, valueAt, withReference } from '#evidence';
import { type Cases, withCases } from './cases.ts';
import { blankReference, signed } from './orders.ts';

const bodyOf = (given: unknown): object => {
  if (typeof given === 'object' && given !== null && !Array.isArray(given))
    return withReference(given, () => blankReference);
  throw new Error('a faulty body is made of a valid one: give it a JSON object');
};

/** Paths of all members; objects come before their members. */
const pathsIn = (body: object): readonly string[] =>
  Object.entries(body).flatMap(([name, value]) => [
    name,
    ...(isRecord(value) ? pathsIn(value).map((inner) => `${name}.${inner}`) : []),
  ]);

interface OddValue {
  /** A few words, without the value. */
  readonly description: string;
  readonly of: (valid: unknown) => unknown;
}

const invalid = (description: string, of: OddValue['of']): OddValue => ({ description, of });

/** No amount is above the valid one, because a wrong order must also stay within the user's limit. */
const amounts: readonly OddValue[] = [
  invalid('zero', () => 0),
  invalid('the valid amount below zero', (valid) => -Number(valid)),
  invalid('an amount of many places', (valid) => Number(valid) / 7e9),
  invalid('the valid amount as text', (valid) => String(valid)),
  invalid('the empty text', () => ''),
];

/** Valid in JSON, but not in every database or encoder. */
const encodingValues: readonly OddValue[] = [
  invalid('letters outside the basic plane', () => '𝒶😀'),
  invalid('a text with a NUL', () => 'a\u0000b'),
  invalid('200 arrays in each other', () => JSON.parse('['.repeat(200) + ']'.repeat(200))),
];

const texts: readonly OddValue[] = [
  invalid('the empty text', () => ''),
  invalid('a blank text', () => ' '),
  invalid('1000 letters', () => 'x'.repeat(1000)),
  invalid('letters of another script', () => 'адрес'),
  ...encodingValues,
];

const chains: readonly OddValue[] = [invalid('no chain that exists', () => 'no such chain'), ...texts];
const references: readonly OddValue[] = [invalid('no UUID', () => 'no-uuid'), ...texts];

const oddities: Readonly<Record<string, readonly OddValue[]>> = {
  amount: amounts,
  chain: chains,
  destination_address: texts,
  sender_address: texts,
  accountNumber: texts,
  client_onramp_reference: references,
  client_offramp_reference: references,
};

interface OddBody {
  readonly member: string;
  readonly description: string;
  readonly body: object;
}

const odditiesOf = (member: string): readonly OddValue[] => oddities[member.split('.').at(-1) ?? ''] ?? [];

/**
 * A body with one invalid member about which the document has no rule: an amount, a chain, an address, a reference. A
 * service may accept such an order, so it is sent only if a rule refuses the order anyway.
 * @param refused - a body that a rule refuses; each case is sent with a new reference
 */
export const oddMember = (refused: unknown): Cases<OddBody> => {
  const body = bodyOf(refused);
  const byMember = pathsIn(body).map((member) => odditiesOf(member).map((oddity) => ({ member, oddity })));
  const sent = ({ member, oddity: { description, of } }: { member: string; oddity: OddValue }): OddBody => ({
    member,
    description,
    body: signed(changedAt(body, member, of(valueAt(body, member)))),
  });
  return withCases(fc.noShrink(fc.constantFrom(...byMember.flat())).map(sent), {
    // One case for each member in addition to the drawn ones, and for the last member all texts that encodings may not
    // accept.
    examples: [
      ...byMember.flatMap(([first]) => (first ? [sent(first)] : [])),
      ...(byMember.at(-1) ?? []).filter(({ oddity }) => encodingValues.includes(oddity)).map(sent),
    ],
    describe: ({ member, description }) => `${member}: ${description}`,
  });
};

export interface FaultyBody {
  /** The dotted path of the invalid member. */
  readonly member: string;
  /** A few words, without a value of the order. */
  readonly description: string;
  readonly body: object;
}

/** Members without which a body is still valid. */
const optional: ReadonlySet<string> = new Set(['to.payment_rail']);

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

/** One body for each member that the document requires, without this member; each has its own reference. */
export const withoutEachMember = (valid: unknown): readonly FaultyBody[] =>
  changedEach(valid, undefined, (member) => `without ${member}`);

export const withNulls = (valid: unknown): readonly FaultyBody[] =>
  changedEach(valid, null, (member) => `${member} null`);

/** Invalid UUIDs by member. Database columns often end at 255 characters. */
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

// Numbers stay small and the valid value does not change, so that a service that converts types moves no more money
// than meant.
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

/** Words for the value, without the valid value that it may contain. */
const describeMistyped = (value: unknown): string => {
  const type = jsonTypeOf(value);
  if (type === 'array' || type === 'object')
    return wrapped(value as object) ? `the valid value in an ${type}` : `an empty ${type}`;
  if (type === 'string') return value === '' ? 'the empty text' : 'the valid value as text';
  return JSON.stringify(value);
};

/** An empty body, and one body for each of its objects with this object empty. */
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

const minUsed = (uses: Uses, values: readonly unknown[]): unknown => {
  const [rarest] = values.toSorted((one, other) => usesOf(uses, one) - usesOf(uses, other));
  const alike = values.filter((value) => jsonTypeOf(value) === jsonTypeOf(rarest));
  return alike[usesOf(uses, rarest) % alike.length];
};

const someOf = (uses: Uses, values: readonly unknown[], max: number): readonly unknown[] => {
  const chosen: unknown[] = [];
  while (chosen.length < Math.min(max, values.length)) {
    const next = minUsed(
      uses,
      values.filter((value) => !chosen.includes(value)),
    );
    chosen.push(next);
    uses.set(jsonTypeOf(next), usesOf(uses, next) + 1);
  }
  return chosen;
};

/**
 * A valid body in which one member, or one object, has another JSON type. Each member is changed in turn, so that all
 * types occur.
 * @param valid - a valid body; each case is sent with a new reference
 * @param max - most wrong types for each member; by default all
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

const garbage = ['}', ',', 'x', ';', ' {}', '{}', '\\'];
const literals = ['null', 'true', '42', '"order"', '[]', '[null]'];
const pick = (texts: readonly string[], place: number): string => texts[place % texts.length] ?? '';

const spoilings = {
  array: (json) => `[${json}]`,
  string: (json) => JSON.stringify(json),
  'trailing garbage': (json, place) => json + pick(garbage, place),
  'trailing comma': (json) => json.replace(/}$/, ',}'),
  // The closing brace comes last, so no shorter text is JSON.
  cut: (json, place) => json.slice(0, 1 + (place % (json.length - 1))),
  'single quotes': (json) => json.replaceAll('"', "'"),
  empty: () => '',
  comment: (json) => `/* order */${json}`,
  'another value': (_json, place) => pick(literals, place),
  'names without quotes': (json) => json.replaceAll(/"(\w+)":/g, '$1:'),
  blank: () => ' \n',
  form: () => 'amount=1&currency=USD',
} as const satisfies Readonly<Record<string, (json: string, place: number) => string>>;

export type NoJsonKind = keyof typeof spoilings;

export const noJsonKinds = Object.keys(spoilings) as readonly NoJsonKind[];

/** Kinds of text in which a lenient parser still finds the members of an order. */
export const lenientlyRead: readonly NoJsonKind[] = [
  'trailing garbage',
  'trailing comma',
  'comment',
  'single quotes',
  'names without quotes',
];

/**
 * A text from a valid body that is no JSON, or JSON without an object.
 * @param valid - a valid body; the text has a new reference
 * @param place - decides where a text is cut, and what follows or replaces it
 */
export const noJson = (valid: unknown, kind: NoJsonKind, place: number): string => {
  const spoil: (json: string, place: number) => string = spoilings[kind];
  return spoil(JSON.stringify(bodyOf(valid)), place).replaceAll(blankReference, randomUUID());
};

interface OddText {
  readonly kind: Oddity;
  readonly description: string;
  readonly rawBody: string;
  readonly contentType?: string;
}

const lastTextIn = (body: object): string =>
  Object.entries(body)
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .at(-1) ?? '"none":""';

/**
 * Texts of a refused order that are unusual: an amount below any double, a repeated member, half of a surrogate pair,
 * and plain text. The amount is never above the valid one.
 */
export const oddTexts = (refused: unknown): readonly OddText[] => {
  const body = signed(bodyOf(refused));
  const json = JSON.stringify(body);
  const lastText = lastTextIn(body);
  return [
    {
      kind: 'an invalid amount',
      description: 'an amount below any double',
      rawBody: json.replace(/("amount":)[\d.e+-]+/, '$11e-400'),
    },
    { kind: 'a member twice', description: 'a member twice', rawBody: json.replace('{', `{${lastText},`) },
    {
      kind: 'an unusual text',
      description: 'half of a surrogate pair',
      rawBody: json.replace(lastText, lastText.replace(/"$/, '\\ud83d"')),
    },
    {
      kind: 'another content type',
      description: 'a body that is called plain text',
      rawBody: json,
      contentType: 'text/plain',
    },
  ];
};
