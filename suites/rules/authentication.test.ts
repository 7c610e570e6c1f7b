import {
  givenFullKey,
  givenOtherKey,
  hidesOtherData,
  keepsAccountsApart,
  keepsTheKey,
  knowsEverySpelling,
  leavesNoTrace,
  on,
  refused,
  rowsOf,
  servesNothing,
  showsNothingRefused,
  tellsNoKey,
  whereJson,
} from '#checks';
import { identified, isOrder, operationIds, orderIds, personal } from '#contract';
import {
  afterKeyRefusals,
  all,
  detoursWithoutKey,
  invalidKeyForAbsent,
  joined,
  keylessAbsentIds,
  keylessBadBodies,
  keylessBadJson,
  keyRefusals,
  refusedAbsence,
  repliesOf,
  spelledKeyHeaders,
  withInvalidKey,
  withMisplacedKey,
  withOtherKey,
  withoutKey,
  withRestrictedKey,
} from '#probes';
import { isError, isRefusal } from '#run';

const keyTest = rowsOf('Authentication', 'authentication', { heeds: ['keys'] });

const unauthorized = refused({ status: 401, error: 'Unauthorized', body: 'short' });
const forbidden = refused({ status: 403, error: 'Forbidden', body: 'short' });

for (const operation of operationIds) {
  const valid = repliesOf(operation);

  keyTest
    .stated(
      `${operation}/refuses-a-missing-key`,
      'A request without a key, or with an empty one, gets 401 Unauthorized.',
      { sign: true },
    )
    .by(all(valid, withoutKey(operation)), givenFullKey(unauthorized));

  keyTest
    .stated(
      `${operation}/refuses-an-altered-key`,
      'An invented key, or an altered copy of the valid key, gets 401 Unauthorized.',
      { sign: true, sampled: true },
    )
    .by(all(valid, withInvalidKey(operation)), givenFullKey(unauthorized));

  keyTest
    .implied(
      `${operation}/refuses-a-misplaced-key`,
      'A key that is sent only in the query, a cookie or another header gets 401 Unauthorized.',
    )
    .by(all(valid, withMisplacedKey(operation)), givenFullKey(unauthorized));

  // A gateway may drop requests with a key that is none: only that the restricted one is refused needs an answer.
  keyTest
    .stated(
      `${operation}/refuses-a-restricted-key`,
      'A valid key without permission for the resource gets 403 Forbidden.',
      { asks: 'refusal' },
    )
    .by(all(valid, withRestrictedKey(operation)), givenFullKey(forbidden));
}

/** Every service can answer this operation, without any role. */
const balances = repliesOf('balances.read');
const ofBalances = withOtherKey('balances.read');

for (const operation of personal)
  keyTest
    .stated(
      `${operation}/keeps-accounts-apart`,
      'A valid key of another account reads and orders nothing in this account.',
    )
    .by(all(balances, ofBalances, withOtherKey(operation)), keepsAccountsApart);

const ofSubaccounts = personal.filter((operation) => operation !== 'balances.read');

const wholeTest = rowsOf('Authentication', 'authentication', { operations: operationIds });

wholeTest
  .shown(
    'authentication/forbids-another-account',
    "A valid key of another account gets 403 for this account's records, not 404 or an empty listing.",
    ofSubaccounts,
  )
  .by(
    all(balances, ofBalances, joined(...ofSubaccounts.map(withOtherKey))),
    givenOtherKey(on(([, replies]) => replies, refused({ status: 403 }))),
  );

wholeTest
  .implied(
    'authentication/comes-before-the-body',
    'A request without a key gets 401, even where its body is invalid.',
    { operations: orderIds, heeds: ['keys'] },
  )
  .by(all(balances, keylessBadBodies), givenFullKey(whereJson(refused({ status: 401 }))));

wholeTest
  .shown(
    'authentication/comes-before-malformed-json',
    'A request without a key gets 401, even where its body is not JSON.',
    { operations: ['deposit.simulate'], heeds: ['keys'] },
  )
  .by(all(balances, keylessBadJson), givenFullKey(refused({ status: 401 })));

wholeTest
  .implied(
    'authentication/comes-before-the-look-up',
    'A request without a key gets 401, even where its id does not exist.',
    { operations: identified, heeds: ['keys'] },
  )
  .by(
    all(balances, joined(keylessAbsentIds, ...operationIds.map(invalidKeyForAbsent))),
    givenFullKey(whereJson(refused({ status: 401 }))),
  );

wholeTest
  .implied(
    'authentication/has-no-way-round',
    'A request without a key returns no record, also as HEAD, with an extra slash in the path, or with a path in capitals.',
    operationIds.filter((id) => !isOrder(id)),
  )
  .by(all(balances, detoursWithoutKey), givenFullKey(servesNothing));

wholeTest
  .implied('authentication/never-repeats-the-key', 'No refusal repeats the key that was sent.')
  .over({ needs: keyRefusals, of: isError }, keepsTheKey);

const personalReads = personal.filter((operation) => !isOrder(operation));

/** Reads come first: their values are searched for in the refusals. */
const everyRefusal = {
  needs: [
    ...personalReads.map(repliesOf),
    ...keyRefusals,
    ...operationIds.flatMap((operation) => refusedAbsence(operation) ?? []),
    ...personal.map(withOtherKey),
  ],
  of: isRefusal,
};

wholeTest
  .implied(
    'authentication/shows-nothing-refused',
    'If the service refuses a key, its answer shows no id and no personal value of a customer.',
    { private: true },
  )
  .over(everyRefusal, showsNothingRefused);

wholeTest
  .implied(
    'authentication/tells-no-key',
    'No refusal shows eight letters in a row of a valid key that the request did not send.',
    { private: true },
  )
  .over(everyRefusal, tellsNoKey);

wholeTest
  .implied(
    'authentication/shows-nothing-of-another-subaccount',
    'A refusal shows no id and no personal value of a subaccount that the request does not name.',
    { operations: identified, private: true },
  )
  .over(everyRefusal, hidesOtherData);

wholeTest
  .implied(
    'authentication/knows-the-header-in-any-case',
    'The name of the key header works in any letter case, as HTTP says.',
  )
  .by(all(balances, spelledKeyHeaders), givenFullKey(knowsEverySpelling));

wholeTest
  .implied('authentication/creates-nothing-when-refused', 'The listing shows no order that was refused for its key.', [
    'offramp.initiate',
    'offramp.list',
  ])
  .by(afterKeyRefusals, leavesNoTrace);
