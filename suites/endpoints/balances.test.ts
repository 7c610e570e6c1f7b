import { agrees, fallsByNoInitiation, leavesBalancesAlone, moveByOrders, rowsOf } from '#checks';
import { isOrder } from '#contract';
import { untested } from '#evidence';
import {
  balancesAfterInitiations,
  comparedWith,
  derive,
  idleBalances,
  narrowedBalances,
  repliesOf,
  scenarios,
} from '#probes';
import { isSuccess } from '#run';

const recordTest = rowsOf('Resources: Balances record', 'consistency');
const moneyTest = rowsOf('What the service does', 'money');

const narrowed = derive([narrowedBalances], (reply) => {
  if (isSuccess(reply)) return [reply];
  throw untested('NO_SUCH_CASE', 'a query is refused here, which the document leaves open');
});

recordTest
  .shown(
    'balances.read/is-of-the-whole-account',
    'If the query names a subaccount, the service still returns the balances of the whole account.',
  )
  .by(comparedWith(repliesOf('balances.read'), narrowed), agrees(['id', 'email', 'createdAt']));

recordTest
  .shown(
    'balances.read/stands-still-on-a-quiet-account',
    'If nobody else uses the account, two reads in a row show the same balances.',
  )
  .by(idleBalances, leavesBalancesAlone);

recordTest
  .shown(
    'balances.read/moves-by-orders-alone',
    'If nobody else uses the account, then without an order no balance falls, or rises by more than earlier deposits.',
  )
  .over(
    { needs: [idleBalances], of: ({ operation }) => operation === 'balances.read' || isOrder(operation) },
    moveByOrders,
  );

const reads: readonly string[] = ['balances.read', 'offramp.list', 'offramp.read'];

moneyTest
  .implied(
    'balances.read/falls-by-no-initiation',
    'Where nobody else uses the account, no balance falls when the service accepts an order, or shortly after.',
    {
      operations: ['balances.read', 'onramp.initiate', 'offramp.initiate', 'lightning-offramp.initiate'],
      anyOrder: true,
    },
  )
  .over(
    {
      needs: [idleBalances, balancesAfterInitiations, scenarios],
      of: ({ operation }) => reads.includes(operation) || isOrder(operation),
    },
    fallsByNoInitiation,
  );

moneyTest
  .stated(
    'balances.read/stands-still-after-initiations',
    'No balance moves right after an onramp and an offramp are initiated.',
    ['balances.read', 'onramp.initiate', 'offramp.initiate'],
  )
  .by(balancesAfterInitiations, leavesBalancesAlone);
