import { balances } from '#schemas';
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
