import { against, type Described } from '../planting.ts';
import { answering, type Which } from '../rewriting.ts';
import {
  absentBusiness,
  absentCustomer,
  absentSubaccount,
  absentWithdrawal,
  type Body,
  changed,
  unknownRecipient,
  unlistedAsset,
  unlistedCurrency,
} from './error-case.ts';

const more = (which: Which, members: Body): Described => [
  'A short refusal carries a further member.',
  changed(which, members),
];

const furtherMembers = against('errors/carry-only-what-is-shown', {
  'error/further-status-code': more({ operation: 'subaccount.read', status: 401 }, { statusCode: 401 }),
  'error/further-time': more({ operation: 'deposit.simulate', status: 403 }, { time: 1 }),
  'error/further-path': more(absentSubaccount, { path: '/v1/ramp/subaccount' }),
  'error/further-trace': more(absentWithdrawal, { requestId: 'a1b2c3' }),
  'error/further-code': more({ operation: 'deposit.simulate', status: 404 }, { code: 1004 }),
});

const said = (status: number, message: string) => changed({ status }, { message });

const keyMessages = against('errors/speak-of-the-key', {
  'error/401-speaks-of-nothing': ['A 401 says that something went wrong.', said(401, 'Something went wrong')],
  'error/401-speaks-of-another': [
    'A 401 says that a subaccount was not found.',
    said(401, 'Subaccount not found'),
  ],
  'error/401-says-nothing': ['The message of a 401 is empty.', said(401, '')],
  'error/403-speaks-of-nothing': ['A 403 says that something went wrong.', said(403, 'Something went wrong')],
  'error/403-speaks-of-the-key': [
    'A 403 says that the key is invalid.',
    said(403, 'Invalid or missing API key'),
  ],
});

const showing = (which: Which, inside: string): Described => [
  'A refusal shows internals of the server.',
  changed(which, ({ message }) => ({ message: `${message}: ${inside}` })),
];

const insides = against('errors/hide-the-inside', {
  'error/shows-stack': showing(absentCustomer, 'Error\n    at findCustomer (/app/dist/kyc.js:42:13)'),
  'error/shows-query': showing(absentSubaccount, 'SELECT id, email FROM subaccounts WHERE id = $1'),
  'error/shows-insertion': showing(unlistedCurrency, 'INSERT INTO deposits'),
  'error/shows-python-trace': showing(absentBusiness, 'Traceback (most recent call last)'),
  'error/shows-java-class': showing(unlistedAsset, 'java.lang.NullPointerException'),
  'error/shows-server-path': showing(absentWithdrawal, 'ENOENT /srv/ramp/config/keys.json'),
  'error/shows-stack-beside': [
    'A refusal has a member with a stack.',
    changed({ status: 401 }, { stack: 'Error\n    at guard (/app/node_modules/auth/index.js:9:7)' }),
  ],
});

const succeedingAnyway = (which: Which): Described => [
  'A refusal comes with status 200.',
  { reply: answering(which, () => ({ status: 200 })) },
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
    {
      reply: answering({ operation: 'lightning-offramp.initiate', status: 201 }, () => ({
        status: 200,
        body: { success: false, data: null, message: 'No route to the node' },
      })),
    },
  ],
});

/** Refusals that say too much, speak of something else, or pass for a success. */
export const errorContentFaults = [...furtherMembers, ...keyMessages, ...insides, ...successes];
