import { refuse } from '../refusal.ts';
import { type Hook, isRecord } from '../rewriting.ts';
import { alternatives, onMembers, type Variation, variants } from '../variation.ts';

const read = 'balances.read';

const refusesQueries: Hook = (reply, request) => {
  const { operation, query } = request;
  if (operation !== read || reply.status !== 200 || Object.keys(query).length === 0) return;
  refuse(reply, request, 400, 'Unknown query parameter');
};

const more = { mxn: 0, cop: 1250000.75, usdc: 0.000001, btc: 0.00012345, kes: -12.5, zmw: 9007199254740991 };

const combinable = variants('balances', {
  'Balances are held in currencies that the document does not show, in fractions, zero and overdrawn.': onMembers(
    read,
    { '$.balances': (held) => ({ ...(isRecord(held) ? held : {}), ...more }) },
  ),
  'The account has a status that the document does not show, and no business name.': onMembers(read, {
    '$.status': 'active',
    '$.businessName': '',
  }),
  'A query parameter that the document does not name is refused.': refusesQueries,
});

const exclusive = alternatives('balances', {
  'The account holds no balances: the map is empty.': onMembers(read, { '$.balances': {} }),
  'A currency of which nothing is held is left out of the map.': onMembers(read, {
    '$.balances': (held) => Object.fromEntries(Object.entries(held as object).filter(([, amount]) => amount !== 0)),
  }),
});

export const variations: readonly Variation[] = [...combinable, ...exclusive];
