import { against, type Described } from '../planting.ts';
import { answering, type NewMembers, type ReplyFilter, rewording } from '../rewriting.ts';

/** Refusals of listed values and of absent records. */
const absentCustomer: ReplyFilter = { operation: 'individual-kyc.read', status: 404 };
const absentBusiness: ReplyFilter = { operation: 'business-kyc.read', status: 404 };
const absentSubaccount: ReplyFilter = { operation: 'subaccount.read', status: 404 };
const absentWithdrawal: ReplyFilter = { operation: 'withdrawal.read', status: 404 };
const absentAccount: ReplyFilter = { operation: 'onramp.initiate', status: 404 };
const unknownRecipient: ReplyFilter = { operation: 'offramp.initiate', status: 404 };
const unlistedCurrency: ReplyFilter = { operation: 'deposit.simulate', status: 400 };
const unlistedAsset: ReplyFilter = { operation: 'onramp.initiate', status: 400 };

const statusCodes = against('errors/repeat-the-status', {
  'error/status-code-of-another': [
    'The statusCode is always 500.',
    rewording(absentCustomer, { statusCode: 500 }),
  ],
  'error/status-code-as-text': [
    'The statusCode is a text.',
    rewording(unlistedCurrency, { statusCode: '400' }),
  ],
  'error/status-code-of-success': [
    'The statusCode of a refusal is 200.',
    rewording(unknownRecipient, { statusCode: 200 }),
  ],
  'error/status-code-with-fraction': [
    'The statusCode has a fraction.',
    rewording(unlistedAsset, { statusCode: 400.5 }),
  ],
  'error/status-code-null': ['The statusCode is null.', rewording(absentBusiness, { statusCode: null })],
  'error/status-other-than-its-code': [
    'A refusal is sent as 422 and calls itself 404.',
    answering(absentAccount, { status: 422 }),
  ],
});

const messages = against('errors/carry-a-message', {
  'error/message-missing': [
    'An absent customer is refused without a message.',
    rewording(absentCustomer, { message: undefined }),
  ],
  'error/message-as-list': [
    'The message is a list of complaints.',
    rewording(unlistedAsset, ({ message }) => ({ message: [message] })),
  ],
  'error/message-as-object': [
    'The message is an object.',
    rewording(unknownRecipient, ({ message }) => ({ message: { en: message } })),
  ],
  'error/message-null': ['The message is null.', rewording(absentSubaccount, { message: null })],
  'error/message-number': ['The message is a number.', rewording(absentWithdrawal, { message: 1004 })],
  'error/message-under-another-name': [
    'The message is called detail.',
    rewording({ status: 401 }, ({ message }) => ({ detail: message, message: undefined })),
  ],
  'error/body-empty': [
    'A refused key gets no body.',
    answering({ operation: 'taxonomy.list', status: 403 }, { body: undefined }),
  ],
  'error/body-array': ['A refusal is an array.', answering(absentBusiness, ({ body }) => ({ body: [body] }))],
});

const dated = (sentence: string, write: (instant: string) => unknown, which = absentCustomer): Described => [
  sentence,
  rewording(which, ({ timestamp }) => ({ timestamp: write(String(timestamp)) })),
];

const timestamps = against('errors/date-themselves', {
  'error/timestamp-without-milliseconds': dated('It has no milliseconds.', (it) => it.replace(/\.\d+/, '')),
  'error/timestamp-with-offset': dated(
    'It has an offset.',
    (it) => it.replace('Z', '+03:00'),
    absentBusiness,
  ),
  'error/timestamp-without-zone': dated('It has no zone.', (it) => it.replace('Z', ''), unlistedCurrency),
  'error/timestamp-epoch': dated('It is an epoch number.', (it) => Date.parse(it), unlistedAsset),
  'error/timestamp-spaced': dated(
    'It has a space for the T.',
    (it) => it.replace('T', ' '),
    unknownRecipient,
  ),
  'error/timestamp-null': dated('It is null.', () => null, absentAccount),
});

/** The instant so many milliseconds later. */
const shifted = (milliseconds: number) => (it: string) =>
  new Date(Date.parse(it) + milliseconds).toISOString();

const instants = against('errors/are-dated-now', {
  'error/dated-an-hour-ago': dated('It is local time, written as UTC.', shifted(-3_600_000)),
  'error/dated-tomorrow': dated('It lies a day ahead.', shifted(86_400_000), unlistedCurrency),
  'error/dated-at-the-start': dated(
    'It is the time at which the service started, long ago.',
    () => '2020-01-01T00:00:00.000Z',
    unknownRecipient,
  ),
  'error/dated-at-the-epoch': dated('It is the epoch.', () => '1970-01-01T00:00:00.000Z', absentBusiness),
});

