import {
  conformanceTest,
  givenTheFullKey,
  givenTheOtherKey,
  keepsAccountsApart,
  keepsTheKey,
  knowsEverySpelling,
  on,
  refused,
  servesNothing,
  universalTest,
  whereJson,
} from '#checks';
import { isError, operationIds, personal } from '#contract';
import {
  all,
  detoursWithoutKey,
  invalidKeyForAbsent,
  joined,
  keylessAbsentIds,
  keylessBadBodies,
  keylessBadJson,
  keyRefusals,
  repliesOf,
  spelledKeyHeaders,
  withInvalidKey,
  withMisplacedKey,
  withOtherKey,
  withoutKey,
  withRestrictedKey,
} from '#probes';

const unauthorized = refused({ status: 401, error: 'Unauthorized', body: 'short' });
const forbidden = refused({ status: 403, error: 'Forbidden', body: 'short' });

for (const operation of operationIds)
  for (const [rule, refusals, refusal] of [
    ['refuses-a-missing-key', withoutKey, unauthorized],
    ['refuses-an-altered-key', withInvalidKey, unauthorized],
    ['refuses-a-misplaced-key', withMisplacedKey, unauthorized],
    ['refuses-a-restricted-key', withRestrictedKey, forbidden],
  ] as const)
    conformanceTest(`${operation}/${rule}`, all(repliesOf(operation), refusals(operation)), givenTheFullKey(refusal));

for (const operation of personal)
  conformanceTest(
    `${operation}/keeps-accounts-apart`,
    all(repliesOf('balances.read'), withOtherKey('balances.read'), withOtherKey(operation)),
    keepsAccountsApart,
  );

const ofSubaccounts = personal.filter((operation) => operation !== 'balances.read');

conformanceTest(
  'authentication/forbids-another-account',
  all(repliesOf('balances.read'), withOtherKey('balances.read'), joined(...ofSubaccounts.map(withOtherKey))),
  givenTheOtherKey(on(([, replies]) => replies, refused({ status: 403 }))),
);

/** The one operation that every service can be asked for without any role. */
const balances = repliesOf('balances.read');

conformanceTest(
  'authentication/comes-before-the-body',
  all(balances, keylessBadBodies),
  givenTheFullKey(whereJson(refused({ status: 401 }))),
);
conformanceTest(
  'authentication/comes-before-malformed-json',
  all(balances, keylessBadJson),
  givenTheFullKey(refused({ status: 401 })),
);
conformanceTest(
  'authentication/comes-before-the-look-up',
  all(balances, joined(keylessAbsentIds, ...operationIds.map(invalidKeyForAbsent))),
  givenTheFullKey(whereJson(refused({ status: 401 }))),
);
conformanceTest('authentication/has-no-way-round', all(balances, detoursWithoutKey), givenTheFullKey(servesNothing));
conformanceTest(
  'authentication/knows-the-header-in-any-case',
  all(balances, spelledKeyHeaders),
  givenTheFullKey(knowsEverySpelling),
);

universalTest('authentication/never-repeats-the-key', { needs: keyRefusals, of: isError }, keepsTheKey);
