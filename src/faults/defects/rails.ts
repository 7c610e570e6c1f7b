import { namedRails, rails, unnamedRails } from '#contract';
import { defaultPolicies, type Policies } from '#sandbox';
import { against, forEachValue, keptBack } from '../fault.ts';
import { isOfBusiness, isOver, isToNamed, owning, sent } from '../requests.ts';
import { answering, breaking } from '../rewriting.ts';

type Terms = Parameters<Policies['rails']['judge']>[0];

const judging = (when: (terms: Terms) => boolean, verdict: string | undefined) => ({
  rails: { judge: (terms: Terms) => (when(terms) ? verdict : defaultPolicies.rails.judge(terms)) },
});

const refusing = (when: (terms: Terms) => boolean) => judging(when, 'This rail is not available');
const accepting = (when: (terms: Terms) => boolean) => judging(when, undefined);

const isPlainDollars = ({ named, currency }: Terms): boolean => !named && currency === 'USD';

const isUnknown = ({ rail }: Terms): boolean => rail !== undefined && !rails.some((known) => known === rail);

against('rails/dollars-need-no-rail', {
  'Dollars without a rail are refused.': refusing((it) => isPlainDollars(it) && it.rail === undefined),
});
keptBack('rails/dollars-need-no-rail', 'a tier may be bound to a rail, in the same words', {
  'A business has to name a rail for dollars.': answering(
    {
      operation: 'offramp.initiate',
      status: 'success',
      when: (request) => isOfBusiness(request) && sent(request, 'to.payment_rail') === undefined,
    },
    {
      status: 400,
      body: { statusCode: 400, message: 'to.payment_rail is required', error: 'Bad Request' },
    },
  ),
});
against('rails/dollars-may-name-a-rail', {
  'Dollars with a rail are refused.': refusing((it) => isPlainDollars(it) && it.rail !== undefined),
});
keptBack(
  'rails/plain-dollars-take-every-rail',
  'which rails reach a recipient depends on its bank',
  forEachValue(rails, (rail) => [
    `A plain recipient is refused ${rail}.`,
    refusing((it) => isPlainDollars(it) && it.rail === rail),
  ]),
);
keptBack('rails/other-currencies-are-unchanged', 'a corridor may be closed, in the same words', {
  'Other currencies are refused without a rail.': refusing(
    ({ currency, rail }) => currency !== 'USD' && rail === undefined,
  ),
  'Only dollars are accepted.': refusing(({ currency }) => currency !== 'USD'),
});

against(
  'rails/other-currencies-take-no-dollar-rail',
  forEachValue(unnamedRails, (rail) => [
    `Another currency is paid over ${rail}.`,
    accepting((it) => !it.named && it.currency !== 'USD' && it.rail === rail),
  ]),
);
against('rails/nonsense-is-refused', {
  'Any text is accepted as a rail.': accepting(isUnknown),
  'A text that contains a rail is accepted as one.': accepting(
    (it) => isUnknown(it) && rails.some((known) => it.rail?.includes(known)),
  ),
  'Rails are looked up in an object with inherited members.': accepting((it) => isUnknown(it) && (it.rail ?? '') in {}),
});
against(['rails/nonsense-is-refused', 'rails/survives-nonsense'], {
  'An unknown rail breaks the service.': breaking({
    operation: 'offramp.initiate',
    status: 400,
    when: (request) => sent(request, 'to.payment_rail') !== undefined,
  }),
});
against('rails/recased-dollars-are-no-way-round', {
  'The rules apply to dollars in capitals only.': accepting((it) => it.named && it.currency === 'usd'),
});
against('rails/real-but-unlisted-rail', {
  'Any real rail is accepted.': accepting((it) => isUnknown(it) && /^[A-Z_]{3,16}$/.test(it.rail ?? '')),
  'SEPA is accepted.': accepting((it) => it.rail?.startsWith('SEPA') ?? false),
});
against('rails/refusal-creates-nothing', {
  'An offramp refused for its rail is created.': { offramp: { keepsRefused: () => true } },
  'An offramp refused as bad is created.': { offramp: { keepsRefused: ({ status }) => status === 400 } },
});

const ruleOf = {
  ACH: 'rails/named-refuses-ach',
  RTP: 'rails/named-refuses-rtp',
  SAME_DAY_ACH: 'rails/named-refuses-same-day-ach',
  WIRE: 'rails/named-takes-wire',
  SWIFT: 'rails/named-takes-swift',
} as const;

