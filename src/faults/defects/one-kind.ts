import type { OperationId } from '#contract';
import type { SeenRequest } from '#sandbox';
import { isRecord } from '../places.ts';
import { type Hook, rewriting } from '../rewriting.ts';

/** Whether a defect shows in the answer to a request. */
export type When = (request: SeenRequest) => boolean;

export const sent = ({ body }: SeenRequest, holder: string, member: string): unknown => {
  const held = isRecord(body) ? body[holder] : undefined;
  return isRecord(held) ? held[member] : undefined;
};

export const isAsset =
  (asset: string): When =>
  (request) =>
    sent(request, 'to', 'asset') === asset;

export const isInCents = (request: SeenRequest): boolean => {
  const amount = isRecord(request.body)
    ? (request.body.amount ?? sent(request, 'from', 'amount'))
    : undefined;
  return typeof amount === 'number' && !Number.isInteger(amount);
};

/** The second seeded subaccount, which is a business. */
export const isOfBusiness: When = ({ params }) => (params.subaccountId ?? '').startsWith('5eed0a02');
export const isOfUnverified: When = ({ params }) => (params.subaccountId ?? '').startsWith('5eed0a03');

/** Changes a member in the successes of some requests of an operation only. */
export const changing = (
  operation: OperationId,
  path: string,
  change: (value: unknown) => unknown,
  when: When,
): { readonly reply: Hook } => ({
  reply: rewriting(operation, path, (value, { request }) => (when(request) ? change(value) : value)),
});

export const lost = () => undefined;
