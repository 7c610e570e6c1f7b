import { rails } from '#contract';
import type { PlantedFault } from '../planted.ts';
import { against, againstAll } from '../planting.ts';
import { answering, serverError } from '../rewriting.ts';
import { accepting, isPlainDollars, isUnknown, refusing } from './rail-terms.ts';

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
  ...rails.flatMap((rail) =>
    against('rails/plain-dollars-take-every-rail', {
      [`rails/plain-refuses-${rail}`]: [
        `A plain recipient is refused ${rail}.`,
        refusing((it) => isPlainDollars(it) && it.rail === rail),
      ],
    }),
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
      {
        reply: answering(
          {
            operation: 'offramp.initiate',
            status: 400,
            when: ({ body }) => /"payment_rail"/.test(JSON.stringify(body ?? '')),
          },
          serverError,
        ),
      },
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
      { policies: { offramp: { keepsRefused: () => true } } },
    ],
    'rails/refused-in-words-only': [
      'An offramp refused as bad is created.',
      { policies: { offramp: { keepsRefused: ({ status }) => status === 400 } } },
    ],
  }),
];

/** Rails of plain recipients, and texts that are no rail, let through or refused against the rules. */
export const railFaults: readonly PlantedFault[] = [...plainFaults, ...otherFaults];
