import { isFromService } from '#attribution';
import { operationIds } from '#contract';
import type { Reply } from '#evidence';
import { unlistedOrders } from '../orders/unlisted.ts';
import { type Probe, probesOf, type Source } from '../source.ts';
import { refusedAbsence } from './absent.ts';

/** Refusals whose body the document describes: of what is absent, and of values outside a list. */
export const describedRefusals: readonly Source<unknown>[] = [
  ...operationIds.flatMap((id) => refusedAbsence(id) ?? []),
  unlistedOrders('deposit.simulate'),
  unlistedOrders('onramp.initiate'),
];

const ids = new Set(
  describedRefusals.flatMap((source): readonly Probe<unknown>[] => probesOf(source)).map(({ id }) => id),
);

/** Refusals of what is absent or unlisted, under whatever status the service has for them. */
export const isDescribedRefusal = (reply: Reply): boolean =>
  reply.status >= 400 && reply.status < 500 && isFromService(reply) && ids.has(reply.request.purpose.probe);
