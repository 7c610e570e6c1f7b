import { defaultPolicies } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { against, each } from '../planting.ts';
import { isInCents, sent } from '../requests.ts';
import { answering, rewording } from '../rewriting.ts';

const right = defaultPolicies.recipient;

/** The refusals of an unknown recipient. */
const ofOfframp = { operation: 'offramp.initiate', status: 404 } as const;
const ofLightning = { operation: 'lightning-offramp.initiate', status: 404 } as const;

const served = [
  ...against('offramp.initiate/refuses-an-unknown-recipient', {
    'offramp/unknown-recipient-served': [
      'An unknown recipient is taken for the first one.',
      { recipient: { find: (all, id) => right.find(all, id, '') ?? all[0] } },
    ],
    'offramp/unknown-recipient-served-by-a-rail': [
      'An unknown recipient is accepted where a rail is named.',
      answering(
        { ...ofOfframp, when: (request) => sent(request, 'to.payment_rail') !== undefined },
        { status: 201 },
      ),
    ],
    'offramp/unknown-recipient-served-in-another-currency': [
      'An unknown recipient is accepted where the currency is not the dollar.',
      answering({ ...ofOfframp, when: (request) => sent(request, 'to.currency') !== 'USD' }, { status: 201 }),
    ],
  }),
  ...against('lightning-offramp.initiate/refuses-an-unknown-recipient', {
    'lightning/unknown-recipient-served': [
      'An unknown recipient is taken for the first one.',
      { recipient: { find: (all, id, owner) => right.find(all, id, owner) ?? all[0] } },
    ],
    'lightning/unknown-recipient-served-in-cents': [
      'An unknown recipient is accepted where the amount is no whole number.',
      answering({ ...ofLightning, when: isInCents }, { status: 201 }),
    ],
  }),
];

const lacking = (name: string, refusal: typeof ofOfframp | typeof ofLightning) =>
  against(
    `${refusal.operation}/dates-the-unknown-recipient`,
    each(['statusCode', 'timestamp', 'message'], (member) => [
      `${name}/unknown-recipient-without-${member}`,
      `The 404 has no ${member}.`,
      rewording(refusal, { [member]: undefined }),
    ]),
  );

const wrongMembers = [
  ...against('offramp.initiate/dates-the-unknown-recipient', {
    'offramp/unknown-recipient-status-as-text': [
      'The statusCode of the 404 is a text.',
      rewording(ofOfframp, { statusCode: '404' }),
    ],
    'offramp/unknown-recipient-dated-in-seconds': [
      'The timestamp of the 404 is a number.',
      rewording(ofOfframp, { timestamp: 1740817800 }),
    ],
  }),
  ...against('offramp.initiate/names-no-error-for-an-unknown-recipient', {
    'offramp/unknown-recipient-error-named': [
      'The 404 carries an error.',
      rewording(ofOfframp, { error: 'Not Found' }),
    ],
  }),
];

/** Offramps to a recipient that does not exist, served or refused otherwise than promised. */
export const unknownRecipientFaults: readonly PlantedFault[] = [
  ...served,
  ...lacking('offramp', ofOfframp),
  ...lacking('lightning', ofLightning),
  ...wrongMembers,
];
