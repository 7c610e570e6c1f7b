import { markedAs } from '#attribution';
import { conformanceTest, observes, universalTest } from '#checks';
import { operationIds } from '#contract';
import { repliesOf } from '#probes';

universalTest(
  'service/framing',
  { needs: operationIds.map(repliesOf) },
  observes((replies) => {
    const notes = replies.flatMap(({ operation, notes }) =>
      notes.map(({ about, text }) => ({ operation, situation: about, fact: text, byChance: true })),
    );
    const nothing = { situation: 'framing', fact: 'nothing odd', byChance: true };
    return notes.length > 0 ? notes : [{ operation: 'balances.read', ...nothing }];
  }),
);

universalTest(
  'service/blocked-values',
  { needs: operationIds.map(repliesOf) },
  observes((replies) => {
    const blocked = replies.filter((reply) => markedAs(reply) === 'block');
    const operations = operationIds.filter((id) => blocked.some(({ operation }) => operation === id));
    const counted = operations.map((operation) => ({
      operation,
      situation: 'blocked before the service',
      fact: blocked.filter((reply) => reply.operation === operation).length,
      byChance: true,
    }));
    const none = { situation: 'blocked before the service', fact: 'nothing', byChance: true };
    return counted.length > 0 ? counted : [{ operation: 'balances.read', ...none }];
  }),
);

const aMinute = 60_000;

conformanceTest(
  'service/clock',
  repliesOf('balances.read'),
  observes(([reply]) => {
    const { serverDate, receivedAt } = reply ?? {};
    const isKnown = serverDate !== undefined && receivedAt !== undefined;
    const off = isKnown ? Math.abs(serverDate.getTime() - receivedAt.getTime()) : undefined;
    const fact = off === undefined ? 'no Date header' : off < aMinute ? 'within a minute' : 'off by more';
    return [{ operation: 'balances.read', situation: 'clock', fact }];
  }),
);
