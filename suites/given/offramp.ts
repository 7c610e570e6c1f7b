import { type Conformance, idOf, type Reply } from '#harness';
import { eventually } from './patience.ts';

/** Fixed at creation, and the same wherever the offramp shows. */
export const fixed = [
  'id',
  'created_at',
  'account_id',
  'client_offramp_reference',
  'from.amount',
  'from.asset',
  'to.recipient_id',
  'to.currency',
];

/** A created offramp may take a moment to be read. */
export const readCreated = (t: Conformance, order: Reply): Promise<Reply> =>
  eventually(
    () => t.api.readOfframp({ subaccountId: t.roles.individual, offrampId: idOf(order) }),
    ({ status }) => status < 300,
  );
