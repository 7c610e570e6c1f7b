import { type Conformance, flow, idOf, type Reply } from '#harness';
import { initiated, leavesBalancesAlone } from '../given/balances.ts';
import { isWhole, walk, wholeWalk } from '../given/listing.ts';
import { offrampBody, plainOfframp } from '../given/order.ts';
import { eventually } from '../given/patience.ts';
import { accepted } from '../given/record.ts';

const listingOf = (t: Conformance): Question => ({
  listing: 'offramp.list',
  subaccountId: t.roles.individual,
  limit: t.facts.greatestLimit,
});

type Question = Parameters<typeof walk>[1];

flow('offramp.initiate/leaves-balances-alone', (t) =>
  leavesBalancesAlone(t, () => initiated(t, 'offramp.initiate')),
);

flow('lightning-offramp.initiate/leaves-balances-alone', (t) =>
  leavesBalancesAlone(t, () => initiated(t, 'lightning-offramp.initiate')),
);

flow('offramp.initiate/can-be-listed', async (t) => {
  const [order] = await accepted(t, 'offramp.initiate');
  const id = idOf(order);
  const times = (pages: Awaited<ReturnType<typeof walk>>) =>
    pages.flatMap(({ ids }) => ids).filter((it) => it === id).length;
  const pages = await eventually(
    () => walk(t, listingOf(t)),
    (walked) => times(walked) > 0,
  );
  if (times(pages) === 0 && !isWhole(pages, t)) t.cannot('the listing is too long to be searched');
  // Where others create too, an item moves to the next page while the pages are read.
  const isOnce = t.quiet ? times(pages) === 1 : times(pages) > 0;
  t.expect(pages.map(({ reply }) => reply)).toSatisfy({
    code: 'NOT_LISTED_ONCE',
    where: '$.data[].id',
    expected: 'the created offramp once',
    unless: isOnce ? undefined : `${times(pages)} times`,
  });
});

/** Sends an order that is refused and looks for its reference in the listing. */
const leavesNoTrace = async (
  t: Conformance,
  order: (body: Body) => Promise<Reply>,
  body: Body,
): Promise<void> => {
  const reply = await order(body);
  if (reply.status < 300) t.cannot('the order was accepted, which is the finding of another requirement');
  const pages = await wholeWalk(t, listingOf(t));
  const found = pages
    .flatMap(({ items }) => items)
    .some((item) => JSON.stringify(item).includes(String(body.client_offramp_reference)));
  t.expect(pages.map(({ reply: page }) => page)).toSatisfy({
    code: 'REFUSED_BUT_CREATED',
    where: '$.data[].client_offramp_reference',
    expected: 'no trace of the refused order',
    unless: found ? 'the refused order' : undefined,
  });
};

type Body = ReturnType<typeof offrampBody>;

flow('rails/refusal-creates-nothing', async (t) => {
  const destination = { recipient: t.roles.namedRecipient, currency: 'USD', rail: 'ACH' };
  const subaccountId = t.roles.individual;
  await leavesNoTrace(
    t,
    (body) => t.api.initiateOfframp({ subaccountId, body }),
    offrampBody(t, destination),
  );
});

flow('authentication/creates-nothing-when-refused', async (t) => {
  const subaccountId = t.roles.individual;
  const stranger = t.as({ in: 'none' });
  await leavesNoTrace(t, (body) => stranger.initiateOfframp({ subaccountId, body }), plainOfframp(t));
});
