import type { PlantedFault } from '../planted.ts';
import { against } from '../planting.ts';
import { answering, rewriting, serverError, succeeding } from '../rewriting.ts';

const kinds = ['individual-kyc', 'business-kyc'] as const;

const swapTimes = (body: unknown): object => {
  const { created_at, updated_at, ...rest } = body as Record<string, unknown>;
  return { ...rest, created_at: updated_at, updated_at: created_at };
};

const times = kinds.flatMap((kind) =>
  against(`${kind}.read/is-updated-after-its-creation`, {
    [`${kind}/updated-before`]: [
      'The update lies before the creation.',
      { reply: rewriting(`${kind}.read`, '$.updated_at', () => '2020-01-01T00:00:00.000Z') },
    ],
    [`${kind}/times-swapped`]: [
      'Creation and update are swapped.',
      { reply: succeeding(`${kind}.read`, ({ body }) => ({ body: swapTimes(body) })) },
    ],
  }),
);

const others = [
  ...against('individual-kyc.read/has-no-record-for-a-business', {
    'individual-kyc/business-fails': [
      'A business breaks the service.',
      { reply: answering({ operation: 'individual-kyc.read', status: 404 }, serverError) },
    ],
  }),
  ...against('business-kyc.read/has-no-record-for-an-individual', {
    'business-kyc/person-fails': [
      'A person breaks the service.',
      { reply: answering({ operation: 'business-kyc.read', status: 404 }, serverError) },
    ],
  }),
];

/** Defects that the records of people and of businesses can have alike. */
export const kycFaults: readonly PlantedFault[] = [...times, ...others];
