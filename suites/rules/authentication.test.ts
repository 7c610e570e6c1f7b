import {
  givenTheFullKey,
  givenTheOtherKey,
  keepsAccountsApart,
  keepsTheKey,
  knowsEverySpelling,
  leavesNoTrace,
  on,
  refused,
  rowsOf,
  servesNothing,
  showsNothingOfAnother,
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
    .by(all(valid, withoutKey(operation)), givenTheFullKey(unauthorized));

  keyTest
    .stated(
      `${operation}/refuses-an-altered-key`,
      'A key that is not valid, an unrelated one or the valid one altered, gets 401 Unauthorized.',
      { sign: true, sampled: true },
    )
    .by(all(valid, withInvalidKey(operation)), givenTheFullKey(unauthorized));

  keyTest
    .implied(
      `${operation}/refuses-a-misplaced-key`,
      'A key sent only in the query, in a cookie or in another header gets 401 Unauthorized.',
    )
    .by(all(valid, withMisplacedKey(operation)), givenTheFullKey(unauthorized));

  // A gateway may drop requests with a key that is none: only that the restricted one is refused needs an answer.
  keyTest
    .stated(
      `${operation}/refuses-a-restricted-key`,
      'A valid key without permission for the resource gets 403 Forbidden.',
      { asks: 'refusal' },
    )
    .by(all(valid, withRestrictedKey(operation)), givenTheFullKey(forbidden));
}

/** The one operation that every service can be asked for without any role. */
const balances = repliesOf('balances.read');
const ofBalances = withOtherKey('balances.read');

for (const operation of personal)
  keyTest
    .stated(
      `${operation}/keeps-accounts-apart`,
      'A valid key of another account is shown nothing of this one, and starts nothing in it.',
    )
    .by(all(balances, ofBalances, withOtherKey(operation)), keepsAccountsApart);

const ofSubaccounts = personal.filter((operation) => operation !== 'balances.read');

const wholeTest = rowsOf('Authentication', 'authentication', { operations: operationIds });

wholeTest
  .shown(
    'authentication/forbids-another-account',
    'A valid key of another account gets 403 for what is of this one, rather than 404 or an empty listing.',
    ofSubaccounts,
  )
  .by(
    all(balances, ofBalances, joined(...ofSubaccounts.map(withOtherKey))),
    givenTheOtherKey(on(([, replies]) => replies, refused({ status: 403 }))),
  );

wholeTest
  .implied(
    'authentication/comes-before-the-body',
    'Without a key, a body that would be refused is not looked at: the answer is 401.',
    { operations: orderIds, heeds: ['keys'] },
  )
  .by(all(balances, keylessBadBodies), givenTheFullKey(whereJson(refused({ status: 401 }))));

wholeTest
  .shown(
    'authentication/comes-before-malformed-json',
    'Without a key, a body that is not JSON is not looked at either: the answer is 401.',
    { operations: ['deposit.simulate'], heeds: ['keys'] },
  )
  .by(all(balances, keylessBadJson), givenTheFullKey(refused({ status: 401 })));

wholeTest
  .implied(
    'authentication/comes-before-the-look-up',
    'Without a key, an id that does not exist is not looked up: the answer is 401.',
    { operations: identified, heeds: ['keys'] },
  )
  .by(
    all(balances, joined(keylessAbsentIds, ...operationIds.map(invalidKeyForAbsent))),
    givenTheFullKey(whereJson(refused({ status: 401 }))),
  );

wholeTest
  .implied(
    'authentication/has-no-way-round',
    'Without a key, nothing is served by HEAD, by a path with a slash more or by a path in capitals.',
    operationIds.filter((id) => !isOrder(id)),
  )
  .by(all(balances, detoursWithoutKey), givenTheFullKey(servesNothing));

wholeTest
  .implied('authentication/never-repeats-the-key', 'No refusal repeats the key that was sent.')
  .over({ needs: keyRefusals, of: isError }, keepsTheKey);

const personalReads = personal.filter((operation) => !isOrder(operation));

/** What a read shows comes first: by it the refusals are looked through. */
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
    'A refusal of a key, or of none, shows no id and no personal value of a customer.',
    { private: true },
  )
  .over(everyRefusal, showsNothingRefused);

wholeTest
  .implied(
    'authentication/tells-no-key',
    'No refusal tells eight letters in a row of a valid key that the request did not send.',
    { private: true },
  )
  .over(everyRefusal, tellsNoKey);

wholeTest
  .implied(
    'authentication/shows-nothing-of-another-subaccount',
    'A refusal with the full key shows no id and no personal value of another subaccount than the one asked for.',
    { operations: identified, private: true },
  )
  .over(everyRefusal, showsNothingOfAnother);

wholeTest
  .implied(
    'authentication/knows-the-header-in-any-case',
    'The key header is recognised in any letter case of its name, as HTTP has it.',
  )
  .by(all(balances, spelledKeyHeaders), givenTheFullKey(knowsEverySpelling));

wholeTest
  .implied(
    'authentication/creates-nothing-when-refused',
    'An order refused for its key leaves no trace in the listing.',
    ['offramp.initiate', 'offramp.list'],
  )
  .by(afterKeyRefusals, leavesNoTrace);
