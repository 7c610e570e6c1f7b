import { type Conformance, type Reply, test } from '#harness';
import { keepsConversions } from '../given/model-conversion.ts';
import { readsWhatWasCreated } from '../given/model-offramp.ts';
import {
  keepsAnsweringDeposits,
  keepsAnsweringLightningOfframps,
  keepsAnsweringOnramps,
} from '../given/model-order.ts';
import { fixed, readCreated } from '../given/offramp.ts';
import { accepted } from '../given/record.ts';

// What is created beside these tests makes no difference to them.

test('deposit.simulate/holds-through-a-sequence', keepsAnsweringDeposits);

test('onramp.initiate/holds-through-a-sequence', keepsAnsweringOnramps);

test('lightning-offramp.initiate/holds-through-a-sequence', keepsAnsweringLightningOfframps);

test('offramp.read/holds-through-a-sequence', readsWhatWasCreated);

test('conversion.list/holds-through-a-sequence', keepsConversions);

const created = async (t: Conformance): Promise<Reply> => {
  const [order] = await accepted(t, 'offramp.initiate');
  return order ?? t.cannot('no order was accepted');
};

test('offramp.initiate/can-be-read', async (t) => {
  t.expect(await readCreated(t, await created(t))).toSucceed();
});

test('offramp.initiate/is-kept-as-created', async (t) => {
  const order = await created(t);
  const kept = await readCreated(t, order);
  if (kept.status > 299) t.cannot('the created offramp cannot be read');
  t.expect(kept).toAgreeWith(order, fixed);
});
