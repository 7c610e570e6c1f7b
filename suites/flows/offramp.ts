import { randomUUID } from 'node:crypto';
import { type Conformance, flow, idOf, ifPossible, orReason, type Reply } from '#harness';
import { initiated, leavesBalancesAlone } from '../given/balances.ts';
import { exampleOf } from '../given/example.ts';
import { idsOf, isWhole, type Page, walk, wholeWalk } from '../given/listing.ts';
import { createdOfframps } from '../given/offramp.ts';
import { offrampBody, plainOfframp } from '../given/order.ts';
import { eventually } from '../given/patience.ts';
import { strangeKey } from '../given/refusal.ts';

const listingOf = (t: Conformance): Question => ({
  listing: 'offramp.list',
  subaccountId: t.roles.individual,
  limit: t.facts.greatestLimit,
});

type Question = Parameters<typeof walk>[1];

/** In which a service that books late has booked. It comes first, because what creates nothing runs meanwhile. */
const waitMs = 300;

flow('balances.read/stands-still-after-initiations', (t) => {
  const initiate = async () => {
    const replies = [
      await t.api.initiateOnramp(exampleOf(t, 'onramp.initiate')),
      await t.api.initiateOfframp(exampleOf(t, 'offramp.initiate')),
    ];
    if (replies.every(({ status }) => status > 299)) t.cannot('no valid order was accepted');
  };
  return leavesBalancesAlone(t, initiate, { waitMs });
});

flow('offramp.initiate/leaves-balances-alone', (t) =>
  leavesBalancesAlone(t, () => initiated(t, 'offramp.initiate')),
);

flow('lightning-offramp.initiate/leaves-balances-alone', (t) =>
  leavesBalancesAlone(t, () => initiated(t, 'lightning-offramp.initiate')),
);

flow('offramp.initiate/can-be-listed', async (t) => {
  const orders = await createdOfframps(t);
  const times = (pages: readonly Page[], order: Reply) =>
    idsOf(pages).filter((id) => id === idOf(order)).length;
  const pages = await eventually(
    () => walk(t, listingOf(t)),
    (walked) => orders.every((order) => times(walked, order) > 0),
  );
  const met = orders.map((order) => times(pages, order));
  if (met.includes(0) && !isWhole(pages, t)) t.cannot('the listing is too long to be searched');
  // Where others create too, an item moves to the next page while the pages are read.
  const wrong = met.find((it) => (t.quiet ? it !== 1 : it === 0));
  t.expect(pages.map(({ reply }) => reply)).toSatisfy({
    code: 'NOT_LISTED_ONCE',
    where: '$.data[].id',
    expected: 'the created offramp once',
    unless: wrong === undefined ? undefined : `${wrong} times`,
  });
});

/** An order that is to be refused, for a subaccount in whose listing it would show. */
interface Attempt {
  readonly body: ReturnType<typeof offrampBody>;
  readonly subaccountId?: string;
  readonly api?: Conformance['api'];
}

const listingOfRefused = async (t: Conformance, subaccountId: string): Promise<readonly Page[]> => {
  const question = { ...listingOf(t), subaccountId };
  if (subaccountId === t.roles.individual) return wholeWalk(t, question);
  // Whether the listing of a subaccount that may do nothing is served is open.
  return (await ifPossible(() => wholeWalk(t, question))) ?? [];
};

/** Sends orders that are refused and looks for their references in the listing. */
const leavesNoTrace = async (t: Conformance, attempts: readonly Attempt[]): Promise<void> => {
  const sent = attempts.map(async ({ body, subaccountId = t.roles.individual, api = t.api }) => {
    const { status } = await api.initiateOfframp({ subaccountId, body });
    return { status, subaccountId, reference: String(body.client_offramp_reference) };
  });
  const refused = (await Promise.all(sent)).filter(({ status }) => status >= 400);
  if (refused.length === 0) t.cannot('every order was accepted, which is the finding of another requirement');
  const searched = [...new Set(refused.map(({ subaccountId }) => subaccountId))];
  const listings = await Promise.all(searched.map((subaccountId) => listingOfRefused(t, subaccountId)));
  const pages = listings.flat();
  const listed = JSON.stringify(pages.flatMap(({ items }) => items));
  t.expect(pages.map(({ reply }) => reply)).toSatisfy({
    code: 'REFUSED_BUT_CREATED',
    where: '$.data[].client_offramp_reference',
    expected: 'no trace of a refused order',
    unless: refused.some(({ reference }) => listed.includes(reference)) ? 'a refused order' : undefined,
  });
};

flow('rails/refusal-creates-nothing', (t) => {
  const { namedRecipient: recipient } = t.roles;
  const destinations = [
    ...['ACH', 'RTP', 'SAME_DAY_ACH'].map((rail) => ({ recipient, currency: 'USD', rail })),
    { recipient, currency: t.order.localCurrency, rail: 'WIRE' },
  ];
  return leavesNoTrace(
    t,
    destinations.map((destination) => ({ body: offrampBody(t, destination) })),
  );
});

const incompleteRecipients = ({ roles }: Conformance): readonly string[] => {
  const found = orReason(() => roles.incompleteNamedRecipients);
  return 'met' in found ? found.met : [];
};

flow('offramp.initiate/creates-nothing-when-refused', (t) =>
  leavesNoTrace(t, [
    { body: offrampBody(t, { recipient: randomUUID(), currency: 'USD' }) },
    ...incompleteRecipients(t).map((recipient) => ({
      body: offrampBody(t, { recipient, currency: 'USD', rail: 'WIRE' }),
    })),
    ...(t.roles.has('unverified') ? [{ body: plainOfframp(t), subaccountId: t.roles.unverified }] : []),
  ]),
);

flow('authentication/creates-nothing-when-refused', (t) =>
  leavesNoTrace(
    t,
    [undefined, strangeKey, ...t.keys.others].map((value) => ({
      body: plainOfframp(t),
      api: t.as(value === undefined ? { in: 'none' } : { in: 'header', value }),
    })),
  ),
);
