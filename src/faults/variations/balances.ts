import { isRecord } from '../places.ts';
import type { Hook } from '../rewriting.ts';
import { onMembers } from './hook.ts';
import { touching } from './touching.ts';

const read = 'balances.read';

const refusesQueries: Hook = (reply, { operation, query, path }) => {
  if (operation !== read || reply.status !== 200 || Object.keys(query).length === 0) return;
  reply.status = 400;
  reply.body = {
    statusCode: 400,
    message: 'Unknown query parameter',
    timestamp: new Date().toISOString(),
    path,
    error: 'Bad Request',
  };
};

const more = { mxn: 0, cop: 1250000.75, usdc: 0.000001, btc: 0.00012345, kes: -12.5, zmw: 9007199254740991 };

export const balancesVariations = touching({ operations: ['balances.read'], replies: 'successes' }, [
  {
    id: 'balances/further-currencies',
    sentence:
      'Balances are held in currencies that the document does not show, in fractions, zero and overdrawn.',
    reply: onMembers(read, { '$.balances': (held) => ({ ...(isRecord(held) ? held : {}), ...more }) }),
  },
  {
    id: 'balances/none',
    sentence: 'The account holds no balances: the map is empty.',
    alone: 'an empty map excludes further entries in it',
    reply: onMembers(read, { '$.balances': () => ({}) }),
  },
  {
    id: 'balances/zero-is-left-out',
    sentence: 'A currency of which nothing is held is left out of the map.',
    alone: 'zero that is left out excludes zero that is shown',
    reply: onMembers(read, {
      '$.balances': (held) =>
        Object.fromEntries(Object.entries(held as object).filter(([, amount]) => amount !== 0)),
    }),
  },
  {
    id: 'balances/further-status',
    sentence: 'The account has a status that the document does not show, and no business name.',
    reply: onMembers(read, { '$.status': () => 'active', '$.businessName': () => '' }),
  },
  {
    id: 'balances/refuses-unknown-parameters',
    sentence: 'A query parameter that the document does not name is refused.',
    reply: refusesQueries,
  },
]);
