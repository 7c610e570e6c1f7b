import {
  type Conformance,
  ifPossible,
  type OperationId,
  operationIds,
  operationOf,
  type Reply,
  test,
} from '#harness';
import { exampleOf } from '../given/example.ts';
import { everyReply } from '../given/record.ts';
import { refusals } from '../given/refusal.ts';

const reads = operationIds.filter((id) => operationOf(id).method === 'GET' && id !== 'balances.read');

const everyAnswer = async (t: Conformance): Promise<readonly Reply[]> => [
  ...(await everyReply(t)),
  ...(await refusals(t)),
];

test('http/sends-json', async (t) => {
  t.expect(await everyAnswer(t)).toHaveCrossedWithout('BODY_NOT_JSON', 'JSON_SYNTAX', 'CONTENT_TYPE');
});

test('http/sends-sound-json', async (t) => {
  t.expect(await everyAnswer(t)).toHaveCrossedWithout(
    'BODY_ENCODING',
    'BODY_BOM',
    'JSON_DUP_KEY',
    'JSON_PROTO_KEY',
    'JSON_NUMBER',
    'JSON_SURROGATE',
    'JSON_DEPTH',
    'JSON_SIZE',
  );
});

test('http/does-not-redirect', async (t) => {
  t.expect(await everyAnswer(t)).toHaveCrossedWithout('PROTO_REDIRECT');
});

test('http/ends-with-its-answer', async (t) => {
  const listenOn = async (operation: OperationId) =>
    t.api.call(operation, exampleOf(t, operation), { listenOn: true });
  const replies = await Promise.all([
    // Asked for without any role, so that what is not allowed is the reason of the whole.
    listenOn('balances.read'),
    ...t.few(t.among(reads)).map((operation) => ifPossible(() => listenOn(operation))),
  ]);
  t.expect(replies.flatMap((reply) => reply ?? [])).toHaveCrossedWithout(
    'PROTO_SURPLUS',
    'PROTO_UNSOLICITED',
  );
});

test('http/answers-alike', async (t) => {
  const currencies = t.few(t.order.taxonomyCurrencies);
  const [individual, business] = [t.roles.individual, t.roles.business];
  const rounds = t.few([1, 2, 3, 4]).flatMap(() => [individual, business]);
  const [subaccounts] = await Promise.all([
    Promise.all(rounds.map((subaccountId) => t.api.readSubaccount({ subaccountId }))),
    Promise.all(currencies.map((currency) => t.api.listTaxonomy({ currency }))),
    t.api.readBalances({}),
    t.api.listOfframps(exampleOf(t, 'offramp.list')),
  ]);
  const answered = subaccounts.filter(({ status }) => status < 300);
  if (answered.length === 0) t.cannot('subaccount.read was not answered with a record');
  t.expect(answered).toHold({
    where: 'id',
    promised: 'the id of the request that is answered',
    holds: (record, _sent, { subaccountId }) =>
      record.text('id').toLowerCase() === subaccountId?.toLowerCase(),
  });
});

test('http/refuses-alike', async (t) => {
  const absent = '7d0c6a5e-3f42-4c1b-9a55-0e6f2b7c8d91';
  const replies = await Promise.all([1, 2, 3].map(() => t.api.readSubaccount({ subaccountId: absent })));
  const statuses = new Set(replies.map(({ status }) => status));
  t.expect(replies).toSatisfy({
    code: 'UNSTEADY_STATUS',
    where: 'status',
    expected: 'one status',
    unless: statuses.size > 1 ? [...statuses].join(', ') : undefined,
  });
});
