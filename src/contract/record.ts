import { type OperationId, operationOf } from './operations.ts';
import { type Claim, implied, shown, silent, stated } from './requirement.ts';

const perOperation = <const Ids extends readonly OperationId[], const Rule extends string>(
  ids: Ids,
  rule: Rule,
  claim: (endpoint: number) => Claim,
): Record<`${Ids[number]}/${Rule}`, Claim> =>
  Object.fromEntries(ids.map((id) => [`${id}/${rule}`, claim(operationOf(id).number)])) as Record<
    `${Ids[number]}/${Rule}`,
    Claim
  >;

const resources = 'Resources and their fields';

/** Operations that answer with a body. */
export const answering = [
  'subaccount.read',
  'individual-kyc.read',
  'business-kyc.read',
  'balances.read',
  'onramp.initiate',
  'offramp.initiate',
  'offramp.list',
  'offramp.read',
  'lightning-offramp.initiate',
  'withdrawal.read',
  'conversion.list',
  'conversion.read',
  'taxonomy.list',
] as const satisfies readonly OperationId[];

/** Which records hold what; each list is the proof obligation of one rule. */
export const holding = {
  identifiers: [
    'subaccount.read',
    'balances.read',
    'onramp.initiate',
    'offramp.initiate',
    'offramp.list',
    'offramp.read',
    'lightning-offramp.initiate',
    'withdrawal.read',
    'conversion.list',
    'conversion.read',
  ],
  timestamps: [
    'subaccount.read',
    'individual-kyc.read',
    'business-kyc.read',
    'balances.read',
    'onramp.initiate',
    'offramp.initiate',
    'offramp.list',
    'offramp.read',
    'lightning-offramp.initiate',
    'withdrawal.read',
    'conversion.list',
    'conversion.read',
  ],
  dates: ['individual-kyc.read', 'business-kyc.read'],
  amounts: [
    'onramp.initiate',
    'offramp.initiate',
    'offramp.list',
    'offramp.read',
    'withdrawal.read',
    'conversion.list',
    'conversion.read',
    'taxonomy.list',
  ],
  sets: ['subaccount.read', 'individual-kyc.read', 'business-kyc.read', 'offramp.list', 'offramp.read'],
  uris: ['subaccount.read', 'individual-kyc.read', 'business-kyc.read'],
  countries: ['subaccount.read', 'individual-kyc.read', 'business-kyc.read'],
  lowerCaseCodes: ['balances.read', 'onramp.initiate', 'conversion.list', 'conversion.read'],
} as const satisfies Readonly<Record<string, readonly OperationId[]>>;

const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
const conventions = 'Resources: Conventions';

export const recordRequirements = {
  ...perOperation(answering, 'answers-with-its-record', (endpoint) =>
    stated(
      'record',
      'Endpoints',
      endpoint,
      'A valid request succeeds with a JSON body of the documented kind.',
    ),
  ),
  ...perOperation(answering, 'has-its-members', (endpoint) =>
    stated(
      'record',
      resources,
      endpoint,
      'Every documented member is there, of its documented type, and null only where the document has null.',
    ),
  ),
  ...perOperation(holding.identifiers, 'writes-its-identifiers', (endpoint) =>
    stated('format', conventions, endpoint, 'Identifiers are UUID strings.'),
  ),
  ...perOperation(holding.timestamps, 'writes-its-timestamps', (endpoint) =>
    stated(
      'format',
      conventions,
      endpoint,
      'Points in time are ISO 8601 date-times in UTC with milliseconds.',
    ),
  ),
  ...perOperation(holding.dates, 'writes-its-dates', (endpoint) =>
    stated('format', conventions, endpoint, 'Calendar dates are year, month and day of a real day.'),
  ),
  ...perOperation(holding.amounts, 'writes-its-amounts', (endpoint) =>
    stated(
      'format',
      conventions,
      endpoint,
      'Amounts in strings are plain decimals, with exactly as many places as the document says where it says so.',
    ),
  ),
  ...perOperation(holding.sets, 'keeps-its-closed-sets', (endpoint) =>
    stated('record', resources, endpoint, 'Members with a closed set of values hold one of them.'),
  ),
  ...perOperation(holding.uris, 'writes-its-uris', (endpoint) =>
    stated('format', conventions, endpoint, 'Documents, images and verification flows are absolute URIs.'),
  ),
  ...perOperation(holding.countries, 'writes-its-countries', (endpoint) =>
    stated(
      'format',
      conventions,
      endpoint,
      'Country codes have three letters, or two where the document says so.',
    ),
  ),
  ...perOperation(holding.lowerCaseCodes, 'writes-its-codes-in-lower-case', (endpoint) =>
    stated('format', resources, endpoint, 'Currency codes are in lower case where the document says so.'),
  ),
  'records/send-null-for-what-is-empty': implied(
    'record',
    resources,
    all,
    'A member that may be null is sent as null rather than left out.',
  ),
  'records/have-no-nil-identifier': implied('format', conventions, all, 'No identifier is the nil UUID.'),
  'records/have-no-member-beyond-the-document': shown(
    'open',
    resources,
    all,
    'No body carries a member that the document does not name.',
  ),
  'records/hold-values-that-occur': shown(
    'open',
    resources,
    all,
    'Members with an open set of values hold one of those that the document shows.',
  ),
  'records/write-country-codes-in-capitals': shown(
    'format',
    conventions,
    [1, 2, 3],
    'Country codes are in capital letters.',
  ),
  'records/hold-addressable-e-mails': shown(
    'format',
    resources,
    [1, 3, 4],
    'E-mail members have the form of an address.',
  ),
  'records/link-documents-of-supported-formats': shown(
    'format',
    'Limits',
    [2, 3],
    'Where the URI of a document shows a file ending, it is one of the supported formats.',
  ),
  'records/success-status-of-reads': silent(
    'open',
    'Endpoints',
    [1, 2, 3, 4, 8, 9, 11, 12, 13, 14],
    'Which success status a read gets is open.',
  ),
} as const;
