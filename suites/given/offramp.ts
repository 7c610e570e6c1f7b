import { type Conformance, isRecord, type Reply, writtenIdOf } from '#harness';
import { carriesRecord } from './further.ts';
import { eventually } from './patience.ts';
import { accepted } from './record.ts';
import { furtherReplies } from './variant.ts';

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

/** Accepted offramps of every kind: of the example, in cents, to each kind of recipient. */
export const createdOfframps = async (t: Conformance): Promise<readonly Reply[]> => {
  const orders = [
    ...(await accepted(t, 'offramp.initiate')),
    ...(await furtherReplies(t, 'offramp.initiate')),
  ];
  const { individual } = t.roles;
  const created = orders.filter(
    (reply) => carriesRecord(reply) && reply.request.input.subaccountId === individual,
  );
  return created.length > 0 ? created : t.cannot('no order was accepted with a record');
};

/** A created offramp may take a moment to be read. */
export const readCreated = (t: Conformance, order: Reply): Promise<Reply> =>
  eventually(
    () => t.api.readOfframp({ subaccountId: t.roles.individual, offrampId: writtenIdOf(order) }),
    ({ status }) => status < 300,
  );

const hasReference = (record: unknown): boolean =>
  isRecord(record) && typeof record.client_offramp_reference === 'string';

/** A record of one offramp shows a reference where another of it does: an order without one has none anywhere. */
export const expectReferences = (
  t: Conformance,
  pairs: readonly (readonly [reply: Reply, other: unknown])[],
): void => {
  const lost = pairs.some(([reply, other]) => hasReference(reply.body) !== hasReference(other));
  t.expect(pairs.map(([reply]) => reply)).toSatisfy({
    code: 'MISSING_MEMBER',
    where: '$.client_offramp_reference',
    expected: 'the reference of the order, wherever it shows',
    unless: lost ? 'no reference' : undefined,
  });
};
