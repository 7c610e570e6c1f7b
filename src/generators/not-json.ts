import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { withExamples } from './families.ts';
import { blankReference, toldAs } from './reference.ts';
import { bodyOf } from './sent.ts';
import { withTelling } from './telling.ts';

/** What the client sends in place of a body. */
export interface RawBody {
  readonly rawBody: string;
  readonly contentType: string;
  /** How the text fails to be a JSON object. */
  readonly kind: string;
}

type Spoiling = readonly [kind: string, spoil: (json: string, place: number) => string];

const garbage = ['}', ',', 'x', ';', ' {}', '{}', '\\'];
const literals = ['null', 'true', '42', '"order"', '[]', '[null]'];
const pick = (texts: readonly string[], place: number): string => texts[place % texts.length] ?? '';

const spoilings: readonly Spoiling[] = [
  // The closing brace comes last, so that no beginning of the text is JSON.
  ['cut', (json, place) => json.slice(0, 1 + (place % (json.length - 1)))],
  ['trailing garbage', (json, place) => json + pick(garbage, place)],
  ['single quotes', (json) => json.replaceAll('"', "'")],
  ['names without quotes', (json) => json.replaceAll(/"(\w+)":/g, '$1:')],
  ['trailing comma', (json) => json.replace(/}$/, ',}')],
  ['comment', (json) => `/* order */${json}`],
  ['form', () => 'amount=1&currency=USD'],
  ['empty', () => ''],
  ['blank', () => ' \n'],
  ['array', (json) => `[${json}]`],
  ['string', (json) => JSON.stringify(json)],
  ['another value', (_json, place) => pick(literals, place)],
];

interface Spoiled {
  readonly spoiling: Spoiling;
  readonly at: number;
}

/** Each way once, at the same place. */
const everyWay: readonly Spoiled[] = spoilings.map((spoiling) => ({ spoiling, at: 11 }));

/** Any way at any place; a shorter cut is not a simpler one. */
const spoiled = (): fc.Arbitrary<Spoiled> =>
  fc.noShrink(fc.record({ spoiling: fc.constantFrom(...spoilings), at: fc.nat() }));

/**
 * Texts made of a valid body that are not JSON, or are JSON but no object.
 *
 * @param valid - such a body; each case is sent with a reference of its own
 */
export const notJson = (valid: unknown): fc.Arbitrary<RawBody> => {
  const json = JSON.stringify(bodyOf(valid));
  const sent = (way: Spoiled) => rawBodyOf(json, way);
  return withTelling(
    withExamples(spoiled().map(sent), () => everyWay.map(sent)),
    ({ kind }) => `a body that is no JSON object: ${kind}`,
  );
};

const rawBodyOf = (json: string, { spoiling, at }: Spoiled): RawBody => {
  const [kind, spoil] = spoiling;
  const blank = spoil(json, at);
  const rawBody = blank.replaceAll(blankReference, randomUUID());
  return toldAs({ rawBody, contentType: 'application/json', kind }, blank);
};
