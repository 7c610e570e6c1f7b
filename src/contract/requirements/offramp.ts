import { headingOf } from '../operations.ts';
import { sectionsOf } from '../section.ts';

const section = sectionsOf('offramp.initiate');
const recordHeading = 'Resources: Offramp (version 2)';

const record = section('record', recordHeading);
const order = section('order', recordHeading);
const consistency = section('consistency', headingOf('offramp.initiate'));
const errors = section('error', 'Errors');
const errorBody = section('error', 'Resources: Error body');

export const offrampRequirements = [
  record.stated('calls-itself-an-offramp', 'The type of the record is offramp.'),
  order.implied('echoes-the-asset', 'The source asset is the one sent, letter case aside.'),
  order.implied('echoes-the-recipient', 'The recipient is the one sent.'),
  order.implied('echoes-the-currency', 'The destination currency is the one sent, letter case aside.'),
  order.shown('echoes-the-sender-address', 'The source address is the sender address that was sent.'),
  consistency.implied('can-be-read', 'A created offramp can be read by its id.', [
    'offramp.initiate',
    'offramp.read',
  ]),
  consistency.implied('can-be-listed', 'A created offramp is found once in the listing.', [
    'offramp.initiate',
    'offramp.list',
  ]),
  consistency.implied(
    'is-kept-once',
    'Every listing shows an accepted offramp once, under its own subaccount only, and never a refused one.',
    ['offramp.initiate', 'offramp.list'],
  ),
  consistency.implied(
    'is-kept-as-created',
    'What was fixed at creation is the same when the offramp is read.',
    ['offramp.initiate', 'offramp.read'],
  ),
  consistency.implied(
    'creates-nothing-when-refused',
    'An offramp that is refused for its recipient or its subaccount is not in the listing.',
    ['offramp.initiate', 'offramp.list'],
  ),
  errors.stated(
    'refuses-an-unknown-recipient',
    'A recipient that does not exist is answered 404, with a message that no bank account was found.',
  ),
  errors.shown(
    'names-no-error-for-an-unknown-recipient',
    'The body for an absent bank account carries no error member.',
  ),
  errorBody.stated('dates-the-unknown-recipient', 'That 404 carries statusCode, timestamp and message.'),
];
