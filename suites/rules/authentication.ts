import { randomUUID } from 'node:crypto';
import { type Input, operationIds, operationOf, test } from '#harness';
import { admitted, authenticates } from '../given/authentication.ts';
import { exampleOf } from '../given/example.ts';
import { keyRefusals } from '../given/refusal.ts';

for (const operation of operationIds) if (operationOf(operation).method === 'GET') authenticates(operation);

test('authentication/comes-before-the-look-up', async (t) => {
  const stranger = t.as({ in: 'none' });
  for (const operation of t.among(operationIds)) {
    const example = exampleOf(t, operation);
    if (!('subaccountId' in example)) continue;
    const absent = { ...example, subaccountId: randomUUID() } as Input<typeof operation>;
    t.expect(await stranger.call(operation, absent)).toBeRefused({ status: 401 });
  }
});

test('authentication/never-repeats-the-key', async (t) => {
  const judged = await keyRefusals(t);
  const [echo] = judged.filter(({ echoesKey }) => echoesKey);
  t.expect(echo ?? judged).toSatisfy({
    code: 'SEC_KEY_ECHO',
    where: '$',
    expected: 'no key in the answer',
    unless: echo && 'the key that was sent',
  });
});

test('authentication/knows-the-header-in-any-case', async (t) => {
  await admitted(t, 'balances.read');
  for (const name of ['X-API-KEY', 'X-Api-Key']) {
    const reply = await t.as({ in: 'header-named', name, value: t.keys.full }).readBalances({});
    t.expect(reply).toSatisfy({
      code: 'WRONG_STATUS',
      where: 'status',
      expected: 'the key is known in a header of any letter case',
      unless: reply.status === 401 || reply.status === 403 ? String(reply.status) : undefined,
    });
  }
});
