import {
  answersWithout5xx,
  both,
  countsEachDeposit,
  creditsInFull,
  moveNoOtherAccount,
  movesItsOwnBalanceAlone,
  moveTheirOwnBalances,
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
const balanceTest = rowsOf('What the service does', 'open', { operations: ['balances.read', operation] });

recordTest.stated('deposit.simulate/answers-success-without-a-body', 'Success has no body.', { asks: 'success' }).by(
  derive([answersToOrders(operation), orderReplies(operation)], (answers, every) => [
    ...new Set([...answers, ...every.filter(isSuccess)]),
  ]),
  succeeds,
);

errorTest
  .stated(
    'deposit.simulate/refuses-an-absent-subaccount',
    'A subaccount that does not exist is answered 404 Not Found, with a message that says so.',
    { asks: 'refusal', heeds: ['rules'], sign: true },
  )
  .by(
    givenAccepted(operation, ordersOfNobody(operation)),
    refused({ status: 404, error: 'Not Found', message: 'subaccount not found' }),
  );

httpTest
  .implied(
    'deposit.simulate/survives-an-unknown-account',
    'An account to credit that nobody has never breaks the service.',
    { asks: 'survival' },
  )
  .by(strayDeposit, answersWithout5xx);

balanceTest
  .implied(
    'deposit.simulate/moves-its-own-balance-alone',
    'A deposit of any listed currency that the balances show, of a person or a business, moves no other balance, and its own neither down nor by more than its amount.',
  )
  .by(
    all(balancesAroundDeposit, allDeposits, ifAllowed(balancesOfAnother)),
    both(
      on(([one]) => one, movesItsOwnBalanceAlone),
      on(([, many]) => many, moveTheirOwnBalances),
      on(([, , reads]) => reads, moveNoOtherAccount),
    ),
  );

const everyDeposit = {
  needs: [balancesAroundDeposit, allDeposits, scenarios, idleBalances],
  of: ({ operation: asked }: Reply) => asked === operation || asked === 'balances.read',
};

const creditTest = rowsOf('What the service does', 'money', { operations: ['balances.read', operation] });

creditTest
  .implied(
    'deposit.simulate/is-credited-once',
    'On a quiet account, between any two reads, a balance rises by no more than was deposited and not credited yet.',
  )
  .over(everyDeposit, countsEachDeposit);

creditTest
  .shown(
    'deposit.simulate/is-credited-in-full',
    'Where most deposits raise their balance by the whole amount, none raises it by less.',
  )
  .over(everyDeposit, creditsInFull);

balanceTest
  .silent('deposit.simulate/effect-on-the-balance', 'Whether a simulated deposit raises the balance is open.')
  .by(
    balancesAroundDeposit,
    observes((seen) => [{ operation, situation: 'effect of a deposit', fact: effectOf(seen) }]),
  );
