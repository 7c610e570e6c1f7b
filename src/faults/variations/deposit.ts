import { defaultPolicies, type SeenRequest } from '#sandbox';
import { refuse } from '../refusal.ts';
import { type Hook, isRecord } from '../rewriting.ts';
import { alternatives, type Variation, variants } from '../variation.ts';

interface Credit {
  readonly currency: string;
  readonly amount: number;
  readonly dueAt: number;
}

const settlingMs = 1_200;

const creditsOf = ({ world: { memory } }: SeenRequest): Credit[] => {
  const known = (memory.get('deposits under way') as Credit[] | undefined) ?? [];
  memory.set('deposits under way', known);
  return known;
};

/** Keeps accepted deposits back, and adds to the balances those that have settled since. */
const settlesLater: Hook = (reply, request) => {
  const { operation, body } = request;
  if (operation === 'deposit.simulate' && reply.status < 300 && isRecord(body)) {
    const currency = String(body.currency).toLowerCase();
    creditsOf(request).push({ currency, amount: Number(body.amount), dueAt: Date.now() + settlingMs });
  }
  if (operation !== 'balances.read' || !isRecord(reply.body) || !isRecord(reply.body.balances)) return;
  const { balances } = reply.body;
  for (const { currency, amount, dueAt } of creditsOf(request))
    if (dueAt <= Date.now()) balances[currency] = Number(balances[currency] ?? 0) + amount;
};

/** An account takes deposits in its own currency; a currency that is not listed is refused before that is looked at. */
const ofOneCurrency: Hook = (reply, request) => {
  const { operation, body } = request;
  const foreign = isRecord(body) && body.currency !== 'USD';
  if (operation !== 'deposit.simulate' || reply.status >= 300 || !foreign) return;
  refuse(reply, request, 422, 'The account to credit is held in another currency');
};

const unknownAccount: Hook = (reply, request) => {
  const isUnknown = isRecord(request.body) && request.body.accountNumber !== '00000033';
  if (request.operation === 'deposit.simulate' && reply.status < 300 && isUnknown)
    refuse(reply, request, 404, 'The account to credit is not known');
};

const combinable = variants('deposit', {
  'A simulated deposit raises no balance.': { deposit: { effect: (held) => held } },
  'A listed currency in another letter case or between spaces is accepted.': {
    deposit: {
      allows: (currency) =>
        typeof currency === 'string' && defaultPolicies.deposit.allows(currency.trim().toUpperCase()),
    },
  },
});

const exclusive = alternatives('deposit', {
  'A simulated deposit raises the balance by its amount less a fee.': {
    deposit: {
      effect: (held, { currency, amount }) =>
        defaultPolicies.deposit.effect(held, { currency, amount: (Number(amount) * 0.99).toFixed(2) }),
    },
  },
  'A simulated deposit raises the balance a little after it was accepted.': [
    { deposit: { effect: (held) => held } },
    settlesLater,
  ],
  'A deposit to an account that nobody has is refused.': [{ deposit: { effect: (held) => held } }, unknownAccount],
  'A deposit is refused where the account to credit is held in another currency.': [
    { deposit: { effect: (held) => held } },
    ofOneCurrency,
  ],
});

export const variations: readonly Variation[] = [...combinable, ...exclusive];
