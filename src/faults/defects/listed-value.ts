import type { SeenRequest } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { against, each, under } from '../planting.ts';
import { answering, serverError } from '../rewriting.ts';
import { type Allows, type List, lists } from './listed-value-list.ts';
import { wrongRefusals } from './listed-value-refusal.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Careless comparisons, each of which accepts more than the list. */
const carelessness = (
  listed: readonly string[],
): Readonly<Record<string, readonly [sentence: string, also: Allows]>> => ({
  anything: ['Any value is accepted.', () => true],
  empty: ['An empty value is accepted.', (value) => value === ''],
  'real-currency': ['Other real codes are accepted.', (value) => ['JPY', 'USD', 'EUR'].includes(text(value))],
  'real-token': ['Other real tokens are accepted.', (value) => ['BTC', 'EURC'].includes(text(value))],
  'any-code': [
    'Any code of three or four capitals is accepted.',
    (value) => /^[A-Z]{3,4}$/.test(text(value)),
  ],
  beginning: [
    'What begins with a listed value is accepted.',
    (value) => listed.some((it) => text(value).startsWith(it)),
  ],
  part: ['A part of a listed value is accepted.', (value) => listed.some((it) => it.includes(text(value)))],
  'full-width': [
    'Full-width letters are taken for their narrow counterparts.',
    (value) => listed.includes(text(value).normalize('NFKC')),
  ],
  'non-latin': [
    'Letters of other scripts are dropped before the comparison.',
    (value) => /[^\p{ASCII}]/u.test(text(value)) && text(value).length <= 4,
  ],
  pattern: [
    'A value that holds a listed one is accepted.',
    (value) => listed.some((it) => new RegExp(it).test(text(value))),
  ],
  inherited: ['Values are looked up in an object with inherited members.', (value) => text(value) in {}],
  number: ['A number is accepted.', (value) => typeof value === 'number'],
  truth: ['A boolean is accepted.', (value) => typeof value === 'boolean'],
  long: ['A value that is too long to look up is accepted.', (value) => text(value).length > 255],
});

const isListed =
  ({ listed }: List): Allows =>
  (value) =>
    listed.includes(text(value));

const tooMuch = (list: List) =>
  against(
    list.refuses,
    under(`${list.operation}/unlisted`, carelessness(list.listed), ([sentence, also]) => [
      sentence,
      { policies: list.allowing((value) => isListed(list)(value) || also(value)) },
    ]),
  );

const notSupported = (one: string, status: number) => ({
  status,
  body: {
    statusCode: status,
    message: `${one} is not supported`,
    timestamp: new Date().toISOString(),
    error: 'Refused',
  },
});

const isFor =
  (one: string) =>
  ({ body }: SeenRequest): boolean =>
    JSON.stringify(body ?? '').includes(`"${one}"`);

const tooLittle = (list: List) => {
  const { operation, listed } = list;
  return [
    ...against(list.accepts, {
      ...each(listed, (one) => [
        `${operation}/listed/${one}-refused`,
        `${one} is refused as if it were not listed.`,
        { policies: list.allowing((value) => value !== one && isListed(list)(value)) },
      ]),
      ...each(listed, (one) => [
        `${operation}/listed/${one}-unprocessable`,
        `${one} is answered 422 as not supported.`,
        { reply: answering({ operation, when: isFor(one) }, () => notSupported(one, 422)) },
      ]),
      ...each(listed, (one) => [
        `${operation}/listed/${one}-failing`,
        `${one} breaks the service.`,
        { reply: answering({ operation, when: isFor(one) }, serverError) },
      ]),
    }),
    ...against(
      list.names,
      each(listed, (one) => [
        `${operation}/unlisted/${one}-not-named`,
        `The refusal of a value does not name ${one}.`,
        { policies: list.naming(listed.filter((it) => it !== one)) },
      ]),
    ),
  ];
};

/** Lists that are longer or shorter than promised, and refusals that name them wrongly. */
export const listedValueFaults: readonly PlantedFault[] = lists.flatMap((list) => [
  ...tooMuch(list),
  ...tooLittle(list),
  ...wrongRefusals(list),
]);
