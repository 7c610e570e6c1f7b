import { randomUUID } from 'node:crypto';
import { blankReference, bodyOf } from './reference.ts';

const garbage = ['}', ',', 'x', ';', ' {}', '{}', '\\'];
const literals = ['null', 'true', '42', '"order"', '[]', '[null]'];
const pick = (texts: readonly string[], place: number): string => texts[place % texts.length] ?? '';

const spoilings = {
  array: (json) => `[${json}]`,
  string: (json) => JSON.stringify(json),
  'trailing garbage': (json, place) => json + pick(garbage, place),
  'trailing comma': (json) => json.replace(/}$/, ',}'),
  // The closing brace comes last, so that no beginning of the text is JSON.
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

/** Kinds of text in which a lenient reader still finds the members of an order. */
export const lenientlyRead: readonly NoJsonKind[] = [
  'trailing garbage',
  'trailing comma',
  'comment',
  'single quotes',
  'names without quotes',
];

/**
 * A text made of a valid body that is not JSON, or is JSON but no object.
 *
 * @param valid - such a body; the text has a new reference
 * @param place - where a text is cut, and by what it is followed or replaced
 */
export const noJson = (valid: unknown, kind: NoJsonKind, place: number): string => {
  const spoil: (json: string, place: number) => string = spoilings[kind];
  return spoil(JSON.stringify(bodyOf(valid)), place).replaceAll(blankReference, randomUUID());
};
