import { namedRails, rails, unnamedRails } from '#contract';
import { defaultPolicies, type Policies } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { against, againstAll, each } from '../planting.ts';
import { isOfBusiness, isOver, isToNamed, sent } from '../requests.ts';
import { answering, breaking } from '../rewriting.ts';

type Terms = Parameters<Policies['rails']['judge']>[0];

/** Refuses or accepts some terms otherwise than promised. */
const judging = (when: (terms: Terms) => boolean, verdict: string | undefined) => ({
  rails: { judge: (terms: Terms) => (when(terms) ? verdict : defaultPolicies.rails.judge(terms)) },
});

const refusing = (when: (terms: Terms) => boolean) => judging(when, 'This rail is not available');
const accepting = (when: (terms: Terms) => boolean) => judging(when, undefined);

const isPlainDollars = ({ named, currency }: Terms): boolean => !named && currency === 'USD';

const isUnknown = ({ rail }: Terms): boolean => rail !== undefined && !rails.some((known) => known === rail);

const plainFaults = [
  ...against('rails/dollars-need-no-rail', {
    'rails/dollars-demand-one': [
      'Dollars without a rail are refused.',
      refusing((it) => isPlainDollars(it) && it.rail === undefined),
    ],
  }),
  ...against('rails/dollars-may-name-a-rail', {
    'rails/dollars-refuse-any': [
      'Dollars with a rail are refused.',
      refusing((it) => isPlainDollars(it) && it.rail !== undefined),
    ],
  }),
  ...against(
    'rails/plain-dollars-take-every-rail',
    each(rails, (rail) => [
      `rails/plain-refuses-${rail}`,
      `A plain recipient is refused ${rail}.`,
      refusing((it) => isPlainDollars(it) && it.rail === rail),
    ]),
  ),
  ...against('rails/other-currencies-are-unchanged', {
    'rails/others-demand-one': [
      'Other currencies are refused without a rail.',
      refusing(({ currency, rail }) => currency !== 'USD' && rail === undefined),
    ],
    'rails/others-refused': ['Only dollars are accepted.', refusing(({ currency }) => currency !== 'USD')],
  }),
];

const otherFaults = [
  ...against('rails/nonsense-is-refused', {
    'rails/nonsense-taken': ['Any text is accepted as a rail.', accepting(isUnknown)],
    'rails/nonsense-by-part': [
      'A text that contains a rail is accepted as one.',
      accepting((it) => isUnknown(it) && rails.some((known) => it.rail?.includes(known))),
    ],
    'rails/nonsense-inherited': [
      'Rails are looked up in an object with inherited members.',
      accepting((it) => isUnknown(it) && (it.rail ?? '') in {}),
    ],
  }),
  ...againstAll(['rails/nonsense-is-refused', 'rails/survives-nonsense'], {
    'rails/nonsense-fails': [
      'An unknown rail breaks the service.',
      breaking({
        operation: 'offramp.initiate',
        status: 400,
        when: (request) => sent(request, 'to.payment_rail') !== undefined,
      }),
    ],
  }),
  ...against('rails/recased-dollars-are-no-way-round', {
    'rails/recased-dollars-pass': [
      'The rules apply to dollars in capitals only.',
      accepting((it) => it.named && it.currency === 'usd'),
    ],
  }),
  ...against('rails/real-but-unlisted-rail', {
    'rails/real-ones-taken': [
      'Any real rail is accepted.',
      accepting((it) => isUnknown(it) && /^[A-Z_]{3,16}$/.test(it.rail ?? '')),
    ],
    'rails/sepa-taken': ['SEPA is accepted.', accepting((it) => it.rail?.startsWith('SEPA') ?? false)],
  }),
  ...against('rails/refusal-creates-nothing', {
    'rails/refused-but-created': [
      'An offramp refused for its rail is created.',
      { offramp: { keepsRefused: () => true } },
    ],
    'rails/refused-in-words-only': [
      'An offramp refused as bad is created.',
      { offramp: { keepsRefused: ({ status }) => status === 400 } },
    ],
  }),
];

const ruleOf = {
  ACH: 'rails/named-refuses-ach',
  RTP: 'rails/named-refuses-rtp',
  SAME_DAY_ACH: 'rails/named-refuses-same-day-ach',
  WIRE: 'rails/named-takes-wire',
  SWIFT: 'rails/named-takes-swift',
} as const;

