import type { Balances } from './balances.ts';
import { type HandledRequest, isReply, type MoneyOperation, post, type Reply, type Route } from './call.ts';
import { type Amount, add } from './money.ts';
import { type Order, readOrder } from './order.ts';
import { refusalOfMoney } from './subaccount.ts';

const depositShape = { currency: 'any', amount: 'amount', accountNumber: 'text' } as const;

const currencies = ['NGN', 'BRL', 'USD', 'EUR', 'GHS', 'ZMW', 'TZS', 'USDC', 'USDT', 'MXN', 'COP', 'ARS'];

interface Deposit {
  readonly currency: string;
  readonly amount: Amount;
}

export const deposit = {
  /** The currencies that the refusal names. */
  named: currencies as readonly string[],
  allows: (currency: unknown): boolean => typeof currency === 'string' && currencies.includes(currency),
  // Credited where the account holds the currency; what a simulated deposit does to a balance is open.
  effect: (balances: Balances, { currency, amount }: Deposit): Balances => {
    const code = currency.toLowerCase();
    const held = balances[code];
    return held === undefined ? balances : { ...balances, [code]: add(held, amount) };
  },
  effectOfRefusal: (balances: Balances, _deposit: Deposit): Balances => balances,
  /** The document shows no body and leaves the status open. */
  success: (): Reply => ({ status: 204 }),
};

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
