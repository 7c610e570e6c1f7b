import type { Balances } from './balances.ts';
import { type Call, isReply, type Reply, type Route } from './call.ts';
import { type Amount, add } from './money.ts';
import type { MoneyOperation } from './operation.ts';
import { type Order, readOrder } from './order.ts';
import { refusalOfMoney } from './verification.ts';

interface DepositPolicies {
  /** The currencies that the refusal names. */
  readonly named: readonly string[];
  readonly allows: (currency: unknown) => boolean;
  /** The balances after an accepted deposit. */
  readonly effect: (balances: Balances, deposit: { currency: string; amount: Amount }) => Balances;
  /** The balances after a refused deposit: the same ones. */
  readonly effectOfRefusal: DepositPolicies['effect'];
  /** The document shows no body and leaves the status open. */
  readonly success: () => Reply;
}

const currencies = ['NGN', 'BRL', 'USD', 'EUR', 'GHS', 'ZMW', 'TZS', 'USDC', 'USDT', 'MXN', 'COP', 'ARS'];

export const deposit: DepositPolicies = {
  named: currencies,
  allows: (currency) => typeof currency === 'string' && currencies.includes(currency),
  // Credited where the account holds the currency; what a simulated deposit does to a balance is open.
  effect: (balances, { currency, amount }) => {
    const code = currency.toLowerCase();
    const held = balances[code];
    return held === undefined ? balances : { ...balances, [code]: add(held, amount) };
  },
  effectOfRefusal: (balances) => balances,
  success: () => ({ status: 204 }),
};

const shape = { currency: 'any', amount: 'amount', accountNumber: 'text' } as const;

function refusal(call: Call<MoneyOperation>, order: Order<typeof shape>): Reply | undefined {
  const rules = call.policies.deposit;
  if (!rules.allows(order.currency)) return call.refuse('depositCurrencyNotAllowed', rules.named.join(', '));
  return refusalOfMoney(call);
}

function simulate(call: Call<MoneyOperation>): Reply {
  const order = readOrder(call, shape);
  if (isReply(order)) return order;
  const { policies, store } = call;
  const refused = refusal(call, order);
  const currency = typeof order.currency === 'string' ? order.currency : '';
  const effect = refused ? policies.deposit.effectOfRefusal : policies.deposit.effect;
  store.balances = effect(store.balances, { currency, amount: order.amount });
  return refused ?? policies.deposit.success();
}

export const depositRoutes: readonly Route[] = [
  {
    operation: 'deposit.simulate',
    method: 'POST',
    paths: ['/v1/ramp/:subaccountId/banking/deposits/simulate'],
    handle: (call) => simulate({ ...call, operation: 'deposit.simulate' }),
  },
];
