import { type Input, ifPossible, type OperationId, operationIds, operationOf, test } from '#harness';
import { admitted, authenticates } from '../given/authentication.ts';
import { exampleOf } from '../given/example.ts';
import { isOrder, type Order } from '../given/variant.ts';

// An order that is taken in spite of its key would be blamed on whatever looks at listings and balances meanwhile.

for (const operation of operationIds) if (operationOf(operation).method === 'POST') authenticates(operation);

test('authentication/comes-before-the-body', async (t) => {
  const subaccountId = t.roles.individual;
  const stranger = t.as({ in: 'none' });
  const body = { currency: 'JPY', amount: 'none', to: { asset: 'NOTHING' } };
  const rawBody = '{"currency":';
  const ways = t.few([
    (operation: Order) => stranger.call(operation, { subaccountId, body }),
    (operation: Order) => stranger.call(operation, { subaccountId, body: undefined }, { rawBody }),
  ]);
  const asked = t
    .among(operationIds.filter(isOrder))
    .flatMap((operation) => ways.map((ask) => ask(operation)));
  t.expect(await Promise.all(asked)).toBeRefused({ status: 401 });
});

const spellings = ['X-API-KEY', 'X-Api-Key'];

test('authentication/knows-the-header-in-any-case', async (t) => {
  await admitted(t, 'balances.read');
  const ask = (operation: OperationId, name: string) => {
    const example = exampleOf(t, operation);
    // No order can be made of such a body, and the key comes before it.
    const input = 'body' in example ? { ...example, body: {} } : example;
    const spelled = t.as({ in: 'header-named', name, value: t.keys.full });
    return spelled.call(operation, input as Input<typeof operation>);
  };
  /** What is refused in the usual spelling just so is refused for another reason. */
  const askTwice = async (operation: OperationId, name: string) => {
    const reply = await ask(operation, name);
    const isRefused = reply.status === 401 || reply.status === 403;
    return { reply, usual: isRefused ? await ask(operation, 'x-api-key') : reply };
  };
  const others = t.among(operationIds).filter((operation) => operation !== 'balances.read');
  const asked = await Promise.all([
    // Asked for without any role, so that what is not allowed is the reason of the whole.
    ...t.few(spellings).map((name) => askTwice('balances.read', name)),
    ...t
      .few(others)
      .map((operation, index) =>
        ifPossible(async () => askTwice(operation, spellings[index % spellings.length] ?? '')),
      ),
  ]);
  for (const { reply, usual } of asked.flatMap((pair) => pair ?? []))
    t.expect(reply).toSatisfy({
      code: 'WRONG_STATUS',
      where: 'status',
      expected: 'the key is known in a header of any letter case',
      unless: usual.status === reply.status ? undefined : String(reply.status),
    });
});
