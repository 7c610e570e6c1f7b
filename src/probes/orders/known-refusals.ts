// Refusals with a known reason, because the probe made the order wrong on purpose. They explain refusals of valid
// orders.
import { type OrderId, operationOf } from '#contract';
import { changedAt, isRecord, type Purpose, partyPaths, type Reply, railPath, valueAt } from '#evidence';
import { sameShape } from '#generators';
import type { Service } from '../service.ts';
import { attempt, isAnswered } from '../source.ts';
import { bodyOf, toNobody, withNewReference } from './valid-orders.ts';

const amountPath = (body: object): string => (valueAt(body, 'from.amount') === undefined ? 'amount' : 'from.amount');

interface Known {
  readonly changed: NonNullable<Purpose['changed']>;
  readonly body: object;
}

const railOf = (reply: Reply): unknown => valueAt(bodyOf(reply), railPath);

const toNamed = (reply: Reply, { roles }: Service): boolean =>
  roles.has('namedRecipient') && valueAt(bodyOf(reply), 'to.recipient_id') === roles.namedRecipient;

const knownFor = (
  service: Service,
  operation: OrderId,
  refused: readonly Reply[],
  accepted: readonly Reply[],
): readonly { readonly from: Reply; readonly known: Known }[] => {
  const [base] = accepted.filter((reply) => !toNamed(reply, service));
  const [named] = accepted.filter((reply) => toNamed(reply, service));
  const made: { from: Reply; known: Known }[] = [];
  const add = (
    from: Reply | undefined,
    kind: Known['changed']['kind'],
    path: string,
    of: (body: object) => unknown,
  ) => {
    const changed = from && of(bodyOf(from));
    if (from && isRecord(changed)) made.push({ from, known: { changed: { kind, path }, body: changed } });
  };
  const { listed } = operationOf(operation).order ?? {};
  if (listed?.unlisted !== undefined)
    add(base, 'value', listed.path, (body) => changedAt(body, listed.path, listed.unlisted));
  if (operation === 'offramp.initiate') {
    const plain = refused.filter((reply) => !toNamed(reply, service));
    const hasRail = plain.some((reply) => railOf(reply) !== undefined);
    if (hasRail) add(base, 'value', railPath, (body) => changedAt(body, railPath, 'CARRIER_PIGEON'));
    if (hasRail && !accepted.some((reply) => railOf(reply) !== undefined))
      add(base, 'invented', 'to.delivery_channel', (body) => changedAt(body, 'to.delivery_channel', 'STANDARD'));
    if (plain.some((reply) => railOf(reply) === undefined) && !accepted.some((reply) => railOf(reply) === undefined))
      add(base, 'omitted', 'to.currency', (body) => changedAt(body, 'to.currency', undefined));
    if (refused.length > plain.length) add(named, 'rail', railPath, (body) => changedAt(body, railPath, 'ACH'));
  }
  const party = partyPaths.find((path) => base && valueAt(bodyOf(base), path));
  if (party !== undefined)
    add(base, 'role', party, (body) =>
      party === 'accountNumber' ? changedAt(body, party, sameShape(String(valueAt(body, party)))) : toNobody(body),
    );
  add(base, 'other', amountPath(base ? bodyOf(base) : {}), (body) => changedAt(body, amountPath(body), 'twelve'));
  return made;
};

export const knownRefusals = async (
  service: Service,
  operation: OrderId,
  refused: readonly Reply[],
  accepted: readonly Reply[],
): Promise<readonly Reply[]> => {
  const replies: Reply[] = [];
  for (const { from, known } of knownFor(service, operation, refused, accepted)) {
    const { changed, body } = known;
    const purpose = { probe: `known refusals of ${operation}`, case: `${changed.kind}: ${changed.path}`, changed };
    const input = { subaccountId: from.request.input.subaccountId, body: withNewReference(body) };
    const isOdd = changed.kind === 'other' ? { odd: 'a wrong type' as const } : {};
    const api = service.api.about({ ...purpose, ...isOdd, tried: true });
    const seen = await attempt(() => api.call(operation, input as never));
    if (isAnswered(seen)) replies.push(seen.value);
  }
  return replies;
};
