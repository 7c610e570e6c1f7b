import type { Hook } from '../rewriting.ts';
import { alternatives, chained, onFormat, onRefusal, type Variation, variants } from '../variation.ts';

const hour = 3_600_000;

/** Dates headers and error bodies an hour ahead; created records follow from a policy. */
const aheadOfTime: Hook = chained([
  (reply) => {
    reply.headers.date = new Date(Date.now() + hour).toUTCString();
  },
  onRefusal((body) => {
    if (typeof body.timestamp === 'string') body.timestamp = new Date(Date.parse(body.timestamp) + hour).toISOString();
  }),
]);

const clocks = variants('clock', {
  'The clock of the service is an hour ahead, in Date and in all that is created.': [
    { creation: { createdAt: (now) => new Date(now.getTime() + hour).toISOString() } },
    aheadOfTime,
  ],
});

const clocksAlone = alternatives('clock', {
  'Replies have no Date header.': (reply) => {
    reply.undated = true;
  },
  'The Date header is two minutes behind what the service creates, as behind a slow gateway.': (reply) => {
    reply.headers.date = new Date(Date.now() - 120_000).toUTCString();
  },
  'What the service dates is three minutes behind; its Date header is right.': {
    creation: { createdAt: (now) => new Date(now.getTime() - 180_000).toISOString() },
  },
});

const written = (write: (timestamp: string) => string): Hook =>
  chained([
    onFormat('timestamp', write),
    onRefusal((body) => {
      if (typeof body.timestamp === 'string') body.timestamp = write(body.timestamp);
    }),
  ]);

const timestamps = variants(
  'timestamps',
  {
    'Points in time have six digits of a second.': written((timestamp) => timestamp.replace(/Z$/, '417Z')),
  },
  { phase: 'form' },
);

const timestampsAlone = alternatives('timestamps', {
  'Points in time have nine digits of a second.': written((timestamp) => timestamp.replace(/Z$/, '417093Z')),
  'UTC is written +00:00.': written((timestamp) => timestamp.replace(/Z$/, '+00:00')),
  'Points in time have six digits of a second and UTC is written +00:00.': written((timestamp) =>
    timestamp.replace(/Z$/, '000+00:00'),
  ),
});

export const variations: readonly Variation[] = [...clocks, ...clocksAlone, ...timestamps, ...timestampsAlone];