const paths = against('errors/name-their-path', {
  'error/path-of-another': [
    'The path is an internal one.',
    rewording(absentCustomer, { path: '/internal/kyc/lookup' }),
  ],
  'error/path-number': ['The path is a number.', rewording(unlistedCurrency, { path: 5 })],
  'error/path-null': ['The path is null.', rewording(absentBusiness, { path: null })],
  'error/path-of-root': ['The path is always the root.', rewording(unlistedAsset, { path: '/' })],
  'error/path-empty': ['The path is an empty text.', rewording(unlistedAsset, { path: '' })],
  'error/path-template': [
    'The path is a template.',
    rewording(absentCustomer, { path: '/v1/kyc/customers/:id' }),
  ],
});

const more = (which: ReplyFilter, members: NewMembers): Described => [
  'A short refusal carries a further member.',
  rewording(which, members),
];

const furtherMembers = against('errors/carry-only-what-is-shown', {
  'error/further-status-code': more({ operation: 'subaccount.read', status: 401 }, { statusCode: 401 }),
  'error/further-time': more({ operation: 'deposit.simulate', status: 403 }, { time: 1 }),
  'error/further-path': more(absentSubaccount, { path: '/v1/ramp/subaccount' }),
  'error/further-trace': more(absentWithdrawal, { requestId: 'a1b2c3' }),
  'error/further-code': more({ operation: 'deposit.simulate', status: 404 }, { code: 1004 }),
});

const saying = (status: number, message: string) => rewording({ status }, { message });

const keyMessages = against('errors/speak-of-the-key', {
  'error/401-speaks-of-nothing': [
    'A 401 says that something went wrong.',
    saying(401, 'Something went wrong'),
  ],
  'error/401-speaks-of-another': [
    'A 401 says that a subaccount was not found.',
    saying(401, 'Subaccount not found'),
  ],
  'error/401-says-nothing': ['The message of a 401 is empty.', saying(401, '')],
  'error/403-speaks-of-nothing': [
    'A 403 says that something went wrong.',
    saying(403, 'Something went wrong'),
  ],
  'error/403-speaks-of-the-key': [
    'A 403 says that the key is invalid.',
    saying(403, 'Invalid or missing API key'),
  ],
});

const showing = (which: ReplyFilter, inside: string): Described => [
  'A refusal shows internals of the server.',
  rewording(which, ({ message }) => ({ message: `${message}: ${inside}` })),
];

const insides = against('errors/hide-the-inside', {
  'error/shows-stack': showing(absentCustomer, 'Error\n    at findCustomer (/app/dist/kyc.js:42:13)'),
  'error/shows-query': showing(absentSubaccount, 'SELECT id, email FROM subaccounts WHERE id = $1'),
  'error/shows-insertion': showing(unlistedCurrency, 'INSERT INTO deposits'),
  'error/shows-python-trace': showing(absentBusiness, 'Traceback (most recent call last)'),
  'error/shows-java-class': showing(unlistedAsset, 'java.lang.NullPointerException'),
  'error/shows-server-path': showing(absentWithdrawal, 'ENOENT /srv/ramp/config/keys.json'),
  'error/shows-stack-in-a-member': [
    'A refusal has a member with a stack.',
    rewording({ status: 401 }, { stack: 'Error\n    at guard (/app/node_modules/auth/index.js:9:7)' }),
  ],
});

const succeedingAnyway = (which: ReplyFilter): Described => [
  'A refusal comes with status 200.',
  answering(which, { status: 200 }),
];

const successes = against('errors/are-no-success', {
  'error/as-success-absent-subaccount': succeedingAnyway(absentSubaccount),
  'error/as-success-absent-customer': succeedingAnyway(absentCustomer),
  'error/as-success-absent-withdrawal': succeedingAnyway(absentWithdrawal),
  'error/as-success-unlisted-currency': succeedingAnyway(unlistedCurrency),
  'error/as-success-unlisted-asset': succeedingAnyway(unlistedAsset),
  'error/as-success-unknown-recipient': succeedingAnyway(unknownRecipient),
  'error/as-unsuccessful-envelope': [
    'A failed lightning offramp is a 200 without success.',
    answering(
      { operation: 'lightning-offramp.initiate', status: 201 },
      { status: 200, body: { success: false, data: null, message: 'No route to the node' } },
    ),
  ],
});

/** Error bodies that lack what is shown, carry more, speak of something else, or pass for a success. */
export const errorFaults = [
  ...statusCodes,
  ...messages,
  ...timestamps,
  ...instants,
  ...paths,
  ...furtherMembers,
  ...keyMessages,
  ...insides,
  ...successes,
];
