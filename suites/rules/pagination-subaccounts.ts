import { randomUUID } from 'node:crypto';
import { type Conformance, listings, test } from '#harness';
import {
  askPage,
  expectPages,
  idsOf,
  type Listing,
  type Page,
  pageOf,
  recalledWalk,
  smallLimit,
} from '../given/listing.ts';

/** First pages of others than the two that are walked; one subaccount may have several roles. */
const pagesOfOthers = async (t: Conformance, listing: Listing): Promise<readonly (readonly Page[])[]> => {
  const { facts, roles } = t;
  const set = (['unverified', 'unbanked'] as const).flatMap((role) => (roles.has(role) ? roles[role] : []));
  const walked = [roles.individual, roles.business];
  const asked = [...new Set([...set, randomUUID()])].filter((id) => !walked.includes(id));
  const ask = (subaccountId: string) =>
    askPage(t, { listing, subaccountId, page: facts.firstPage, limit: facts.greatestLimit });
  const pages = await Promise.all(asked.map(async (id) => pageOf(await ask(id), facts.firstPage)));
  return pages.flatMap((page) => (page ? [[page]] : []));
};

for (const listing of listings) {
  test(`${listing}/keeps-subaccounts-apart`, async (t) => {
    const limit = t.facts.greatestLimit;
    const [business, own] = [t.roles.business, await recalledWalk(t, listing, limit)];
    const others = [await recalledWalk(t, listing, limit, business), ...(await pagesOfOthers(t, listing))];
    const met = new Set(idsOf(own));
    for (const pages of others) {
      const ids = idsOf(pages);
      expectPages(pages, t, {
        code: 'FOREIGN_ITEM',
        where: '$.data',
        expected: 'items of this subaccount only',
        unless: ids.some((id) => met.has(id)) ? 'an item of another subaccount' : undefined,
      });
      for (const id of ids) met.add(id);
    }
  });

  test(`${listing}/lists-nothing-as-an-empty-page`, async (t) => {
    const subaccountId = t.roles.unbanked;
    const reply = await askPage(t, { listing, subaccountId, page: t.facts.firstPage, limit: smallLimit });
    if (reply.status < 300 && (pageOf(reply, 0)?.items.length ?? 0) > 0)
      t.cannot('the subaccount has items, and none without is set');
    if (reply.status >= 400 && reply.status < 500 && reply.status !== 404)
      t.cannot(`the listing is refused with ${reply.status}`);
    t.expect(reply).toSatisfy({
      code: 'NO_EMPTY_PAGE',
      where: '$.data',
      expected: 'an envelope with an empty array',
      unless: pageOf(reply, 0) ? undefined : reply.status < 300 ? 'no array' : String(reply.status),
    });
  });
}
