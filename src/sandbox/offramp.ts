import { get, type HandledRequest, parameter, post, type Route } from './call.ts';
import { type OfframpOrder, offrampShape } from './offramp-record.ts';
import { readOrder } from './order.ts';
import { paged } from './pagination.ts';
import { recipients } from './recipient.ts';
import { isReply, type Reply } from './reply.ts';
import { refusalOfInitiation, subaccountOf } from './verification.ts';

type OfframpCall = HandledRequest<'offramp.initiate'>;

function refusal(call: OfframpCall, order: OfframpOrder): Reply | undefined {
  const { policies, refuse } = call;
  const refused = refusalOfInitiation(call);
  if (refused) return refused;
  const recipient = policies.recipient.find(recipients, order['to.recipient_id'], parameter(call, 'subaccountId'));
  if (recipient === undefined) return refuse('bankAccountNotFound');
  if (!policies.offramp.allowsAsset(order['from.asset'])) {
    return refuse('invalidOrder', 'from.asset is not an asset of offramps');
  }
  const wrong = policies.rails.judge({
    named: policies.rails.isNamed(recipient),
    lacks: policies.rails.lacks(recipient),
    currency: order['to.currency'],
    recipientCurrency: recipient.currency,
    rail: order['to.payment_rail'],
  });
  return wrong === undefined ? undefined : refuse('railRefused', wrong);
}

function initiate(call: OfframpCall): Reply {
  const { policies, store, operation } = call;
  const order = readOrder(call, offrampShape);
  if (isReply(order)) return order;
  const refused = refusal(call, order);
  if (refused && !policies.offramp.keepsRefused(refused)) return refused;
  const rate = policies.offramp.rate(order['from.asset'], order['to.currency']);
  const subaccountId = parameter(call, 'subaccountId');
  const id = policies.creation.newId(operation);
  const status = policies.creation.firstStatus(operation);
  const createdAt = policies.creation.createdAt(call.at, operation);
  const settlement = policies.offramp.settlement(status, { id, createdAt });
  const record = policies.offramp.record(order, policies.offramp.quote(order, rate), {
    id,
    status,
    createdAt,
    subaccountId,
    settlement,
  });
  const stored = policies.offramp.stored(record);
  if (stored) store.offramps.push({ owner: subaccountId, origin: 'initiated', record: stored });
  if (refused) return refused;
  const movement = { operation, amount: order['from.amount'], currency: order['from.asset'] };
  store.balances = policies.balances.effectOfInitiation(store.balances, movement);
  return { status: policies.creation.replyStatus(operation), body: policies.offramp.created(record) };
}

function list(call: HandledRequest): Reply {
  const found = subaccountOf(call);
  if (isReply(found)) return found;
  const { policies, store } = call;
  const items = policies.offramp.listing(store.offramps, found.id);
  return paged(call, items, ({ record }) => policies.offramp.listed(record), policies.pagination.offrampEnvelope);
}

function read(call: HandledRequest): Reply {
  const wanted = { subaccountId: parameter(call, 'subaccountId'), id: parameter(call, 'offrampId') };
  const found = call.policies.offramp.find(call.store, wanted);
  return found ? { status: 200, body: call.policies.offramp.retrieved(found) } : call.refuse('offrampNotFound');
}

export const offrampRoutes: readonly Route[] = [
  post('offramp.initiate', '/v2/ramp/:subaccountId/banking/offramp/initiate', initiate),
  // The document writes the trailing slash; without it is a courtesy.
  get('offramp.list', ['/v2/ramp/:subaccountId/banking/offramp/', '/v2/ramp/:subaccountId/banking/offramp'], list),
  get('offramp.read', '/v2/ramp/:subaccountId/banking/offramp/:offrampId', read),
];
