import { randomUUID } from 'node:crypto';
import { defaultPolicies, type SeenRequest, sandboxKeys } from '#sandbox';
import { isOfBusiness, keyOf, timesBefore, type When } from '../requests.ts';
import { errorBody, type Hook, isRecord, refusing } from '../rewriting.ts';
import {
  alternatives,
  circumstance,
  inPlaces,
  keepingBack,
  onMembers,
  onSuccess,
  shown,
  under,
  variants,
} from '../variation.ts';

const read = 'balances.read';

const more = { mxn: 0, cop: 1250000.75, usdc: 0.000001, btc: 0.00012345, kes: -12.5, zmw: 9007199254740991 };

variants('balances', {
  'Balances are held in currencies that the document does not show, in fractions, zero and overdrawn.': shown(
    onMembers(read, { '$.balances': (held) => ({ ...(isRecord(held) ? held : {}), ...more }) }),
  ),
  'The account has a status that the document does not show, and no business name.': shown(
    onMembers(read, {
      '$.status': 'active',
      '$.businessName': '',
    }),
  ),
});

alternatives('balances', {
  'The account holds no balances: the map is empty.': onMembers(read, { '$.balances': {} }),
  'A currency of which nothing is held is left out of the map.': onMembers(read, {
    '$.balances': (held) => Object.fromEntries(Object.entries(held as object).filter(([, amount]) => amount !== 0)),
  }),
});

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

const settlesLater: Hook = (reply, request) => {
  const { operation, body } = request;
  if (operation === 'deposit.simulate' && reply.status < 300 && isRecord(body)) {
    const currency = String(body.currency).toLowerCase();
    creditsOf(request).push({ currency, amount: Number(body.amount), dueAt: Date.now() + settlingMs });
  }
  const isOfOther = keyOf(request) === sandboxKeys.other;
  if (operation !== 'balances.read' || isOfOther || !isRecord(reply.body) || !isRecord(reply.body.balances)) return;
  const { balances } = reply.body;
  for (const { currency, amount, dueAt } of creditsOf(request))
    if (dueAt <= Date.now()) balances[currency] = Number(balances[currency] ?? 0) + amount;
};

const refusedDeposits = (when: When, [status, message]: readonly [status: number, message: string]): Hook =>
  refusing(
    (request) => request.operation === 'deposit.simulate' && when(request),
    ({ path }) => ({ status, body: errorBody(status, message, path) }),
  );

/** An unlisted currency is refused before the account's currency is checked. */
const ofOneCurrency = refusedDeposits(
  ({ body }) => isRecord(body) && body.currency !== 'USD',
  [422, 'The account to credit is held in another currency'],
);

const unknownAccount = refusedDeposits(
  ({ body }) => isRecord(body) && body.accountNumber !== '00000033',
  [404, 'The account to credit is not known'],
);

variants('deposit', {
  'A simulated deposit raises no balance.': { deposit: { effect: (held) => held } },
  'A listed currency in another letter case or between spaces is accepted.': {
    deposit: {
      allows: (currency) =>
        typeof currency === 'string' && defaultPolicies.deposit.allows(currency.trim().toUpperCase()),
    },
  },
});

alternatives('deposit', {
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
  'A deposit to an unknown account number is refused.': unknownAccount,
  'A deposit is refused where the account to credit is held in another currency.': keepingBack(
    'deposit.simulate/accepts-each-listed-currency',
    'deposit.simulate/moves-its-own-balance-alone',
  )(ofOneCurrency),
});

/** The document does not say how a deposit to another account is refused. */
const individualAccount = refusedDeposits(
  (request) => isRecord(request.body) && (request.body.accountNumber !== '00000033' || isOfBusiness(request)),
  [400, 'accountNumber is not one of this subaccount'],
);

alternatives(
  'deposit',
  {
    'The account to credit belongs to the person, and is refused for the business as an unknown one is.':
      individualAccount,
    'Balances are sums of doubles, with all their digits.': {
      deposit: {
        effect: (held, { currency, amount }) => ({
          ...held,
          [currency.toLowerCase()]: String(Number(held[currency.toLowerCase()] ?? 0) + 0.1 + Number(amount) - 0.1),
        }),
      },
    },
  },
  { keepsBack: [] },
);

