import { bodyOf, signed } from './reference.ts';

/** JSON of an order that readers take in different ways. */
export interface OddText {
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
