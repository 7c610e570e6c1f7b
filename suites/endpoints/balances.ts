import { test } from '#harness';
import { recordsOf } from '../given/record.ts';

test('balances.read/is-of-the-whole-account', async (t) => {
  const [whole] = await recordsOf(t, 'balances.read');
  const narrowed = await t.api.readBalances({ query: { subaccountId: t.roles.individual } });
  if (narrowed.status > 299) t.cannot('a query is refused here, which the document leaves open');
  t.expect(narrowed).toAgreeWith(whole, ['id', 'email', 'createdAt']);
});
