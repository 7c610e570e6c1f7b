import { test } from '#harness';
import { repliesOf } from '../given/example.ts';

test('service/clock', async (t) => {
  const [reply] = await repliesOf(t, 'balances.read');
  if (reply?.serverDate === undefined)
    return t.observe('clock', 'no Date header', { operation: 'balances.read' });
  const apart = Math.abs(reply.serverDate.getTime() - reply.receivedAt.getTime());
  t.observe('clock', apart < 60_000 ? 'within a minute' : 'off by more', { operation: 'balances.read' });
});
