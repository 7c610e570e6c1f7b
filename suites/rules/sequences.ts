import { type Conformance, type Reply, test } from '#harness';
import { keepsConversions } from '../given/model-conversion.ts';
import { readsWhatWasCreated } from '../given/model-offramp.ts';
import {
  keepsAnsweringDeposits,
  keepsAnsweringLightningOfframps,
  keepsAnsweringOnramps,
} from '../given/model-order.ts';
import { createdOfframps, expectReferences, fixed, readCreated } from '../given/offramp.ts';

// What is created beside these tests makes no difference to them.

test('deposit.simulate/holds-through-a-sequence', keepsAnsweringDeposits);

test('onramp.initiate/holds-through-a-sequence', keepsAnsweringOnramps);

test('lightning-offramp.initiate/holds-through-a-sequence', keepsAnsweringLightningOfframps);

test('offramp.read/holds-through-a-sequence', readsWhatWasCreated);

test('conversion.list/holds-through-a-sequence', keepsConversions);

/** Each created offramp with what was read of it. */
const readBack = (t: Conformance): Promise<readonly (readonly [order: Reply, kept: Reply])[]> =>
  t.recall('created offramps, read', async (once) => {
    const orders = await createdOfframps(once);
    return Promise.all(orders.map(async (order) => [order, await readCreated(once, order)] as const));
  });

test('offramp.initiate/can-be-read', async (t) => {
  const pairs = await readBack(t);
  t.expect(pairs.map(([, kept]) => kept)).toSucceed();
});

test('offramp.initiate/is-kept-as-created', async (t) => {
  const pairs = (await readBack(t)).filter(([, kept]) => kept.status < 300);
  if (pairs.length === 0) t.cannot('no created offramp can be read');
  for (const [order, kept] of pairs) t.expect(kept).toAgreeWith(order, fixed);
  expectReferences(
    t,
    pairs.map(([order, kept]) => [kept, order.body]),
  );
});