against('rails/named-takes-no-other-rail', {
  'A named withdrawal is accepted over a rail that nobody knows.': accepting((it) => it.named && isUnknown(it)),
  'A named withdrawal is accepted over a rail of another region.': accepting((it) => it.named && it.rail === 'SEPA'),
  'A named withdrawal of a business is accepted over ACH.': answering(
    {
      operation: 'offramp.initiate',
      status: 'refusal',
      when: (request) => isOfBusiness(request) && sent(request, 'to.payment_rail') === 'ACH',
    },
    { status: 201, body: {} },
  ),
  'A named withdrawal of USDT is accepted over ACH.': answering(
    {
      operation: 'offramp.initiate',
      status: 'refusal',
      when: (request) => sent(request, 'from.asset') === 'USDT' && isOver('ACH')(request),
    },
    { status: 201, body: {} },
  ),
  'A named withdrawal is accepted over ACH in lower case.': accepting((it) => it.named && it.rail === 'ach'),
});
for (const rail of namedRails) {
  keptBack(ruleOf[rail], 'a bank may not be reached by a rail, in the same words', {
    [`A named withdrawal is refused ${rail}.`]: refusing((it) => it.named && it.rail === rail),
  });
  against(ruleOf[rail], {
    [`A named withdrawal is refused ${rail} as one over ACH is.`]: judging(
      (it) => it.named && (it.rail === rail || unnamedRails.some((other) => other === it.rail)),
      `Named withdrawals go over one of ${rails.filter((each) => each !== rail).join(', ')}`,
    ),
  });
}
keptBack('rails/named-takes-swift', 'a tier may be bound to a rail, in the same words', {
  'A named withdrawal of a business goes over WIRE alone.': answering(
    {
      operation: 'offramp.initiate',
      status: 'success',
      when: (request) => isOfBusiness(request) && isToNamed(request) && isOver('SWIFT')(request),
    },
    { status: 422, body: { message: 'Named withdrawals support the rail WIRE only' } },
  ),
});
for (const rail of unnamedRails) {
  against(ruleOf[rail], {
    [`A named withdrawal is accepted over ${rail}.`]: accepting(
      (it) => it.named && it.rail === rail && it.currency === 'USD' && it.lacks.length === 0,
    ),
    [`A named withdrawal over ${rail} is refused as if the key were not known.`]: answering(
      { operation: 'offramp.initiate', status: 400, when: isOver(rail) },
      { status: 401, body: { error: 'Unauthorized', message: 'Invalid or missing API key' } },
    ),
    [`A named withdrawal over ${rail} breaks the service.`]: breaking({
      operation: 'offramp.initiate',
      status: 400,
      when: isOver(rail),
    }),
  });
}
against('rails/named-is-in-dollars', {
  'A named withdrawal is in any currency.': accepting((it) => it.named && it.currency !== 'USD'),
  'A named withdrawal may be in euros.': accepting((it) => it.named && it.currency === 'EUR'),
  'A named withdrawal without a rail is in any currency.': accepting(
    (it) => it.named && it.currency !== 'USD' && it.rail === undefined,
  ),
  'A named withdrawal over SWIFT is in any currency.': accepting(
    (it) => it.named && it.currency !== 'USD' && it.rail === 'SWIFT',
  ),
  'A named withdrawal without a rail is in any currency, and its recipient belongs to the business.': {
    ...accepting((it) => it.named && it.currency !== 'USD' && it.rail === undefined),
    ...owning((recipient, isOfTheBusiness) => defaultPolicies.rails.isNamed(recipient) === isOfTheBusiness),
  },
});

const fields = [
  'business_name',
  'beneficiary_date_of_formation',
  'beneficiary_country_of_formation',
  'beneficiary_national_identification_number',
] as const;

against('rails/named-needs-all-four-fields', {
  'A business may order to a recipient that lacks a field.': answering(
    {
      operation: 'offramp.initiate',
      status: 'refusal',
      when: (request) => isOfBusiness(request) && !isToNamed(request) && isOver('WIRE')(request),
    },
    { status: 201, body: {} },
  ),
  'No identifying field is asked for over SWIFT.': accepting(
    (it) => it.named && it.rail === 'SWIFT' && it.currency === 'USD',
  ),
  'No identifying field is asked for without a rail.': accepting(
    (it) => it.named && it.rail === undefined && it.currency === 'USD',
  ),
  ...forEachValue(fields, (field) => [
    `No ${field} is asked for.`,
    { rails: { lacks: (it) => defaultPolicies.rails.lacks(it).filter((name) => name !== field) } },
  ]),
});
