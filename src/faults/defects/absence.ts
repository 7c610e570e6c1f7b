import { identified, type OperationId, ownParameter, type RequirementId } from '#contract';
import { against, type Fault, forEachValue, forEachWay } from '../fault.ts';
import { isInCents, isUuid, sent } from '../requests.ts';
import { answering, type NewMembers, type Replacement, rewording, serverError } from '../rewriting.ts';

/** The members that a body has besides its message. */
const [bare, short, full] = [[], ['error'], ['error', 'statusCode', 'timestamp']] as const;

/** The absences that the document refuses with 404, each with the message of a confused service. */
const absences = {
  'subaccount.read/refuses-an-absent-subaccount': ['Withdrawal not found', short],
  'deposit.simulate/refuses-an-absent-subaccount': ['Bank account not found', short],
  'individual-kyc.read/refuses-an-absent-customer': ['Business not found', full],
  'business-kyc.read/refuses-an-absent-business': ['Customer not found', full],
  'withdrawal.read/refuses-an-absent-withdrawal': ['Subaccount not found', short],
  'onramp.initiate/refuses-an-absent-bank-account': ['Subaccount not found', bare],
  'offramp.initiate/refuses-an-unknown-recipient': ['Customer not found', bare],
  'lightning-offramp.initiate/refuses-an-unknown-recipient': ['Withdrawal not found', bare],
} as const satisfies Partial<Record<RequirementId, readonly [confused: string, members: readonly string[]]>>;

type Absence = keyof typeof absences;

const others: Readonly<Record<string, Replacement>> = {
  'What is absent gets 403.': { status: 403 },
  'What is absent breaks the service.': serverError,
  'What is absent gets 200 with null.': { status: 200, body: null },
};

const wrongErrors: Readonly<Record<string, NewMembers>> = {
  'The 404 has no error.': { error: undefined },
  'The error of the 404 is that of another endpoint.': ({ error }) => ({
    error: error === 'Error' ? 'Not Found' : 'Error',
  }),
};

const wrongBodies = (absence: Absence): Readonly<Record<string, NewMembers>> => {
  const [confused, [error, ...others]] = absences[absence];
  return {
    'The 404 has no message.': { message: undefined },
    'The message of the 404 speaks of another thing.': { message: confused },
    ...(error && wrongErrors),
    ...Object.fromEntries(others.map((member) => [`The 404 has no ${member}.`, { [member]: undefined }])),
  };
};

const ofBodies = (Object.keys(absences) as Absence[]).flatMap((absence) => {
  const operation = absence.slice(0, absence.indexOf('/')) as OperationId;
  const which = { operation, status: 404 };
  return against(absence, {
    ...forEachWay(others, (answer) => answering(which, answer)),
    ...forEachWay(wrongBodies(absence), (members) => rewording(which, members)),
  });
});

const ofOfframp = { operation: 'offramp.initiate', status: 404 } as const;
const ofLightning = { operation: 'lightning-offramp.initiate', status: 404 } as const;

const served = [
  ...against('offramp.initiate/refuses-an-unknown-recipient', {
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

const ofUnknownRecipients = [...served, ...lacking(ofOfframp), ...lacking(ofLightning), ...wrongMembers];

const someRecord: Replacement = {
  status: 200,
  body: { id: '5eed0a01-0001-4000-8000-000000000a01', data: [{ id: 'first' }] },
};

const answers: Readonly<Record<string, Replacement>> = {
  'An id that is no UUID is served.': someRecord,
  'An id that is no UUID breaks the service.': serverError,
  'An id that is no UUID breaks the service, which shows a page.': {
    status: 500,
    raw: '<html><body>Internal Server Error</body></html>',
    headers: { 'content-type': 'text/html' },
  },
};

const ofMalformedIds = identified.flatMap((operation) => {
  const whenId = (isSuch: (id: string) => boolean, answer: Replacement = someRecord) =>
    answering({ operation, when: ({ params }) => isSuch(params[ownParameter(operation)] ?? '') }, answer);
  return against(`${operation}/never-serves-a-malformed-id`, {
    ...forEachWay(answers, (answer) => whenId((id) => !isUuid(id), answer)),
    'The nil UUID is served.': whenId((id) => /^[0-]+$/.test(id)),
    'A percent sign stands for any id.': whenId((id) => id === '%'),
  });
});

const ofUndecodable = against('subaccount.read/never-serves-a-malformed-id', {
  'A path that cannot be decoded breaks the service.': answering(
    { when: ({ path }) => path.endsWith('%') },
    serverError,
  ),
});

export const faults: readonly Fault[] = [...ofBodies, ...ofUnknownRecipients, ...ofMalformedIds, ...ofUndecodable];
