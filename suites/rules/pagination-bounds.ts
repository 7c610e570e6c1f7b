import { isMalformedBound, malformedBound } from '#generators';
import { counterAt, listings, test } from '#harness';
import { askPage } from '../given/listing.ts';
import { sentQuery } from '../given/sent.ts';

const oddBounds = {
  'limit 0': { limit: 0 },
  'limit -1': { limit: -1 },
  'limit that is no number': { limit: 'many' },
  'limit 100000': { limit: 100_000 },
  'page -1': { page: -1 },
  'page that is no number': { page: 'first' },
  'page past the end': { page: 100_000 },
};

for (const listing of listings) {
  test(`${listing}/survives-malformed-bounds`, async (t) => {
    const subaccountId = t.roles.individual;
    await t.forAll(malformedBound(), async (bound, t) => {
      const [first, second] = await Promise.all([
        askPage(t, { listing, subaccountId, page: bound, limit: 2 }),
        askPage(t, { listing, subaccountId, page: t.facts.firstPage, limit: bound }),
      ]);
      const isOdd =
        isMalformedBound(sentQuery(first, 'page')) && isMalformedBound(sentQuery(second, 'limit'));
      if (isOdd) t.expect([first, second]).toBeHandled();
    });
  });

  test(`${listing}/answer-to-bounds`, async (t) => {
    const subaccountId = t.roles.individual;
    const plain = await t.api.call(listing, { subaccountId });
    const kept = `${counterAt(plain, 'page')} and ${counterAt(plain, 'limit')}`;
    t.observe('default page and limit', kept, { operation: listing });
    for (const [name, bounds] of Object.entries(oddBounds)) {
      const reply = await askPage(t, { listing, subaccountId, page: t.facts.firstPage, limit: 2, ...bounds });
      t.observe(name, reply.status, { operation: listing });
    }
  });
}
