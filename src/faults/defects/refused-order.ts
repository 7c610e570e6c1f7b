import { against, type Fault, forEachWay } from '../fault.ts';
import { isAsset, sent } from '../requests.ts';
import { answering, type Replacement, succeeding } from '../rewriting.ts';
import { lists } from './listed-value.ts';

/** Refusals of listed values that seem to be for a reason of the service's own. */
const everyValue = (listed: readonly string[]): Readonly<Record<string, Replacement>> => ({
  'Every listed value is refused with the list of them.': {
    status: 422,
    body: { message: [`must be one of: ${listed.join(', ')}`] },
  },
  'Every listed value is refused as invalid, as a problem.': {
    status: 400,
    body: { title: 'Invalid asset', detail: 'The currency is not supported', status: 400 },
  },
  'Every order fails for want of funds.': {
    status: 500,
    body: { statusCode: 500, message: 'Insufficient funds', error: 'Internal Server Error' },
  },
});

const ofLists = lists.flatMap(({ operation, listed, accepts }) =>
  against(
    accepts,
    forEachWay(everyValue(listed), (answer) => succeeding(operation, answer)),
  ),
);

const ofOneAsset = against('onramp.initiate/accepts-each-listed-asset', {
  'USDT is refused, and the others are named as allowed.': answering(
    { operation: 'onramp.initiate', when: isAsset('USDT') },
    { status: 409, body: { error: { code: 'ASSET', details: ['USDC', 'BTC_LIGHTNING'] } } },
  ),
});

const ofRails = against('rails/dollars-may-name-a-rail', {
  'A rail is refused as a member that should not exist.': answering(
    {
      operation: 'offramp.initiate',
      when: (request) => sent(request, 'to.payment_rail') !== undefined,
    },
    { status: 422, body: { message: ['property to.payment_rail should not exist'] } },
  ),
});

const ofWholeOrders = against('offramp.initiate/answers-with-its-record', {
  'A valid order is a bad request, without a word why.': succeeding('offramp.initiate', {
    status: 400,
    body: { statusCode: 400, message: 'Bad Request', error: 'Bad Request' },
  }),
});

/** Refusals that no reason of a service's own excuses. */
export const refusedOrderFaults: readonly Fault[] = [...ofLists, ...ofOneAsset, ...ofRails, ...ofWholeOrders];
