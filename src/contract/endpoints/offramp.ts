import { offrampCreated, offrampListing, offrampOrder, offrampRetrieved, rails } from '#schemas';
import { sectionsOf } from '../claim.ts';
import { headingOf, type Operation } from '../operation.ts';

/** An offramp has them in each place that shows it. */
const offrampTexts = ['from.asset', 'from.network', 'to.currency', 'pricing.fees.offramp_fee_currency'] as const;

export const operations = [
  {
    id: 'offramp.initiate',
    number: 7,
    heading: 'Initiate offramp (version 2)',
    group: 'Offramp',
    method: 'POST',
    path: '/v2/ramp/{subaccountId}/banking/offramp/initiate',
    call: 'initiateOfframp',
    purpose: 'start an offramp',
    success: offrampCreated,
    record: 'offramp-created',
    request: offrampOrder,
    values: ['identifiers', 'timestamps', 'amounts'],
    movesMoney: true,
    amountsIn: 'Resources: Offramp (version 2)',
    order: {
      noun: 'offramp',
      unit: 'offrampAsset',
      codes: ['payment_rail', 'asset'],
      listed: { path: 'to.payment_rail', values: rails },
      free: ['from.chain', 'from.amount', 'from.sender_address', 'client_offramp_reference'],
    },
    absence: {
      of: 'bank account',
      claim: 'refuses-an-unknown-recipient',
      by: 'recipient',
      body: 'bank-account-error',
    },
    creates: 'offramp.read',
    literals: { '$.status': 'begins-pending', '$.type': 'calls-itself-an-offramp' },
    personal: true,
    texts: [...offrampTexts, 'pricing.fees.network_fee_asset', 'pricing.fees.total_fees_currency'],
  },
  {
    id: 'offramp.list',
    number: 8,
    heading: 'List offramps',
    group: 'Offramp',
    method: 'GET',
    path: '/v2/ramp/{subaccountId}/banking/offramp/',
    call: 'listOfframps',
    purpose: 'list offramps',
    success: offrampListing,
    values: ['identifiers', 'timestamps', 'amounts', 'sets'],
    movesMoney: false,
    page: { reads: 'offramp.read', counts: 'count' },
    personal: true,
    texts: offrampTexts.map((path) => `data.${path}`),
  },
  {
    id: 'offramp.read',
    number: 9,
    heading: 'Get offramp',
    group: 'Offramp',
    method: 'GET',
    path: '/v2/ramp/{subaccountId}/banking/offramp/{offrampId}',
    call: 'readOfframp',
    purpose: 'read an offramp',
    success: offrampRetrieved,
    record: 'offramp-retrieved',
    values: ['identifiers', 'timestamps', 'amounts', 'sets'],
    movesMoney: false,
    amountsIn: 'Resources: Offramp (version 2)',
    personal: true,
    texts: offrampTexts,
  },
] as const satisfies readonly Operation[];

const [initiate, list, read] = operations;
const section = sectionsOf('offramp.initiate');
const recordHeading = 'Resources: Offramp (version 2)';

const record = section('record', recordHeading);
const echo = section('order', recordHeading, { heeds: ['orders'] });
const consistency = section('consistency', headingOf(initiate));
const open = section('open', 'States and transitions');
const errors = section('error', 'Errors');
const errorBody = section('error', 'Resources: Error body');

const listSection = sectionsOf('offramp.list');
const readSection = sectionsOf('offramp.read');

const listed = listSection('record', headingOf(list));
const listedState = listSection('consistency', recordHeading);
const single = readSection('record', headingOf(read));
const reading = readSection('consistency', headingOf(read));
const settlement = readSection('consistency', recordHeading);

export const requirements = [
  record.stated('calls-itself-an-offramp', 'The type of the record is offramp.'),
  echo.implied('echoes-the-asset', 'The source asset is the one sent, letter case aside.'),
  echo.implied('echoes-the-recipient', 'The recipient is the one sent.'),
  echo.implied('echoes-the-currency', 'The destination currency is the one sent, letter case aside.'),
  echo.shown('echoes-the-chain', 'The network is the chain that was sent, letter case aside.'),
  echo.shown('echoes-the-sender-address', 'The source address is the sender address that was sent.'),
  consistency.implied('can-be-read', 'A created offramp can be read by its id.', ['offramp.initiate', 'offramp.read']),
  consistency.implied('can-be-listed', 'A created offramp is found once in the listing.', [
    'offramp.initiate',
    'offramp.list',
  ]),
  open.silent('time-to-show', 'How long a created offramp takes to show is open.', [
    'offramp.initiate',
    'offramp.read',
  ]),
  consistency.implied(
    'is-kept-once',
    'Every listing shows an accepted offramp once, under its own subaccount only, and never a refused one.',
    ['offramp.initiate', 'offramp.list'],
  ),
  consistency.implied('is-kept-as-created', 'What was fixed at creation is the same when the offramp is read.', [
    'offramp.initiate',
    'offramp.read',
  ]),
  consistency.implied(
    'creates-nothing-when-refused',
    'An offramp that is refused for its recipient or its subaccount is not in the listing.',
    ['offramp.initiate', 'offramp.list'],
  ),
  errors.stated(
    'refuses-an-unknown-recipient',
    'A recipient that does not exist is answered 404, with a message that no bank account was found.',
    { asks: 'refusal', heeds: ['rules'], sign: true },
  ),
  errors.stated(
    'names-no-error-for-an-unknown-recipient',
    'The body for an absent bank account carries no error member.',
  ),
  errorBody.stated('dates-the-unknown-recipient', 'That 404 carries statusCode, timestamp and message.'),
  listed.stated('lists-settlements', 'Each listed offramp carries its settlement.'),
  listedState.shown(
    'settles-what-is-not-pending',
    'A pending offramp has no withdrawal yet; a paid or completed one has.',
  ),
  single.stated('carries-its-settlement', 'An offramp that is read carries its settlement.'),
  reading.implied('keeps-onramps-apart', 'The id of an onramp is not served as an offramp.', {
    operations: ['onramp.initiate', 'offramp.read'],
    heeds: ['ids'],
  }),
  settlement.shown('is-settled-after-its-creation', 'The estimated settlement is not before the creation.'),
];
