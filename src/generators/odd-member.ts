import fc from 'fast-check';
import { isRecord, valueAt } from '#evidence';
import { type Cases, withCases } from './cases.ts';
import { bodyOf, signed } from './reference.ts';

/** Dotted paths of all members, objects before what is in them. */
export const pathsIn = (body: object): readonly string[] =>
  Object.entries(body).flatMap(([name, value]) => [
    name,
    ...(isRecord(value) ? pathsIn(value).map((inner) => `${name}.${inner}`) : []),
  ]);

/** A copy of the body with another value at the path; without the member, where that is undefined. */
export const changedAt = (body: object, path: string, value: unknown): object => {
  const [name = '', ...inner] = path.split('.');
  const members = body as Readonly<Record<string, unknown>>;
  const child = members[name];
  const next = inner.length > 0 && isRecord(child) ? changedAt(child, inner.join('.'), value) : value;
  if (next !== undefined) return { ...members, [name]: next };
  const { [name]: _gone, ...others } = members;
  return others;
};

interface Oddity {
  /** In words, without the value. */
  readonly description: string;
  readonly of: (valid: unknown) => unknown;
}

const odd = (description: string, of: Oddity['of']): Oddity => ({ description, of });

/** No amount is more than the valid one: no order may ask for more than the user allows, wrong ones included. */
const amounts: readonly Oddity[] = [
  odd('zero', () => 0),
  odd('the valid amount below zero', (valid) => -Number(valid)),
  odd('an amount of many places', (valid) => Number(valid) / 7e9),
  odd('the valid amount as text', (valid) => String(valid)),
  odd('the empty text', () => ''),
];

/** Values that JSON takes, and a database or an encoder may not. */
const ofEncodings: readonly Oddity[] = [
  odd('letters outside the basic plane', () => '𝒶😀'),
  odd('a text with a NUL', () => 'a\u0000b'),
  odd('200 arrays in each other', () => JSON.parse('['.repeat(200) + ']'.repeat(200))),
];

const texts: readonly Oddity[] = [
  odd('the empty text', () => ''),
  odd('a blank text', () => ' '),
  odd('1000 letters', () => 'x'.repeat(1000)),
  odd('letters of another script', () => 'адрес'),
  ...ofEncodings,
];

const chains: readonly Oddity[] = [odd('no chain that exists', () => 'no such chain'), ...texts];
const references: readonly Oddity[] = [odd('no UUID', () => 'no-uuid'), ...texts];

/** Odd values of each member of an order that no rule fixes, by its name. */
const oddities: Readonly<Record<string, readonly Oddity[]>> = {
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

const odditiesOf = (member: string): readonly Oddity[] => oddities[member.split('.').at(-1) ?? ''] ?? [];

/**
 * A body in which one member that no documented rule fixes is odd: an amount, a chain, an address, a reference. Whether
 * such an order is taken is open, so it is sent only where a rule refuses it anyway.
 *
 * @param refused - such an order; each case is sent with a new reference
 */
export const oddMember = (refused: unknown): Cases<OddBody> => {
  const body = bodyOf(refused);
  const byMember = pathsIn(body).map((member) => odditiesOf(member).map((oddity) => ({ member, oddity })));
  const sent = ({ member, oddity: { description, of } }: { member: string; oddity: Oddity }): OddBody => ({
    member,
    description,
    body: signed(changedAt(body, member, of(valueAt(body, member)))),
  });
  return withCases(fc.noShrink(fc.constantFrom(...byMember.flat())).map(sent), {
    // One of each member besides what is drawn, and all that encodings may not take of the last.
    examples: [
      ...byMember.flatMap(([first]) => (first ? [sent(first)] : [])),
      ...(byMember.at(-1) ?? []).filter(({ oddity }) => ofEncodings.includes(oddity)).map(sent),
    ],
    describe: ({ member, description }) => `${member}: ${description}`,
  });
};
