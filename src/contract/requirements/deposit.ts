import { headingOf } from '../operations.ts';
import { sectionsOf } from '../section.ts';

const section = sectionsOf('deposit.simulate');

const record = section('record', headingOf('deposit.simulate'));
const errors = section('error', 'Errors');
const balances = section('open', 'What the service does');
const open = section('open', 'Errors');

export const depositRequirements = [
  record.stated('answers-success-without-a-body', 'Success has no body.'),
  errors.stated(
    'refuses-an-absent-subaccount',
    'A subaccount that does not exist is answered 404 Not Found, with a message that says so.',
  ),
  balances.silent('effect-on-the-balance', 'Whether a simulated deposit raises the balance is open.', [
    'balances.read',
    'deposit.simulate',
  ]),
  open.silent('answer-to-a-missing-member', 'Which status a missing member gets is open.'),
];