type Conversion = Record<'amount' | 'feeAmount' | 'netAmount' | 'estimatedReceived' | 'rate', string>;

const inTwelve = (value: number, exact = 12): string => String(inPlaces(12)(value.toFixed(exact)));

const onConversions = (change: (conversion: Conversion) => Partial<Conversion>): Hook =>
  onSuccess(['conversion.list', 'conversion.read'], (body) => {
    if (!isRecord(body)) return;
    const conversions = Array.isArray(body.data) ? body.data : [body];
    for (const conversion of conversions) Object.assign(conversion, change(conversion));
  });

variants('conversion', {
  'A conversion costs nothing: the net amount is the amount.': onConversions(({ amount, rate }) => ({
    feeAmount: inTwelve(0),
    netAmount: amount,
    estimatedReceived: inTwelve(Number(amount) * Number(rate)),
  })),
});

alternatives('conversion', {
  'The estimate is a hundredth below the net amount at its rate.': onConversions(({ estimatedReceived }) => ({
    estimatedReceived: inTwelve(Number(estimatedReceived) * 0.99),
  })),
  'The estimate is rounded to a whole unit, and still has twelve places.': onConversions(({ estimatedReceived }) => ({
    estimatedReceived: inTwelve(Number(estimatedReceived), 0),
  })),
  'The fee is charged on top of the amount, so that the net amount is all of it.': onConversions(({ amount }) => ({
    netAmount: amount,
  })),
});

const startOfframp = ({ world }: SeenRequest): void => {
  const { offramps } = world.store;
  const like = offramps.at(-1);
  if (like === undefined) return;
  const record = {
    ...like.record,
    id: randomUUID(),
    client_offramp_reference: randomUUID(),
    created_at: new Date().toISOString(),
  };
  offramps.push({ ...like, record });
};

const actingEvery =
  (period: number): Hook =>
  (reply, request) => {
    const { operation } = request;
    if (operation === 'offramp.list' && timesBefore(request, 'listings') % period === 0) startOfframp(request);
    if (operation !== 'balances.read' || !isRecord(reply.body) || !isRecord(reply.body.balances)) return;
    const { balances } = reply.body;
    balances.usd = Number(balances.usd ?? 0) + Math.floor(timesBefore(request, 'balances') / period) * 100;
  };

/** Services whose account others use too: teams share most sandboxes. */
alternatives(
  'others',
  {
    'Another client of the account starts an offramp and moves the balances now and then.': circumstance(
      actingEvery(7),
    ),
    'Another client of the account starts an offramp and moves the balances between any two requests.': circumstance(
      actingEvery(1),
    ),
  },
  { quiet: false },
);
alternatives('others', {
  'Another client of the account starts an offramp at each listing.': circumstance((_, request) => {
    if (request.operation === 'offramp.list') startOfframp(request);
  }),
});

const { offramp } = defaultPolicies;

/** Milliseconds; a real service takes seconds. */
const lateMs = 400;

const isShown = ({ origin, record }: ReturnType<typeof offramp.listing>[number]): boolean =>
  origin === 'seeded' || Date.parse(record.created_at) + lateMs <= Date.now();

alternatives('late', {
  'A created offramp is found, by reading and in the listing, only a moment after its creation.': {
    offramp: {
      listing: (all, owner) => offramp.listing(all, owner).filter(isShown),
      find: (store, wanted) => offramp.find({ ...store, offramps: store.offramps.filter(isShown) }, wanted),
    },
  },
  'Interest is booked all the time, so that no two reads show the same balances.': under('Resources: Balances record')(
    circumstance((reply, request) => {
      if (request.operation !== 'balances.read' || !isRecord(reply.body)) return;
      const { balances } = reply.body;
      if (isRecord(balances)) balances.usd = Number(balances.usd) + timesBefore(request, 'interest') / 100;
    }),
  ),
});
