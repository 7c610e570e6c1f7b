import { malformedBound } from '#generators';
import { type Conformance, counterAt, Deviation, listings, test } from '#harness';
import {
  askPage,
  idsOf,
  type Listing,
  type Page,
  pageOf,
  readPage,
  recalledWalk,
  walk,
} from '../given/listing.ts';

/** Small enough for many pages, large enough to stay polite. */
const smallLimit = 5;

/** Items that a page should hold, by the limit that the service says it kept. */
const due = ({ limit }: Page, left: number): number | undefined =>
  typeof limit === 'number' ? Math.min(limit, Math.max(left, 0)) : undefined;

const differs = (
  pages: readonly Page[],
  t: Conformance,
  found: { code: string; where: string; expected: string; unless: string | undefined },
) => t.expect(pages.map(({ reply }) => reply)).toSatisfy(found);

/** Walks through one listing: in small pages, in large ones, and in pages that are all full to the last item. */
interface Walks {
  readonly small: readonly Page[];
  readonly large: readonly Page[];
  readonly full: readonly Page[];
}

/** The greatest limit that divides a number of items without a rest. */
const divisorOf = (items: number, greatest: number): number => {
  for (let limit = Math.min(items, greatest); limit > 1; limit -= 1) if (items % limit === 0) return limit;
  return 1;
};

const walks = async (
  { facts }: Conformance,
  through: (limit: number) => Promise<readonly Page[]>,
): Promise<Walks> => {
  const [small, large] = await Promise.all([through(smallLimit), through(facts.greatestLimit)]);
  const limit = divisorOf(itemCount(large), facts.greatestLimit);
  return { small, large, full: limit > 1 ? await through(limit) : [] };
};

/**
 * Judges what two walks show; before anything is blamed both are walked again, because this run and others add items
 * meanwhile. Only what shows again is a finding.
 */
const overWalks = async (t: Conformance, listing: Listing, judge: (walks: Walks) => void): Promise<void> => {
  try {
    judge(await walks(t, (limit) => recalledWalk(t, listing, limit)));
  } catch (error) {
    if (!(error instanceof Deviation)) throw error;
    judge(await walks(t, (limit) => walk(t, { listing, subaccountId: t.roles.individual, limit })));
  }
};

const itemCount = (pages: readonly Page[]): number => new Set(idsOf(pages)).size;

/** A listing too short to have two pages shows nothing about paging. */
const demandItems = async (t: Conformance, listing: Listing, least: number): Promise<number> => {
  const total = itemCount(await recalledWalk(t, listing, t.facts.greatestLimit));
  if (total < least) t.cannot(`the listing has ${total} items, and ${least} are needed`);
  return total;
};

const page = (t: Conformance, listing: Listing, offset: number, limit: number) =>
  readPage(t, { listing, subaccountId: t.roles.individual, page: t.facts.firstPage + offset, limit });

