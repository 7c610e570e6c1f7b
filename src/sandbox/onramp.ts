import { type HandledRequest, parameter, post, type Route } from './call.ts';
import { type OnrampOrder, onrampShape } from './onramp-record.ts';
import { readOrder } from './order.ts';
import { isReply, type Reply } from './reply.ts';
import { refusalOfInitiation } from './verification.ts';

type OnrampCall = HandledRequest<'onramp.initiate'>;

function refusal(call: OnrampCall, order: OnrampOrder): Reply | undefined {
  const rules = call.policies.onramp;
  if (!rules.allowsAsset(order['to.asset'])) return call.refuse('onrampAssetNotAllowed', rules.named.join(', '));
  return refusalOfInitiation(call);
}

function initiate(call: OnrampCall): Reply {
  const { policies, store, operation } = call;
  const order = readOrder(call, onrampShape);
  if (isReply(order)) return order;
  const refused = refusal(call, order);
  if (refused) return refused;
  const rate = policies.onramp.rate(order['from.currency'], String(order['to.asset']));
  if (rate === undefined) return call.refuse('invalidOrder', 'from.currency is not a currency of onramps');
  const subaccountId = parameter(call, 'subaccountId');
  const createdAt = policies.creation.createdAt(call.at, operation);
  const record = policies.onramp.record(order, policies.onramp.quote(order, rate), {
    id: policies.creation.newId(operation),
    status: policies.creation.firstStatus(operation),
    createdAt,
    expiresAt: policies.onramp.expiresAt(createdAt),
    method: policies.onramp.paymentMethod(order['from.currency']),
    subaccountId,
  });
  store.onramps.push({ owner: subaccountId, origin: 'initiated', record });
  const movement = { operation, amount: order['from.amount'], currency: order['from.currency'] };
  store.balances = policies.balances.effectOfInitiation(store.balances, movement);
  return { status: policies.creation.replyStatus(operation), body: record };
}

export const onrampRoutes: readonly Route[] = [
  post('onramp.initiate', '/v2/ramp/:subaccountId/banking/onramp/initiate', initiate),
];
