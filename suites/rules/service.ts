import { test } from '#harness';
import { repliesOf } from '../given/example.ts';
import { everyReply } from '../given/record.ts';

test('service/framing', async (t) => {
  const replies = await everyReply(t);
  for (const { operation, notes } of replies)
    for (const { about, told } of notes) t.observe(about, told, { operation, byChance: true });
  if (replies.every(({ notes }) => notes.length === 0))
    t.observe('framing', 'nothing odd', { operation: 'balances.read', byChance: true });
});

test('service/clock', async (t) => {
  const [reply] = await repliesOf(t, 'balances.read');
  if (reply?.serverDate === undefined)
    return t.observe('clock', 'no Date header', { operation: 'balances.read' });
  const apart = Math.abs(reply.serverDate.getTime() - reply.receivedAt.getTime());
  t.observe('clock', apart < 60_000 ? 'within a minute' : 'off by more', { operation: 'balances.read' });
});
