import {
  conformanceTest,
  givenTheFullKey,
  keepsTheKey,
  knowsEverySpelling,
  refused,
  servesNothing,
  universalTest,
  whereJson,
} from '#checks';
import { isError, operationIds } from '#contract';
import {
  absentIdsWithoutKey,
  all,
  badBodiesWithoutKey,
  detoursWithoutKey,
  keyRefusals,
  malformedJsonWithoutKey,
  repliesOf,
  spelledKeyHeaders,
  withInvalidKey,
  withMisplacedKey,
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
    conformanceTest(
      `${operation}/${rule}`,
      all(repliesOf(operation), refusals(operation)),
      givenTheFullKey(refusal),
    );

/** The one operation that every service can be asked for without any role. */
const balances = repliesOf('balances.read');

conformanceTest(
  'authentication/comes-before-the-body',
  all(balances, badBodiesWithoutKey),
  givenTheFullKey(whereJson(refused({ status: 401 }))),
);
conformanceTest(
  'authentication/comes-before-malformed-json',
  all(balances, malformedJsonWithoutKey),
  givenTheFullKey(refused({ status: 401 })),
);
conformanceTest(
  'authentication/comes-before-the-look-up',
  all(balances, absentIdsWithoutKey),
  givenTheFullKey(whereJson(refused({ status: 401 }))),
);
conformanceTest(
  'authentication/has-no-way-round',
  all(balances, detoursWithoutKey),
  givenTheFullKey(servesNothing),
);
conformanceTest(
  'authentication/knows-the-header-in-any-case',
  all(balances, spelledKeyHeaders),
  givenTheFullKey(knowsEverySpelling),
);

universalTest('authentication/never-repeats-the-key', { needs: keyRefusals, of: isError }, keepsTheKey);
