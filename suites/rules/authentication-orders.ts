import { type OperationId, operationIds, operationOf, test } from '#harness';
import { authenticates } from '../given/authentication.ts';

// An order that is taken in spite of its key would be blamed on whatever looks at listings and balances meanwhile.

for (const operation of operationIds) if (operationOf(operation).method === 'POST') authenticates(operation);

test('authentication/comes-before-the-body', async (t) => {
  const subaccountId = t.roles.individual;
  const stranger = t.as({ in: 'none' });
  const body = { currency: 'JPY', amount: 'none', to: { asset: 'NOTHING' } };
  const rawBody = '{"currency":';
  for (const operation of withBody) {
    const unlisted = await stranger.call(operation, { subaccountId, body });
    const torn = await stranger.call(operation, { subaccountId, body: undefined }, { rawBody });
    t.expect([unlisted, torn]).toBeRefused({ status: 401 });
  }
});

const withBody = [
  'deposit.simulate',
  'onramp.initiate',
  'offramp.initiate',
  'lightning-offramp.initiate',
] as const satisfies readonly OperationId[];
