import { depositCurrencies, onrampAssets, type RequirementId } from '#contract';
import type { PartialPolicies } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { against, each, under, type Ways } from '../planting.ts';
import { sent, timesBefore, type When } from '../requests.ts';
import { answering, breaking, type NewMembers, rewording } from '../rewriting.ts';

type Allows = (value: unknown) => boolean;

/** A list of the only values that are accepted; the refusal of any other names them all. */
interface List {
  readonly operation: 'deposit.simulate' | 'onramp.initiate';
  readonly member: 'currency' | 'to.asset';
  readonly listed: readonly string[];
  readonly accepts: RequirementId;
  readonly refuses: RequirementId;
  readonly names: RequirementId;
  readonly allowing: (allows: Allows) => PartialPolicies;
  readonly naming: (named: readonly string[]) => PartialPolicies;
}

export const lists: readonly List[] = [
  {
    operation: 'deposit.simulate',
    member: 'currency',
    listed: depositCurrencies,
    accepts: 'deposit.simulate/accepts-each-listed-currency',
    refuses: 'deposit.simulate/refuses-an-unlisted-currency',
    names: 'deposit.simulate/names-the-listed-currencies',
    allowing: (allows) => ({ deposit: { allows } }),
    naming: (named) => ({ deposit: { named } }),
  },
  {
    operation: 'onramp.initiate',
    member: 'to.asset',
    listed: onrampAssets,
    accepts: 'onramp.initiate/accepts-each-listed-asset',
    refuses: 'onramp.initiate/refuses-an-unlisted-asset',
    names: 'onramp.initiate/names-the-listed-assets',
    allowing: (allows) => ({ onramp: { allowsAsset: allows } }),
    naming: (named) => ({ onramp: { named } }),
  },
];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Careless comparisons, each of which accepts more than the list. */
const carelessness = (listed: readonly string[]): Ways<Allows> => ({
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
  array: [
    'A listed value is accepted in an array.',
    (value) => Array.isArray(value) && listed.includes(String(value)),
  ],
  long: ['A value that is too long to look up is accepted.', (value) => text(value).length > 255],
});

const tooMuch = ({ operation, listed, refuses, allowing }: List) =>
  against(
    refuses,
    under(`${operation}/unlisted`, carelessness(listed), ([sentence, also]) => [
      sentence,
      allowing((value) => listed.includes(text(value)) || also(value)),
    ]),
  );

const notSupported = (one: string) => ({
  status: 422,
  body: {
    statusCode: 422,
    message: `${one} is not supported`,
    timestamp: new Date().toISOString(),
    error: 'Refused',
  },
});

const isFor =
  (one: string): When =>
  ({ body }) =>
    JSON.stringify(body ?? '').includes(`"${one}"`);

const tooLittle = ({ operation, listed, accepts, names, allowing, naming }: List) => [
  ...against(accepts, {
    ...each(listed, (one) => [
      `${operation}/listed/${one}-refused`,
      `${one} is refused as if it were not listed.`,
      allowing((value) => value !== one && listed.includes(text(value))),
    ]),
    ...each(listed, (one) => [
      `${operation}/listed/${one}-unprocessable`,
      `${one} is answered 422 as not supported.`,
      answering({ operation, when: isFor(one) }, () => notSupported(one)),
    ]),
    ...each(listed, (one) => [
      `${operation}/listed/${one}-failing`,
      `${one} breaks the service.`,
      breaking({ operation, when: isFor(one) }),
    ]),
  }),
  ...against(
    names,
    each(listed, (one) => [
      `${operation}/unlisted/${one}-not-named`,
      `The refusal of a value does not name ${one}.`,
      naming(listed.filter((it) => it !== one)),
    ]),
  ),
];

const wrongBodies: Readonly<Record<string, NewMembers>> = {
  'error-missing': { error: undefined },
  'error-reworded': { error: 'VALIDATION_ERROR' },
  'message-missing': { message: undefined },
  'message-in-array': ({ message }) => ({ message: [message] }),
  'timestamp-missing': { timestamp: undefined },
  'status-code-missing': { statusCode: undefined },
  'status-code-as-text': { statusCode: '400' },
};

const message = 'This value is not allowed';

/** Wrong refusals of unlisted values. */
const wrongRefusals = ({ operation, member, refuses, names }: List) => {
  const which = { operation, status: 400 };
  const isCode: When = (request) => /^[A-Z]{2,5}$/.test(text(sent(request, member)));
  return [
    ...against(refuses, {
      ...each(['422', '404', '409', '500'], (status) => [
        `${operation}/unlisted/as-${status}`,
        `An unlisted value gets ${status}.`,
        answering(which, { status: Number(status) }),
      ]),
      ...under(`${operation}/unlisted`, wrongBodies, (members, name) => [
        `An unlisted value is refused with a wrong body: ${name}.`,
        rewording(which, members),
      ]),
    }),
    ...against(names, {
      [`${operation}/unlisted/nothing-named`]: [
        'The refusal of a value names no allowed one.',
        rewording(which, { message }),
      ],
      [`${operation}/unlisted/named-at-first-alone`]: [
        'The first refusal of a value names the allowed ones, and no later one does.',
        rewording(which, (_body, request) => (timesBefore(request, 'refused') > 0 ? { message } : {})),
      ],
      [`${operation}/unlisted/named-for-codes-alone`]: [
        'The refusal of a value that is no code names no allowed one.',
        rewording({ ...which, when: (request) => !isCode(request) }, { message }),
      ],
      [`${operation}/unlisted/named-elsewhere`]: [
        'The refusal of a value names the allowed ones outside its message.',
        rewording(which, (body) => ({ allowed: body.message, message })),
      ],
    }),
  ];
};

/** Lists that are longer or shorter than promised, and refusals that name them wrongly. */
export const listedValueFaults: readonly PlantedFault[] = lists.flatMap((list) => [
  ...tooMuch(list),
  ...tooLittle(list),
  ...wrongRefusals(list),
]);
