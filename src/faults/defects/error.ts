import { identified, type OperationId, ownParameter, type RequirementId } from '#contract';
import { against, forEachValue, forEachWay } from '../fault.ts';
import { isInCents, isUuid, sent } from '../requests.ts';
import {
  answering,
  dayMs,
  hourMs,
  type NewMembers,
  type Replacement,
  type ReplyFilter,
  rewording,
  serverError,
  shifted,
} from '../rewriting.ts';

const absentCustomer: ReplyFilter = { operation: 'individual-kyc.read', status: 404 };
const absentBusiness: ReplyFilter = { operation: 'business-kyc.read', status: 404 };
const absentSubaccount: ReplyFilter = { operation: 'subaccount.read', status: 404 };
const absentWithdrawal: ReplyFilter = { operation: 'withdrawal.read', status: 404 };
const absentAccount: ReplyFilter = { operation: 'onramp.initiate', status: 404 };
const unknownRecipient: ReplyFilter = { operation: 'offramp.initiate', status: 404 };
const unlistedCurrency: ReplyFilter = { operation: 'deposit.simulate', status: 400 };
const unlistedAsset: ReplyFilter = { operation: 'onramp.initiate', status: 400 };

against('errors/repeat-the-status', {
  'The statusCode is always 500.': rewording(absentCustomer, { statusCode: 500 }),
  'The statusCode is a text.': rewording(unlistedCurrency, { statusCode: '400' }),
  'The statusCode of a refusal is 200.': rewording(unknownRecipient, { statusCode: 200 }),
  'The statusCode has a fraction.': rewording(unlistedAsset, { statusCode: 400.5 }),
  'The statusCode is null.': rewording(absentBusiness, { statusCode: null }),
  'A refusal is sent as 422 and calls itself 404.': answering(absentAccount, { status: 422 }),
});

against('errors/carry-a-message', {
  'An absent customer is refused without a message.': rewording(absentCustomer, { message: undefined }),
  'The message is a list of complaints.': rewording(unlistedAsset, ({ message }) => ({ message: [message] })),
  'The message is an object.': rewording(unknownRecipient, ({ message }) => ({ message: { en: message } })),
  'The message is null.': rewording(absentSubaccount, { message: null }),
  'The message is a number.': rewording(absentWithdrawal, { message: 1004 }),
  'The message is called detail.': rewording({ status: 401 }, ({ message }) => ({
    detail: message,
    message: undefined,
  })),
  'A refused key gets no body.': answering({ operation: 'taxonomy.list', status: 403 }, { body: undefined }),
  'A refusal is an array.': answering(absentBusiness, ({ body }) => ({ body: [body] })),
});

const dated = (write: (instant: string) => unknown, which = absentCustomer) =>
  rewording(which, ({ timestamp }) => ({ timestamp: write(String(timestamp)) }));

against('errors/date-themselves', {
  'The timestamp has no milliseconds.': dated((it) => it.replace(/\.\d+/, '')),
  'The timestamp has an offset.': dated((it) => it.replace('Z', '+03:00'), absentBusiness),
  'The timestamp has no zone.': dated((it) => it.replace('Z', ''), unlistedCurrency),
  'The timestamp is an epoch number.': dated((it) => Date.parse(it), unlistedAsset),
  'The timestamp has a space for the T.': dated((it) => it.replace('T', ' '), unknownRecipient),
  'The timestamp is null.': dated(() => null, absentAccount),
});

against('errors/are-dated-now', {
  'The timestamp is local time, written as UTC.': dated(shifted(-hourMs)),
  'The timestamp lies a day ahead.': dated(shifted(dayMs), unlistedCurrency),
  'The timestamp is the time at which the service started, long ago.': dated(
    () => '2020-01-01T00:00:00.000Z',
    unknownRecipient,
  ),
  'The timestamp is the epoch.': dated(() => '1970-01-01T00:00:00.000Z', absentBusiness),
});

against('errors/name-their-path', {
  'The path is a number.': rewording(unlistedCurrency, { path: 5 }),
  'The path is null.': rewording(absentBusiness, { path: null }),
  'The path is always the root.': rewording(unlistedAsset, { path: '/' }),
  'The path is an empty text.': rewording(unlistedAsset, { path: '' }),
  'The path is a template.': rewording(absentCustomer, { path: '/v1/kyc/customers/:id' }),
});

against('errors/carry-all-members-elsewhere', {
  'A 401 of the balances has no statusCode.': rewording(
    { operation: 'balances.read', status: 401 },
    { statusCode: undefined },
  ),
  'A 403 of a listing has no timestamp.': rewording(
    { operation: 'offramp.list', status: 403 },
    { timestamp: undefined },
  ),
});

against('subaccount.read/refuses-an-absent-subaccount', {
  'An absent subaccount is called unapproved.': rewording(absentSubaccount, {
    message: 'The subaccount is not approved',
  }),
});

against('errors/carry-only-what-is-shown', {
  'A 401 carries a statusCode.': rewording({ operation: 'subaccount.read', status: 401 }, { statusCode: 401 }),
  'A 403 carries a time.': rewording({ operation: 'deposit.simulate', status: 403 }, { time: 1 }),
  'A 404 carries a path.': rewording(absentSubaccount, { path: '/v1/ramp/subaccount' }),
  'A 404 carries the id of the request.': rewording(absentWithdrawal, { requestId: 'a1b2c3' }),
  'A 404 carries a code.': rewording({ operation: 'deposit.simulate', status: 404 }, { code: 1004 }),
});