for (const listing of listings) {
  test(`${listing}/echoes-the-page`, async (t) => {
    await demandItems(t, listing, 3);
    const pages = [await page(t, listing, 0, 2), await page(t, listing, 1, 2)];
    const wrong = pages.find(({ page: echoed, number }) => typeof echoed === 'number' && echoed !== number);
    differs(pages, t, {
      code: 'PAGE_NOT_ECHOED',
      where: '$.page',
      expected: 'the page that was asked for',
      unless: wrong && 'another number',
    });
  });

  test(`${listing}/echoes-the-limit`, async (t) => {
    const total = await demandItems(t, listing, 3);
    const asked = await Promise.all(
      [2, 3, 1000].map(async (limit) => {
        const reply = await askPage(t, {
          listing,
          subaccountId: t.roles.individual,
          page: t.facts.firstPage,
          limit,
        });
        return { limit, page: pageOf(reply, t.facts.firstPage) };
      }),
    );
    const pages = asked.flatMap(({ page: met }) => met ?? []);
    const wrong = asked.find(({ limit, page: met }) => {
      if (met === undefined || typeof met.limit !== 'number') return false;
      return met.limit !== limit && met.items.length < Math.min(met.limit, total);
    });
    const unkept = asked.find(({ page: met }) => met && (due(met, total) ?? 0) > met.items.length);
    differs(pages, t, {
      code: 'LIMIT_NOT_ECHOED',
      where: '$.limit',
      expected: 'the limit that was asked for, or the one that was kept instead',
      unless: wrong || unkept ? 'a limit that the page does not keep' : undefined,
    });
  });

  test(`${listing}/keeps-to-the-limit`, async (t) => {
    const pages = [
      ...(await recalledWalk(t, listing, smallLimit)),
      ...(await recalledWalk(t, listing, t.facts.greatestLimit)),
    ];
    const over = pages.find(({ items, limit }) => typeof limit === 'number' && items.length > limit);
    differs(pages, t, {
      code: 'PAGE_TOO_LONG',
      where: '$.data',
      expected: 'at most as many items as the echoed limit',
      unless: over && `array(${over.items.length})`,
    });
  });

  test(`${listing}/heeds-the-page`, async (t) => {
    await demandItems(t, listing, 3);
    const pages = [await page(t, listing, 0, 1), await page(t, listing, 1, 1)];
    const [first, second] = pages.map(({ ids }) => ids.join());
    differs(pages, t, {
      code: 'PAGE_IGNORED',
      where: '$.data',
      expected: 'other items on another page',
      unless: first !== '' && first === second ? 'the same items' : undefined,
    });
  });

  test(`${listing}/heeds-the-limit`, async (t) => {
    const total = await demandItems(t, listing, 3);
    const pages = await Promise.all([1, 2, 7, 30].map((limit) => page(t, listing, 0, limit)));
    const [one, two] = pages;
    const clamped = one && two && one.limit === two.limit && one.items.length === due(one, total);
    const unmoved = new Set(pages.map(({ limit }) => limit)).size === 1;
    const asMany = one !== undefined && two !== undefined && one.items.length >= two.items.length;
    differs(pages, t, {
      code: 'LIMIT_IGNORED',
      where: '$.data',
      expected: 'fewer items under a smaller limit',
      unless: unmoved || (asMany && !clamped) ? 'as many, whatever the limit' : undefined,
    });
  });

  test(`${listing}/counts-its-pages`, (t) =>
    overWalks(t, listing, ({ small, large, full }) => {
      const miscounted = (pages: readonly Page[]) =>
        pages.some(({ totalPages, limit }) => {
          if (typeof totalPages !== 'number' || typeof limit !== 'number' || limit < 1) return false;
          // An item that stands twice is the finding of another requirement: both counts are right here.
          const totals = [itemCount(pages), idsOf(pages).length];
          return totals.every((total) =>
            total === 0 ? totalPages > 1 || totalPages < 0 : totalPages !== Math.ceil(total / limit),
          );
        });
      differs([...small, ...large, ...full], t, {
        code: 'WRONG_TOTAL_PAGES',
        where: '$.totalPages',
        expected: 'the items over the limit, rounded up',
        unless: [small, large, full].some(miscounted) ? 'another number' : undefined,
      });
    }));

  test(`${listing}/counts-its-items`, (t) =>
    overWalks(t, listing, ({ small, large }) => {
      const pages = [...small, ...large].filter(({ count }) => typeof count === 'number');
      if (pages.length === 0) t.cannot('no page carries a count');
      const counts = (walked: readonly Page[], due: (page: Page) => number) =>
        walked.every((it) => typeof it.count !== 'number' || it.count === due(it));
      const whole = [small, large].every((walked) => counts(walked, () => itemCount(walked)));
      const paged = listing === 'offramp.list' && counts(pages, ({ items }) => items.length);
      differs(pages, t, {
        code: 'WRONG_COUNT',
        where: listing === 'offramp.list' ? '$.count' : '$.total',
        expected:
          listing === 'offramp.list'
            ? 'the items of the page, or of the listing'
            : 'the items of the listing',
        unless: whole || paged ? undefined : 'another number',
      });
    }));

  test(`${listing}/shows-an-item-once`, (t) =>
    overWalks(t, listing, ({ small, large }) => {
      const twice = [small, large].some((walked) => idsOf(walked).length > itemCount(walked));
      differs([...small, ...large], t, {
        code: 'ITEM_REPEATED',
        where: '$.data[].id',
        expected: 'each item once',
        unless: twice ? 'an item twice' : undefined,
      });
    }));

  test(`${listing}/fills-inner-pages`, (t) =>
    overWalks(t, listing, ({ small }) => {
      const short = small
        .slice(0, -1)
        .find(({ items, limit }) => typeof limit === 'number' && items.length < limit);
      const last = small.at(-1);
      const promisedMore =
        last !== undefined &&
        typeof last.totalPages === 'number' &&
        last.number - t.facts.firstPage < last.totalPages &&
        last.items.length === 0;
      differs(small, t, {
        code: 'PAGE_NOT_FULL',
        where: '$.data',
        expected: 'full pages, and a last one that is not empty',
        unless: short ? `array(${short.items.length})` : promisedMore ? 'array(0)' : undefined,
      });
    }));

  test(`${listing}/loses-no-item`, (t) =>
    overWalks(t, listing, ({ small, large }) => {
      const [few, many] = [new Set(idsOf(small)), new Set(idsOf(large))];
      const lost = [...many].some((id) => !few.has(id)) || [...few].some((id) => !many.has(id));
      differs([...small, ...large], t, {
        code: 'ITEM_LOST',
        where: '$.data',
        expected: 'the same items in small pages as in large ones',
        unless: lost ? 'other items' : undefined,
      });
    }));

  test(`${listing}/ends-after-the-last-page`, async (t) => {
    const pages = await recalledWalk(t, listing, smallLimit);
    const last = pages.at(-1);
    if (last === undefined || typeof last.totalPages !== 'number')
      return t.cannot('no page says how many there are');
    const seen = new Set(idsOf(pages));
    for (const beyond of [0, 3]) {
      const number = t.facts.firstPage + Math.max(last.totalPages, pages.length) + beyond;
      const question = { listing, subaccountId: t.roles.individual, page: number, limit: smallLimit };
      const reply = await askPage(t, question);
      t.expect(reply).toBeHandled();
      const repeated = pageOf(reply, number)?.ids.some((id) => seen.has(id));
      t.expect(reply).toSatisfy({
        code: 'ITEM_REPEATED',
        where: '$.data',
        expected: 'no item of another page',
        unless: repeated ? 'an item of another page' : undefined,
      });
    }
  });

  test(`${listing}/survives-malformed-bounds`, async (t) => {
    const subaccountId = t.roles.individual;
    await t.forAll(malformedBound(), async (bound) => {
      const first = await askPage(t, { listing, subaccountId, page: bound, limit: 2 });
      const second = await askPage(t, { listing, subaccountId, page: t.facts.firstPage, limit: bound });
      t.expect([first, second]).toBeHandled();
    });
  });

  test(`${listing}/keeps-subaccounts-apart`, async (t) => {
    const limit = t.facts.greatestLimit;
    const [subaccountId, own] = [t.roles.business, await recalledWalk(t, listing, limit)];
    const others = await walk(t, { listing, subaccountId, limit });
    const shared = idsOf(others).some((id) => idsOf(own).includes(id));
    differs(others, t, {
      code: 'FOREIGN_ITEM',
      where: '$.data',
      expected: 'items of this subaccount only',
      unless: shared ? 'an item of another subaccount' : undefined,
    });
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

  test(`${listing}/keeps-its-order`, async (t) => {
    await demandItems(t, listing, 2);
    const pages = [await page(t, listing, 0, smallLimit), await page(t, listing, 0, smallLimit)];
    const [first, second] = pages.map(({ ids }) => ids.join());
    differs(pages, t, {
      code: 'UNSTEADY_ORDER',
      where: '$.data',
      expected: 'the same order each time',
      unless: first === second ? undefined : 'another order',
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

const oddBounds = {
  'limit 0': { limit: 0 },
  'limit -1': { limit: -1 },
  'limit that is no number': { limit: 'many' },
  'limit 100000': { limit: 100_000 },
  'page -1': { page: -1 },
  'page that is no number': { page: 'first' },
  'page past the end': { page: 100_000 },
};
