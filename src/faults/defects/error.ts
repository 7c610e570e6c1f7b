import { against, type Described } from '../planting.ts';
import { answering, refusing, type Which } from '../rewriting.ts';
import {
  absentAccount,
  absentBusiness,
  absentCustomer,
  absentSubaccount,
  absentWithdrawal,
  changed,
  unknownRecipient,
  unlistedAsset,
  unlistedCurrency,
} from './error-case.ts';

const lacking = (which: Which, member: string) => ({ reply: refusing(which, (body) => delete body[member]) });

const statusCodes = against('errors/repeat-the-status', {
  'error/status-code-of-another': [
    'The statusCode is always 500.',
    changed(absentCustomer, { statusCode: 500 }),
  ],
  'error/status-code-as-text': [
    'The statusCode is a text.',
    changed(unlistedCurrency, { statusCode: '400' }),
  ],
  'error/status-code-of-success': [
    'The statusCode of a refusal is 200.',
    changed(unknownRecipient, { statusCode: 200 }),
  ],
  'error/status-code-with-fraction': [
    'The statusCode has a fraction.',
    changed(unlistedAsset, { statusCode: 400.5 }),
  ],
  'error/status-code-null': ['The statusCode is null.', changed(absentBusiness, { statusCode: null })],
  'error/status-other-than-its-code': [
    'A refusal is sent as 422 and calls itself 404.',
    {
      reply: answering(absentAccount, () => ({ status: 422 })),
    },
  ],
});

const messages = against('errors/carry-a-message', {
  'error/message-missing': [
    'An absent customer is refused without a message.',
    lacking(absentCustomer, 'message'),
  ],
  'error/message-as-list': [
    'The message is a list of complaints.',
    changed(unlistedAsset, ({ message }) => ({ message: [message] })),
  ],
  'error/message-as-object': [
    'The message is an object.',
    changed(unknownRecipient, ({ message }) => ({ message: { en: message } })),
  ],
  'error/message-null': ['The message is null.', changed(absentSubaccount, { message: null })],
  'error/message-number': ['The message is a number.', changed(absentWithdrawal, { message: 1004 })],
  'error/message-under-another-name': [
    'The message is called detail.',
    {
      reply: refusing({ status: 401 }, (body) => {
        body.detail = body.message;
        delete body.message;
      }),
    },
  ],
  'error/body-empty': [
    'A refused key gets no body.',
    {
      reply: answering({ operation: 'taxonomy.list', status: 403 }, () => ({ body: undefined })),
    },
  ],
  'error/body-array': [
    'A refusal is an array.',
    {
      reply: answering(absentBusiness, ({ body }) => ({ body: [body] })),
    },
  ],
});

const dated = (sentence: string, write: (instant: string) => unknown, which = absentCustomer): Described => [
  sentence,
  changed(which, ({ timestamp }) => ({ timestamp: write(String(timestamp)) })),
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
    changed(absentCustomer, { path: '/internal/kyc/lookup' }),
  ],
  'error/path-number': ['The path is a number.', changed(unlistedCurrency, { path: 5 })],
  'error/path-null': ['The path is null.', changed(absentBusiness, { path: null })],
  'error/path-of-root': ['The path is always the root.', changed(unlistedAsset, { path: '/' })],
  'error/path-empty': ['The path is an empty text.', changed(unlistedAsset, { path: '' })],
  'error/path-template': [
    'The path is a template.',
    changed(absentCustomer, { path: '/v1/kyc/customers/:id' }),
  ],
});

/** Error bodies with wrong members, whatever is refused. */
export const errorFaults = [...statusCodes, ...messages, ...timestamps, ...instants, ...paths];
