import { defaultPolicies } from '#sandbox';
import { against, type Fault, forEachValue } from '../fault.ts';
import { isInCents, sent } from '../requests.ts';
import { answering, rewording } from '../rewriting.ts';

const right = defaultPolicies.recipient;

const ofOfframp = { operation: 'offramp.initiate', status: 404 } as const;
const ofLightning = { operation: 'lightning-offramp.initiate', status: 404 } as const;

const served = [
  ...against('offramp.initiate/refuses-an-unknown-recipient', {
    'An unknown recipient is taken for the first one.': {
      recipient: { find: (all, id) => right.find(all, id, '') ?? all[0] },
    },
    'An unknown recipient is accepted where a rail is named.': answering(
      { ...ofOfframp, when: (request) => sent(request, 'to.payment_rail') !== undefined },
      { status: 201 },
    ),
    'An unknown recipient is accepted where the currency is not the dollar.': answering(
      { ...ofOfframp, when: (request) => sent(request, 'to.currency') !== 'USD' },
      { status: 201 },
    ),
  }),
  ...against('lightning-offramp.initiate/refuses-an-unknown-recipient', {
    'An unknown recipient is taken for the first one.': {
      recipient: { find: (all, id, owner) => right.find(all, id, owner) ?? all[0] },
    },
    'An unknown recipient is accepted where the amount is no whole number.': answering(
      { ...ofLightning, when: isInCents },
      { status: 201 },
    ),
  }),
];

const lacking = (refusal: typeof ofOfframp | typeof ofLightning) =>
  against(
    `${refusal.operation}/dates-the-unknown-recipient`,
    forEachValue(['statusCode', 'timestamp', 'message'], (member) => [
      `The refusal of an unknown recipient has no ${member}.`,
      rewording(refusal, { [member]: undefined }),
    ]),
  );

const wrongMembers = [
  ...against('offramp.initiate/dates-the-unknown-recipient', {
    'The statusCode of the 404 is a text.': rewording(ofOfframp, { statusCode: '404' }),
    'The timestamp of the 404 is a number.': rewording(ofOfframp, { timestamp: 1740817800 }),
  }),
  ...against('offramp.initiate/names-no-error-for-an-unknown-recipient', {
    'The 404 carries an error.': rewording(ofOfframp, { error: 'Not Found' }),
  }),
];

export const unknownRecipientFaults: readonly Fault[] = [
  ...served,
  ...lacking(ofOfframp),
  ...lacking(ofLightning),
  ...wrongMembers,
];