const saying = (status: number, message: string) => rewording({ status }, { message });

against('errors/speak-of-the-key', {
  'A 401 says that something went wrong.': saying(401, 'Something went wrong'),
  'A 401 says that a subaccount was not found.': saying(401, 'Subaccount not found'),
  'The message of a 401 is empty.': saying(401, ''),
  'A 403 says that something went wrong.': saying(403, 'Something went wrong'),
  'A 403 says that the key is invalid.': saying(403, 'Invalid or missing API key'),
});

const showing = (which: ReplyFilter, inside: string) =>
  rewording(which, ({ message }) => ({ message: `${message}: ${inside}` }));

against('errors/hide-the-inside', {
  'A refusal shows a stack.': showing(absentCustomer, 'Error\n    at findCustomer (/app/dist/kyc.js:42:13)'),
  'A refusal shows a query.': showing(absentSubaccount, 'SELECT id, email FROM subaccounts WHERE id = $1'),
  'A refusal shows an insertion.': showing(unlistedCurrency, 'INSERT INTO deposits'),
  'A refusal shows a trace of Python.': showing(absentBusiness, 'Traceback (most recent call last)'),
  'A refusal shows a class of Java.': showing(unlistedAsset, 'java.lang.NullPointerException'),
  'A refusal shows a path of the server.': showing(absentWithdrawal, 'ENOENT /srv/ramp/config/keys.json'),
  'A refusal has a member with a stack.': rewording(
    { status: 401 },
    { stack: 'Error\n    at guard (/app/node_modules/auth/index.js:9:7)' },
  ),
});

const succeedingAnyway = (which: ReplyFilter) => answering(which, { status: 200 });

against('errors/are-no-success', {
  'The refusal of an absent subaccount comes with status 200.': succeedingAnyway(absentSubaccount),
  'The refusal of an absent customer comes with status 200.': succeedingAnyway(absentCustomer),
  'The refusal of an absent withdrawal comes with status 200.': succeedingAnyway(absentWithdrawal),
  'The refusal of an unlisted currency comes with status 200.': succeedingAnyway(unlistedCurrency),
  'The refusal of an unlisted asset comes with status 200.': succeedingAnyway(unlistedAsset),
  'The refusal of an unknown recipient comes with status 200.': succeedingAnyway(unknownRecipient),
  'A failed lightning offramp is a 200 without success.': answering(
    { operation: 'lightning-offramp.initiate', status: 201 },
    { status: 200, body: { success: false, data: null, message: 'No route to the node' } },
  ),
});

const [bare, short, full] = [[], ['error'], ['error', 'statusCode', 'timestamp']] as const;

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

for (const absence of Object.keys(absences) as Absence[]) {
  const operation = absence.slice(0, absence.indexOf('/')) as OperationId;
  const which = { operation, status: 404 };
  against(absence, {
    ...forEachWay(others, (answer) => answering(which, answer)),
    ...forEachWay(wrongBodies(absence), (members) => rewording(which, members)),
  });
}

const ofOfframp = { operation: 'offramp.initiate', status: 404 } as const;
const ofLightning = { operation: 'lightning-offramp.initiate', status: 404 } as const;

against('offramp.initiate/refuses-an-unknown-recipient', {
  'An unknown recipient is accepted where a rail is named.': answering(
    { ...ofOfframp, when: (request) => sent(request, 'to.payment_rail') !== undefined },
    { status: 201 },
  ),
  'An unknown recipient is accepted where the currency is not the dollar.': answering(
    { ...ofOfframp, when: (request) => sent(request, 'to.currency') !== 'USD' },
    { status: 201 },
  ),
});
against('lightning-offramp.initiate/refuses-an-unknown-recipient', {
  'An unknown recipient is accepted where the amount is no whole number.': answering(
    { ...ofLightning, when: isInCents },
    { status: 201 },
  ),
});

const lacking = (refusal: typeof ofOfframp | typeof ofLightning) =>
  against(
    `${refusal.operation}/dates-the-unknown-recipient`,
    forEachValue(['statusCode', 'timestamp', 'message'], (member) => [
      `The refusal of an unknown recipient has no ${member}.`,
      rewording(refusal, { [member]: undefined }),
    ]),
  );

against('offramp.initiate/dates-the-unknown-recipient', {
  'The statusCode of the 404 is a text.': rewording(ofOfframp, { statusCode: '404' }),
  'The timestamp of the 404 is a number.': rewording(ofOfframp, { timestamp: 1740817800 }),
});
against('offramp.initiate/names-no-error-for-an-unknown-recipient', {
  'The 404 carries an error.': rewording(ofOfframp, { error: 'Not Found' }),
});

lacking(ofOfframp);
lacking(ofLightning);

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

for (const operation of identified) {
  const whenId = (isSuch: (id: string) => boolean, answer: Replacement = someRecord) =>
    answering({ operation, when: ({ params }) => isSuch(params[ownParameter(operation)] ?? '') }, answer);
  against(`${operation}/never-serves-a-malformed-id`, {
    ...forEachWay(answers, (answer) => whenId((id) => !isUuid(id), answer)),
    'The nil UUID is served.': whenId((id) => /^[0-]+$/.test(id)),
    'A percent sign stands for any id.': whenId((id) => id === '%'),
  });
}

against('subaccount.read/never-serves-a-malformed-id', {
  'A path that cannot be decoded breaks the service.': answering(
    { when: ({ path }) => path.endsWith('%') },
    serverError,
  ),
});
