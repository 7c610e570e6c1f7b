import type { OperationId } from '#contract';
import { isRecord, type Reply } from '#evidence';

const carriesOnly = (body: unknown, names: readonly string[]): boolean =>
  isRecord(body) && Object.entries(body).every(([name, value]) => value === null || names.includes(name));

const isEmptyKyc = (body: unknown): boolean => carriesOnly(body, ['status', 'type']);

/** Whether a service leaves out of a record all that could be judged. */
const emptiness: Readonly<Partial<Record<OperationId, (body: unknown) => boolean>>> = {
  'taxonomy.list': (body) => Array.isArray(body) && body.length === 0,
  'balances.read': (body) =>
    isRecord(body) && isRecord(body.balances) && Object.keys(body.balances).length === 0,
  'individual-kyc.read': isEmptyKyc,
  'business-kyc.read': isEmptyKyc,
};

/** The reason why nothing was there to judge: chance, or a service that serves records with nothing in them. */
export const emptiedBy = (replies: readonly Reply[]): 'service' | 'nothing to judge' =>
  replies.length > 0 && replies.every(({ operation, body }) => emptiness[operation]?.(body) ?? false)
    ? 'service'
    : 'nothing to judge';