const namedFaults = [
  ...against('rails/named-takes-no-other-rail', {
    'rails/named-takes-an-unknown-one': [
      'A named withdrawal is accepted over a rail that nobody knows.',
      accepting((it) => it.named && isUnknown(it)),
    ],
    'rails/named-takes-a-foreign-one': [
      'A named withdrawal is accepted over a rail of another region.',
      accepting((it) => it.named && it.rail === 'SEPA'),
    ],
    'rails/named-takes-ACH-of-a-business': [
      'A named withdrawal of a business is accepted over ACH.',
      answering(
        {
          operation: 'offramp.initiate',
          status: 'refusal',
          when: (request) => isOfBusiness(request) && sent(request, 'to.payment_rail') === 'ACH',
        },
        { status: 201, body: {} },
      ),
    ],
    'rails/named-takes-ACH-of-another-asset': [
      'A named withdrawal of USDT is accepted over ACH.',
      answering(
        {
          operation: 'offramp.initiate',
          status: 'refusal',
          when: (request) => sent(request, 'from.asset') === 'USDT' && isOver('ACH')(request),
        },
        { status: 201, body: {} },
      ),
    ],
    'rails/named-takes-ACH-in-lower-case': [
      'A named withdrawal is accepted over ACH in lower case.',
      accepting((it) => it.named && it.rail === 'ach'),
    ],
  }),
  ...namedRails.flatMap((rail) =>
    against(ruleOf[rail], {
      [`rails/named-refuses-${rail}`]: [
        `A named withdrawal is refused ${rail}.`,
        refusing((it) => it.named && it.rail === rail),
      ],
    }),
  ),
  ...unnamedRails.flatMap((rail) =>
    against(ruleOf[rail], {
      [`rails/named-takes-${rail}`]: [
        `A named withdrawal is accepted over ${rail}.`,
        accepting((it) => it.named && it.rail === rail && it.currency === 'USD' && it.lacks.length === 0),
      ],
      [`rails/named-fails-with-${rail}`]: [
        `A named withdrawal over ${rail} breaks the service.`,
        breaking({
          operation: 'offramp.initiate',
          status: 400,
          when: isOver(rail),
        }),
      ],
    }),
  ),
  ...against('rails/named-is-in-dollars', {
    'rails/named-in-any-currency': [
      'A named withdrawal is in any currency.',
      accepting((it) => it.named && it.currency !== 'USD'),
    ],
    'rails/named-in-euros': [
      'A named withdrawal may be in euros.',
      accepting((it) => it.named && it.currency === 'EUR'),
    ],
    'rails/named-abroad-without-a-rail': [
      'A named withdrawal without a rail is in any currency.',
      accepting((it) => it.named && it.currency !== 'USD' && it.rail === undefined),
    ],
    'rails/named-abroad-over-swift': [
      'A named withdrawal over SWIFT is in any currency.',
      accepting((it) => it.named && it.currency !== 'USD' && it.rail === 'SWIFT'),
    ],
  }),
];

const fields = [
  'business_name',
  'beneficiary_date_of_formation',
  'beneficiary_country_of_formation',
  'beneficiary_national_identification_number',
] as const;

const recipientFaults = against('rails/named-needs-all-four-fields', {
  'rails/incomplete-taken': ['No identifying field is asked for.', { rails: { lacks: () => [] } }],
  'rails/incomplete-taken-of-a-business': [
    'A business may order to a recipient that lacks a field.',
    answering(
      {
        operation: 'offramp.initiate',
        status: 'refusal',
        when: (request) => isOfBusiness(request) && !isToNamed(request) && isOver('WIRE')(request),
      },
      { status: 201, body: {} },
    ),
  ],
  'rails/incomplete-over-swift': [
    'No identifying field is asked for over SWIFT.',
    accepting((it) => it.named && it.rail === 'SWIFT' && it.currency === 'USD'),
  ],
  'rails/one-field-is-enough': [
    'One missing field is forgiven.',
    accepting((it) => it.named && it.lacks.length === 1 && it.currency === 'USD'),
  ],
  ...each(fields, (field) => [
    `rails/without-${field}`,
    `No ${field} is asked for.`,
    { rails: { lacks: (it) => defaultPolicies.rails.lacks(it).filter((name) => name !== field) } },
  ]),
});

/** Rails, and texts that are no rail, let through or refused against the rules. */
export const railFaults: readonly PlantedFault[] = [
  ...plainFaults,
  ...otherFaults,
  ...namedFaults,
  ...recipientFaults,
];
