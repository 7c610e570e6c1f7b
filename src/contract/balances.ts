import { balances } from '#schemas';
import { shown, stated } from './requirement.ts';

export const balancesOperations = {
  'balances.read': {
    number: 4,
    method: 'GET',
    path: '/v1/ramp/banking/balances',
    call: 'readBalances',
    purpose: 'read account balances',
    success: balances,
    movesMoney: false,
  },
} as const;

const record = 'Resources: Balances record';

export const balancesRequirements = {
  'balances.read/is-of-the-whole-account': shown(
    'consistency',
    record,
    4,
    'A subaccount named in the query does not change which account is answered.',
  ),
  'balances.read/stands-still-on-a-quiet-account': shown(
    'consistency',
    record,
    4,
    'On a quiet account two reads in a row show the same balances.',
  ),
  'balances.read/stands-still-after-initiations': stated(
    'money',
    'What the service does',
    [4, 6, 7],
    'No balance moves a moment after an onramp and an offramp were initiated.',
  ),
} as const;
