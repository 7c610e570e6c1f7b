import { type HandledRequest, post, type Route } from './call.ts';
import { depositShape } from './deposit-record.ts';
import type { MoneyOperation } from './operation.ts';
import { type Order, readOrder } from './order.ts';
import { isReply, type Reply } from './reply.ts';
import { refusalOfMoney } from './verification.ts';

function refusal(call: HandledRequest<MoneyOperation>, order: Order<typeof depositShape>): Reply | undefined {
  const rules = call.policies.deposit;
  if (!rules.allows(order.currency)) return call.refuse('depositCurrencyNotAllowed', rules.named.join(', '));
  return refusalOfMoney(call);
}

function simulate(call: HandledRequest<MoneyOperation>): Reply {
  const order = readOrder(call, depositShape);
  if (isReply(order)) return order;
  const { policies, store } = call;
  const refused = refusal(call, order);
  const currency = typeof order.currency === 'string' ? order.currency : '';
  const effect = refused ? policies.deposit.effectOfRefusal : policies.deposit.effect;
  store.balances = effect(store.balances, { currency, amount: order.amount });
  return refused ?? policies.deposit.success();
}

export const depositRoutes: readonly Route[] = [
  post('deposit.simulate', '/v1/ramp/:subaccountId/banking/deposits/simulate', simulate),
];
