import { namedRails, unnamedRails } from '#contract';
import { defaultPolicies } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { against, each } from '../planting.ts';
import { answering, type Hook, serverError } from '../rewriting.ts';
import { accepting, isUnknown, refusing } from './rail-terms.ts';

const right = defaultPolicies.rails;

/** Answers 500 where the sandbox refuses a rail. */
const failing = (rail: string): { reply: Hook } => ({
  reply: answering(
    {
      operation: 'offramp.initiate',
      status: 400,
      when: ({ body }) => JSON.stringify(body ?? '').includes(`"payment_rail":"${rail}"`),
    },
    serverError,
  ),
});

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
        failing(rail),
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
  'rails/incomplete-taken': [
    'No identifying field is asked for.',
    { policies: { rails: { lacks: () => [] } } },
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
    { policies: { rails: { lacks: (it) => right.lacks(it).filter((name) => name !== field) } } },
  ]),
});

/** Named withdrawals that are let through or refused against their rules. */
export const namedRailFaults: readonly PlantedFault[] = [...namedFaults, ...recipientFaults];
