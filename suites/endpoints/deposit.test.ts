import {
  answersWithout5xx,
  both,
  countsEachDeposit,
  creditsInFull,
  leaveOthersAlone,
  moveOwnBalances,
  movesOwnBalance,
  observes,
  on,
  refused,
  rowsOf,
  succeeds,
} from '#checks';
import { headingOf } from '#contract';
import type { Reply } from '#evidence';
import {
  all,
  allDeposits,
  answersToOrders,
  balancesAroundDeposit,
  balancesOfAnother,
  derive,
  effectOf,
  givenAccepted,
  idleBalances,
  ifAllowed,
  orderReplies,
  ordersOfNobody,
  scenarios,
  strayDeposit,
} from '#probes';
import { isSuccess } from '#run';

const operation = 'deposit.simulate';

const recordTest = rowsOf(headingOf(operation), 'record');
const errorTest = rowsOf('Errors', 'error');
const httpTest = rowsOf(headingOf(operation), 'http');
const moneyTest = rowsOf('What the service does', 'money', { operations: ['balances.read', operation] });
const openTest = rowsOf('What the service does', 'open', { operations: ['balances.read', operation] });

recordTest
  .stated('deposit.simulate/answers-success-without-a-body', 'The answer to an accepted deposit has no body.', {
    asks: 'success',
  })
  .by(
    derive([answersToOrders(operation), orderReplies(operation)], (answers, every) => [
      ...new Set([...answers, ...every.filter(isSuccess)]),
    ]),
    succeeds,
  );

errorTest
  .stated(
    'deposit.simulate/refuses-an-absent-subaccount',
    'A subaccount that does not exist gets 404 Not Found, and the message says so.',
    { asks: 'refusal', heeds: ['rules'], sign: true },
  )
  .by(
    givenAccepted(operation, ordersOfNobody(operation)),
    refused({ status: 404, error: 'Not Found', message: 'subaccount not found' }),
  );

httpTest
  .implied(
    'deposit.simulate/survives-an-unknown-account',
    'A deposit to an account number that nobody has gets no 5xx.',
    { asks: 'survival' },
  )
  .by(strayDeposit, answersWithout5xx);

moneyTest
  .implied(
    'deposit.simulate/moves-its-own-balance-alone',
    'A deposit raises its own balance by at most its amount, never lowers it, and moves no other balance.',
  )
  .by(
    all(balancesAroundDeposit, allDeposits, ifAllowed(balancesOfAnother)),
    both(
      on(([one]) => one, movesOwnBalance),
      on(([, many]) => many, moveOwnBalances),
      on(([, , reads]) => reads, leaveOthersAlone),
    ),
  );

const everyDeposit = {
  needs: [balancesAroundDeposit, allDeposits, scenarios, idleBalances],
  of: ({ operation: asked }: Reply) => asked === operation || asked === 'balances.read',
};

moneyTest
  .implied(
    'deposit.simulate/is-credited-once',
    'If nobody else uses the account, a balance rises by at most the amounts of deposits that are not credited yet.',
  )
  .over(everyDeposit, countsEachDeposit);

moneyTest
  .shown(
    'deposit.simulate/is-credited-in-full',
    'If the service credits most deposits in full, it credits every deposit in full.',
  )
  .over(everyDeposit, creditsInFull);

openTest.silent('deposit.simulate/effect-on-the-balance', 'Does a simulated deposit raise the balance?').by(
  balancesAroundDeposit,
  observes((seen) => [{ operation, situation: 'effect of a deposit', fact: effectOf(seen) }]),
);
