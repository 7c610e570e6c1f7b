import { balances } from '#schemas';
import { sectionsOf } from '../claim.ts';
import type { Operation } from '../operation.ts';

export const operations = [
  {
    id: 'balances.read',
    number: 4,
    heading: 'Get balances',
    group: 'Balances',
    method: 'GET',
    path: '/v1/ramp/banking/balances',
    call: 'readBalances',
    purpose: 'read account balances',
    success: balances,
    values: ['identifiers', 'timestamps', 'lowerCaseCodes', 'emails'],
    movesMoney: false,
    varying: { always: ['$.balances', '$.status'] },
    contents: 'balances',
    personal: true,
    texts: [],
    emptyTexts: ['businessName'],
  },
] as const satisfies readonly Operation[];

const section = sectionsOf('balances.read');

const consistency = section('consistency', 'Resources: Balances record');
const money = section('money', 'What the service does');

export const requirements = [
  consistency.shown(
    'is-of-the-whole-account',
    'A subaccount named in the query does not change which account is answered.',
  ),
  consistency.shown('stands-still-on-a-quiet-account', 'On a quiet account two reads in a row show the same balances.'),
  consistency.shown(
    'moves-by-orders-alone',
    'On a quiet account no balance falls between two reads without an order, or rises by more than was deposited.',
  ),
  money.stated(
    'stands-still-after-initiations',
    'No balance moves a moment after an onramp and an offramp were initiated.',
    ['balances.read', 'onramp.initiate', 'offramp.initiate'],
  ),
];
