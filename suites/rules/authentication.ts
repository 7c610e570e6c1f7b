import { randomUUID } from 'node:crypto';
import { type Input, type OperationId, operationIds, operationOf, test } from '#harness';
import { authenticates } from '../given/authentication.ts';
import { exampleOf } from '../given/example.ts';
import { keyRefusals } from '../given/refusal.ts';

for (const operation of operationIds) if (operationOf(operation).method === 'GET') authenticates(operation);

const ids = ['subaccountId', 'offrampId', 'withdrawalId', 'conversionId'];

test('authentication/comes-before-the-look-up', async (t) => {
  const stranger = t.as({ in: 'none' });
  const absent = t.among(operationIds).flatMap((operation) => {
    const example = exampleOf(t, operation);
    const own = ids.filter((id) => id in example);
    return own.map((id) => ({ operation, input: { ...example, [id]: randomUUID() } as Input<OperationId> }));
  });
  const asked = t.few(absent).map(({ operation, input }) => stranger.call(operation, input));
  t.expect(await Promise.all(asked)).toBeRefused({ status: 401 });
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
