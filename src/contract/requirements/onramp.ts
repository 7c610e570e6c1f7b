import { sectionsOf } from '../section.ts';

const section = sectionsOf('onramp.initiate');
const recordHeading = 'Resources: Onramp';

const record = section('record', recordHeading);
const order = section('order', recordHeading);
const errors = section('error', 'Errors');

export const onrampRequirements = [
  record.stated('calls-itself-an-onramp', 'The type of the record is onramp.'),
  order.implied('echoes-the-currency', 'The source currency is the one sent, letter case aside.'),
  order.implied('echoes-the-asset', 'The destination asset is the one sent, letter case aside.'),
  order.implied('echoes-the-address', 'The destination address is the one sent.'),
  order.implied(
    'expires-after-its-creation',
    'The payment instructions expire after the onramp was created.',
  ),
  errors.stated(
    'refuses-an-absent-bank-account',
    'For a subaccount without a bank account the answer is 404, with a message that says so.',
  ),
  errors.shown(
    'names-no-error-for-an-absent-bank-account',
    'The body for an absent bank account carries no error member.',
  ),
];
