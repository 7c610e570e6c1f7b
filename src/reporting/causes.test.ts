import { expect, test } from 'vitest';
import { type OperationId, operationIds, type RequirementId, requirements } from '#contract';
import type { TestReport } from '#run';
import { causesOf, reasonsFor } from './causes.ts';
import { failedBy, finding, reportsWith, untestedBy, verdictOn } from './example.test.support.ts';

type Changes = Partial<Record<RequirementId, Partial<TestReport>>>;

/** Requirements of whose ids this is a part, each with a finding of a code. */
const failing = (part: RegExp, code: string): Changes =>
  Object.fromEntries(
    requirements
      .filter(({ id, firmness }) => part.test(id) && firmness !== 'silent')
      .map(({ id }) => {
        const operation = operationIds.find((each) => id.startsWith(`${each}/`)) ?? 'balances.read';
        return [id, { findings: [finding({ code, operation })] }];
      }),
  );

const causesWith = (changes: Changes) =>
  causesOf(verdictOn(reportsWith(changes))).map(({ claim, requirements: of }) => ({ claim, of }));

const keys = /\/refuses-an?-(missing|altered|misplaced|restricted)-key$/;

test.each([
  ['Keys make no difference', keys, 'NOT_REFUSED', 4 * operationIds.length],
  ['Ids make no difference', /\.read\/(returns-the-one|hides-what|refuses-an-absent)/, 'NOT_REFUSED', 10],
  ['Page and limit make no difference', /\.list\/heeds-the-/, 'PAGE_IGNORED', 4],
  ['Orders make no difference', /\.initiate\/(gives-each|echoes-the-reference)/, 'NOT_ITS_OWN', 5],
  [
    'Rules make no difference',
    /\.(initiate|simulate)\/refuses-(an-unlisted|an-absent|an-unknown|without)|^rails\/named-refuses/,
    'NOT_REFUSED',
    19,
  ],
])('%s is one cause with its consequences', (claim, part, code, count) => {
  const causes = causesWith(failing(part, code));
  expect(causes).toHaveLength(1);
  expect(causes[0]?.claim).toContain(claim);
  expect(causes[0]?.of).toHaveLength(count);
});

test('the gravest cause comes first, whatever its kind', () => {
  const causes = causesOf(
    verdictOn(
      reportsWith({
        'balances.read/refuses-a-missing-key': { findings: [finding({ operation: 'balances.read' })] },
        'individual-kyc.read/writes-its-dates': {
          findings: [finding({ code: 'WRONG_FORMAT', operation: 'individual-kyc.read' })],
        },
        'rails/named-takes-wire': { findings: [finding({ operation: 'offramp.initiate' })] },
        'rails/named-refuses-ach': { findings: [finding({ code: 'NOT_REFUSED', operation: 'offramp.initiate' })] },
      }),
    ),
  );
  expect(causes.map(({ risk, requirements: [of] }) => [risk, of])).toEqual([
    ['critical', 'rails/named-refuses-ach'],
    ['high', 'rails/named-takes-wire'],
    ['medium', 'balances.read/refuses-a-missing-key'],
    ['low', 'individual-kyc.read/writes-its-dates'],
  ]);
});

test('one requirement that holds is enough for each finding to stand by itself', () => {
  const { 'taxonomy.list/refuses-a-missing-key': _held, ...others } = failing(keys, 'NOT_REFUSED');
  expect(causesWith(others).map(({ claim }) => claim)).not.toContainEqual(expect.stringContaining('Keys make'));
});

test('a finding with a code of another cause stands by itself', () => {
  const odd = failing(/^taxonomy\.list\/refuses-a-misplaced-key$/, 'WRONG_STATUS');
  const causes = causesWith({ ...failing(keys, 'NOT_REFUSED'), ...odd });
  expect(causes.map(({ of }) => of.length)).toEqual([4 * operationIds.length - 1, 1]);
});

test('one judged requirement is too little for a common cause', () => {
  const findings = [finding({ code: 'NOT_REFUSED', operation: 'balances.read' })];
  const untested = Object.fromEntries(
    requirements
      .filter(({ id }) => keys.test(id) && id !== 'balances.read/refuses-a-missing-key')
      .map(({ id }) => [id, untestedBy('service', 'locked out')]),
  );
  const causes = causesWith({ ...untested, 'balances.read/refuses-a-missing-key': { findings } });
  expect(causes).toMatchObject([{ of: ['balances.read/refuses-a-missing-key'] }]);
  expect(causes[0]?.claim).not.toContain('Keys make');
});

test('one field that all error bodies of a status lack is one cause, and its claim is that of error bodies', () => {
  const lacking = (code: string, path: string) => ({
    findings: [
      finding({
        code,
        operation: 'subaccount.read',
        where: '$.message',
        observed: 'missing',
        request: { at: '2026-11-30T07:20:57.765Z', method: 'GET', path, headers: {} },
        answer: { status: 401 },
      }),
    ],
  });
  const causes = causesOf(
    verdictOn(
      reportsWith({
        'subaccount.read/refuses-a-missing-key': lacking('MISSING_MEMBER', '/one'),
        'subaccount.read/refuses-an-altered-key': lacking('MISSING_MEMBER', '/two'),
        'errors/carry-a-message': lacking('MISSING_MESSAGE', '/one'),
      }),
    ),
  );
  expect(causes.map(({ risk, requirements: of }) => [risk, of])).toEqual([
    [
      'medium',
      ['errors/carry-a-message', 'subaccount.read/refuses-a-missing-key', 'subaccount.read/refuses-an-altered-key'],
    ],
  ]);
});

test('one other status of refusals of any kind is one cause; a server error, or a mix of statuses, is another', () => {
  const refused = (operation: OperationId, observed: string) => ({
    findings: [finding({ operation, expected: '400', observed })],
  });
  const causes = causesWith({
    'deposit.simulate/refuses-an-unlisted-currency': refused('deposit.simulate', '422'),
    'onramp.initiate/refuses-an-unlisted-asset': refused('onramp.initiate', '422'),
    'offramp.read/never-serves-a-malformed-id': refused('offramp.read', '500'),
    'balances.read/refuses-an-altered-key': refused('balances.read', '422'),
    'taxonomy.list/refuses-an-altered-key': refused('taxonomy.list', '404'),
  });
  expect(causes.map(({ of }) => of)).toEqual([
    ['balances.read/refuses-an-altered-key', 'taxonomy.list/refuses-an-altered-key'],
    ['deposit.simulate/refuses-an-unlisted-currency', 'onramp.initiate/refuses-an-unlisted-asset'],
    ['offramp.read/never-serves-a-malformed-id'],
  ]);
});

test.each(['TLS', 'TRANSPORT_TIMEOUT'] as const)('a failure of several endpoints is one reason: %s', (code) => {
  const { requirements: judged } = verdictOn(
    reportsWith({
      'balances.read/has-its-members': failedBy(code, 'balances.read: no answer'),
      'taxonomy.list/answers-with-its-record': failedBy(code, 'taxonomy.list: no answer'),
    }),
  );
  expect(reasonsFor(judged, ['no-result'])).toMatchObject([
    { reason: `${code}: no answer`, words: 'no answer', ids: { length: 2 } },
  ]);
});
