import { isFromService } from '#attribution';
import type { Reply } from '#evidence';
import { unlistedOrders } from '../orders/unlisted.ts';
import { type Probe, probesOf, type Source } from '../source.ts';
import { absent, ordersOfNobody, ordersToNobody, ordersWithoutBankAccount } from './absent.ts';

/** Refusals whose body the document describes: of what is absent, and of values outside a list. */
export const describedRefusals: readonly Source<unknown>[] = [
  absent('subaccount.read'),
  absent('individual-kyc.read'),
  absent('business-kyc.read'),
  absent('withdrawal.read'),
  unlistedOrders('deposit.simulate'),
  unlistedOrders('onramp.initiate'),
  ordersOfNobody('deposit.simulate'),
  ordersWithoutBankAccount('onramp.initiate'),
  ordersToNobody('offramp.initiate'),
  ordersToNobody('lightning-offramp.initiate'),
];

const ids = new Set(
  describedRefusals.flatMap((source): readonly Probe<unknown>[] => probesOf(source)).map(({ id }) => id),
);

/** Refusals of what is absent or unlisted, under whatever status the service has for them. */
export const isDescribedRefusal = (reply: Reply): boolean =>
  reply.status >= 400 && reply.status < 500 && isFromService(reply) && ids.has(reply.request.purpose.probe);
