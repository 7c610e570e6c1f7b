import { randomUUID } from 'node:crypto';
import { blankReference, bodyOf, signed } from './faulty-body.ts';

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

/** JSON of an order that readers take in different ways. */
interface OddText {
  readonly description: string;
  readonly rawBody: string;
  readonly contentType?: string;
}

/** The last member of a body that is a text, as JSON has it. */
const lastTextIn = (body: object): string =>
  Object.entries(body)
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .at(-1) ?? '"none":""';

/**
 * Texts that hold a refused order: with an amount that is smaller than any double, with a member twice, with half of a surrogate
 * pair, and as plain text. The amount is never more than the valid one.
 */
export const oddTexts = (refused: unknown): readonly OddText[] => {
  const body = signed(bodyOf(refused));
  const json = JSON.stringify(body);
  const lastText = lastTextIn(body);
  return [
    { description: 'an amount below any double', rawBody: json.replace(/("amount":)[\d.e+-]+/, '$11e-400') },
    { description: 'a member twice', rawBody: json.replace('{', `{${lastText},`) },
    {
      description: 'half of a surrogate pair',
      rawBody: json.replace(lastText, lastText.replace(/"$/, '\\ud83d"')),
    },
    { description: 'a body that is called plain text', rawBody: json, contentType: 'text/plain' },
  ];
};
