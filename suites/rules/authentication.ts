import { randomUUID } from 'node:crypto';
import { type Input, operationIds, operationOf, test } from '#harness';
import { authenticates } from '../given/authentication.ts';
import { exampleOf } from '../given/example.ts';
import { keyRefusals } from '../given/refusal.ts';

for (const operation of operationIds) if (operationOf(operation).method === 'GET') authenticates(operation);

const ids = ['subaccountId', 'offrampId', 'withdrawalId', 'conversionId'];

test('authentication/comes-before-the-look-up', async (t) => {
  const stranger = t.as({ in: 'none' });
  for (const operation of t.among(operationIds)) {
    const example = exampleOf(t, operation);
    for (const id of ids.filter((name) => name in example)) {
      const absent = { ...example, [id]: randomUUID() } as Input<typeof operation>;
      t.expect(await stranger.call(operation, absent)).toBeRefused({ status: 401 });
    }
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
