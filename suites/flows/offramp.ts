import { type Conformance, flow, idOf, type Reply } from '#harness';
import { initiated, leavesBalancesAlone } from '../given/balances.ts';
import { exampleOf } from '../given/example.ts';
import { idsOf, isWhole, type Page, walk } from '../given/listing.ts';
import { createdOfframps } from '../given/offramp.ts';
import { eventually } from '../given/patience.ts';

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
