import { always, check, observes } from '#checks';
import { operationIds } from '#contract';
import { repliesOf } from '#probes';

always(
  'service/framing',
  { over: operationIds.map(repliesOf) },
  observes((replies) => {
    const notes = replies.flatMap(({ operation, notes }) =>
      notes.map(({ about, told }) => ({ operation, situation: about, fact: told, byChance: true })),
    );
    const nothing = { situation: 'framing', fact: 'nothing odd', byChance: true };
    return notes.length > 0 ? notes : [{ operation: 'balances.read', ...nothing }];
  }),
);

const aMinute = 60_000;

check(
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
