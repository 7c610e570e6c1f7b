import type { Variation } from '../planted.ts';
import type { Hook } from '../rewriting.ts';
import { chained, onRefusal } from './hook.ts';
import { onFormat } from './places.ts';

const excludes = 'one way of writing excludes another';

/** Writes every point in time in another way, those of error bodies too. */
const written = (write: (timestamp: string) => string): Hook =>
  chained([
    onFormat('timestamp', write),
    onRefusal((body) => {
      if (typeof body.timestamp === 'string') body.timestamp = write(body.timestamp);
    }),
  ]);

export const timestampVariations: readonly Variation[] = [
  {
    id: 'timestamps/in-microseconds',
    sentence: 'Points in time have six digits of a second.',
    reply: written((timestamp) => timestamp.replace(/Z$/, '417Z')),
  },
  {
    id: 'timestamps/in-nanoseconds',
    sentence: 'Points in time have nine digits of a second.',
    alone: excludes,
    reply: written((timestamp) => timestamp.replace(/Z$/, '417093Z')),
  },
  {
    id: 'timestamps/with-a-zero-offset',
    sentence: 'UTC is written +00:00.',
    alone: excludes,
    reply: written((timestamp) => timestamp.replace(/Z$/, '+00:00')),
  },
  {
    id: 'timestamps/with-microseconds-and-a-zero-offset',
    sentence: 'Points in time have six digits of a second and UTC is written +00:00.',
    alone: excludes,
    reply: written((timestamp) => timestamp.replace(/Z$/, '000+00:00')),
  },
];
