import { subaccount } from '#schemas';
import { sectionsOf } from '../claim.ts';
import { headingOf, type Operation } from '../operation.ts';

export const operations = [
  {
    id: 'subaccount.read',
    number: 1,
    heading: 'Get subaccount',
    group: 'Subaccounts',
    method: 'GET',
    path: '/v1/ramp/subaccount/{subaccountId}',
    call: 'readSubaccount',
    purpose: 'read a subaccount',
    success: subaccount,
    values: ['identifiers', 'timestamps', 'sets', 'uris', 'countries', 'emails'],
    countries: 'shown',
    movesMoney: false,
    varying: { always: ['$.status', '$.kyc.profiles[].status', '$.capabilities.currencies{*}'] },
    absence: {
      of: 'subaccount',
      claim: 'refuses-an-absent-subaccount',
      by: 'id',
      body: 'short-error',
      error: 'Not Found',
    },
    subaccounts: ['individual', 'business', 'unverified', 'unbanked'],
    parts: [
      { noun: 'profiles', at: '$.kyc.profiles[]', members: 'stated' },
      { noun: 'capabilities', at: '$.capabilities.currencies{*}', members: 'stated' },
      { noun: 'actions', at: '$.capabilities.currencies{*}.requiredActions[]', members: 'stated' },
      { noun: 'assets', at: '$.capabilities.assets{*}', members: 'stated' },
    ],
    personal: true,
    texts: ['firstName', 'lastName'],
    emptyTexts: ['capabilities.currencies{*}.requiredActions.description'],
  },
] as const satisfies readonly Operation[];

const [read] = operations;
const section = sectionsOf('subaccount.read');

const record = section('record', 'Resources: Subaccount');
const consistency = section('consistency', headingOf(read));
const errors = section('error', 'Errors');

export const requirements = [
  record.stated('names-a-country-once', 'The verification profiles hold at most one entry for a country.'),
  record.stated(
    'locks-every-flag',
    'While a currency capability is locked, onramp, offramp, deposit and withdrawal are all false.',
  ),
  record.stated(
    'explains-a-locked-capability',
    'A locked currency capability says which verification is required and which actions lead to it.',
  ),
  record.implied(
    'says-what-unlocks-a-capability',
    'The required verification of a locked currency capability is no blank text, and while the subaccount is created some action is required.',
  ),
  record.shown('requires-an-action-while-locked', 'A locked currency capability requires some action.'),
  record.shown(
    'speaks-of-the-verification',
    'The required verification of a locked currency capability is a text that speaks of a verification.',
  ),
  record.shown(
    'lists-the-networks-of-each-asset',
    'No asset has a network that the document names for other assets alone.',
  ),
  record.shown(
    'opens-what-takes-orders',
    'An approved currency capability has a flag that is true, where orders in its currency are accepted.',
    ['subaccount.read', 'deposit.simulate', 'onramp.initiate', 'offramp.initiate'],
  ),
  record.shown(
    'offers-the-rails-that-take-orders',
    'A rail over which an order was accepted is not shown as unavailable.',
    ['subaccount.read', 'offramp.initiate'],
  ),
  record.shown(
    'explains-only-locked-capabilities',
    'A currency capability that is not locked carries no required verification and no required actions.',
  ),
  record.shown(
    'keys-currencies-by-upper-case-code',
    'The currency capabilities are keyed by codes of three upper-case letters.',
  ),
  consistency.implied(
    'shows-each-its-own-person',
    'No two subaccounts show the same person or business, nor do their verification records.',
    { operations: ['subaccount.read', 'individual-kyc.read', 'business-kyc.read'], private: true },
  ),
  consistency.implied(
    'has-the-type-of-its-verification',
    "A subaccount with a person's KYC record is of type individual, one with a business's record of type business.",
    ['subaccount.read', 'individual-kyc.read', 'business-kyc.read'],
  ),
  errors.stated(
    'refuses-an-absent-subaccount',
    'A subaccount that does not exist is answered 404 Not Found, with a message that says so.',
    { asks: 'refusal', heeds: ['ids'], sign: true },
  ),
];
