import type { PlantedFault } from '../planted.ts';
import { against } from '../planting.ts';
import { answering, otherId, rewriting, serverError } from '../rewriting.ts';

const records = [
  { operation: 'offramp.read', noun: 'offramp', one: 'An offramp' },
  { operation: 'withdrawal.read', noun: 'withdrawal', one: 'A withdrawal' },
  { operation: 'conversion.read', noun: 'conversion', one: 'A conversion' },
] as const;

const owned = records.flatMap(({ operation, noun, one }) => [
  ...against(`${operation}/returns-the-one-asked-for`, {
    [`${noun}/id-of-its-own`]: [
      'The id is an internal one.',
      { reply: rewriting(operation, '$.id', () => otherId) },
    ],
  }),
  ...against(`${operation}/keeps-to-its-subaccount`, {
    [`${noun}/fails-for-others`]: [
      `${one} of another subaccount breaks the service.`,
      { reply: answering({ operation, status: 404 }, serverError) },
    ],
  }),
]);

const listed = [
  { operation: 'offramp.read', noun: 'offramp' },
  { operation: 'conversion.read', noun: 'conversion' },
] as const;

const absent = listed.flatMap(({ operation, noun }) =>
  against(`${operation}/hides-what-is-absent`, {
    [`${noun}/absent-as-null`]: [
      `An absent ${noun} is answered 200 with null.`,
      { reply: answering({ operation, status: 404 }, () => ({ status: 200, body: null })) },
    ],
    [`${noun}/absent-fails`]: [
      `An absent ${noun} breaks the service.`,
      { reply: answering({ operation, status: 404 }, serverError) },
    ],
  }),
);

/** Records that are read by their id, and can be wrong alike. */
export const storedRecordFaults: readonly PlantedFault[] = [...owned, ...absent];
