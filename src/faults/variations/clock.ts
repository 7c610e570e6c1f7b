import type { Variation } from '../planted.ts';
import type { Hook } from '../rewriting.ts';
import { chained, onRefusal } from './hook.ts';
import { initiated } from './operation-groups.ts';

const hour = 3_600_000;

/** Dates headers and error bodies an hour ahead; created records follow from a policy. */
const aheadOfTime: Hook = chained([
  (reply) => {
    reply.headers.date = new Date(Date.now() + hour).toUTCString();
  },
  onRefusal((body) => {
    if (typeof body.timestamp === 'string')
      body.timestamp = new Date(Date.parse(body.timestamp) + hour).toISOString();
  }),
]);

export const clockVariations: readonly Variation[] = [
  {
    id: 'clock/an-hour-ahead',
    sentence: 'The clock of the service is an hour ahead, in Date and in all that is created.',
    policies: { creation: { createdAt: (now) => new Date(now.getTime() + hour).toISOString() } },
    reply: aheadOfTime,
  },
  {
    id: 'clock/undated',
    sentence: 'Replies have no Date header.',
    alone: 'one clock excludes another',
    reply: (reply) => {
      reply.undated = true;
    },
  },
  {
    id: 'clock/date-behind',
    sentence: 'The Date header is two minutes behind what the service creates, as behind a slow gateway.',
    alone: 'one clock excludes another',
    reply: (reply) => {
      reply.headers.date = new Date(Date.now() - 120_000).toUTCString();
    },
  },
  {
    id: 'clock/minutes-behind',
    sentence: 'What the service dates is three minutes behind; its Date header is right.',
    operations: initiated,
    replies: 'successes',
    alone: 'one clock excludes another',
    policies: { creation: { createdAt: (now) => new Date(now.getTime() - 180_000).toISOString() } },
  },
];
