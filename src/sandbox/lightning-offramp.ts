import { type HandledRequest, parameter, post, type Route } from './call.ts';
import { lightningShape } from './lightning-offramp-record.ts';
import { readOrder } from './order.ts';
import { recipients } from './recipient.ts';
import { isReply, type Reply } from './reply.ts';
import { refusalOfInitiation } from './verification.ts';

function initiate(call: HandledRequest<'lightning-offramp.initiate'>): Reply {
  const { policies, store, operation } = call;
  const order = readOrder(call, lightningShape);
  if (isReply(order)) return order;
  const refused = refusalOfInitiation(call);
  if (refused) return refused;
  const owner = parameter(call, 'subaccountId');
  const recipient = policies.recipient.find(recipients, order.recipient_id, owner);
  if (recipient === undefined) return call.refuse('bankAccountNotFound');
  const rules = policies.lightningOfframp;
  const createdAt = policies.creation.createdAt(call.at, operation);
  const record = rules.record(order, rules.quote(order, rules.rate(recipient.currency)), recipient, {
    id: policies.creation.newId(operation),
    invoiceId: policies.creation.newId(operation),
    status: policies.creation.firstStatus(operation),
    createdAt,
    expiresAt: rules.expiresAt(createdAt),
  });
  store.lightningOfframps.push({ owner, origin: 'initiated', record });
  const movement = { operation, amount: order.amount, currency: recipient.currency };
  store.balances = policies.balances.effectOfInitiation(store.balances, movement);
  return { status: policies.creation.replyStatus(operation), body: rules.envelope(record) };
}

export const lightningOfframpRoutes: readonly Route[] = [
  post('lightning-offramp.initiate', '/v1/ramp/:subaccountId/banking/offramp/initiate', initiate),
];
