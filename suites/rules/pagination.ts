import { type Conformance, listings, test } from '#harness';
import { repliesOf } from '../given/example.ts';
import {
  askPage,
  countItems,
  expectPages,
  idsOf,
  type Listing,
  type Page,
  type PageFinding,
  pageOf,
  readPage,
  recalledWalk,
  smallLimit,
  walk,
} from '../given/listing.ts';
import { judgeStill } from '../given/still.ts';

/** Items that a page should hold, by the limit that the service says it kept. */
const due = ({ limit }: Page, left: number): number | undefined =>
  typeof limit === 'number' ? Math.min(limit, Math.max(left, 0)) : undefined;

/** The listing in pages of a size: as it was met before, or `again` as it is now. */
const pagesBy = (t: Conformance, listing: Listing, limit: number, again = false): Promise<readonly Page[]> =>
  again ? walk(t, { listing, subaccountId: t.roles.individual, limit }) : recalledWalk(t, listing, limit);

/** A listing too short to have two pages shows nothing about paging. */
const demandItems = async (
  t: Conformance,
  listing: Listing,
  least: number,
  again = false,
): Promise<number> => {
  const total = countItems(await pagesBy(t, listing, t.facts.greatestLimit, again));
  if (total < least) t.cannot(`the listing has ${total} items, and ${least} are needed`);
  return total;
};

const page = (t: Conformance, listing: Listing, offset: number, limit: number) =>
  readPage(t, { listing, subaccountId: t.roles.individual, page: t.facts.firstPage + offset, limit });

interface Pair {
  /** Pages behind the first. */
  readonly offsets: readonly [number, number];
  readonly limit: number;
  readonly least: number;
  /** By the ids on both. */
  readonly found: (first: string, second: string) => PageFinding;
}

/** Judges two pages that are asked for one after the other. */
const judgePair = async (t: Conformance, listing: Listing, { offsets, limit, least, found }: Pair) => {
  await demandItems(t, listing, least);
  const [one, other] = offsets;
  const look = async () => [await page(t, listing, one, limit), await page(t, listing, other, limit)];
  await judgeStill(t, listing, look, (pages) => {
    const [first = '', second = ''] = pages.map(({ ids }) => ids.join());
    expectPages(pages, t, found(first, second));
  });
};

for (const listing of listings) {
  test(`${listing}/echoes-the-page`, async (t) => {
    await demandItems(t, listing, 3);
    const walked = (await recalledWalk(t, listing, smallLimit)).filter(({ items }) => items.length > 0);
    const pages = [await page(t, listing, 0, 2), await page(t, listing, 1, 2), ...walked];
    const wrong = pages.find(({ page: echoed, number }) => typeof echoed === 'number' && echoed !== number);
    expectPages(pages, t, {
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
    expectPages(pages, t, {
      code: 'LIMIT_NOT_ECHOED',
      where: '$.limit',
      expected: 'the limit that was asked for, or the one that was kept instead',
      unless: wrong || unkept ? 'a limit that the page does not keep' : undefined,
    });
  });

  test(`${listing}/keeps-to-the-limit`, async (t) => {
    const unbounded = (await repliesOf(t, listing)).flatMap(
      (reply) => pageOf(reply, t.facts.firstPage) ?? [],
    );
    const pages = [
      ...(await recalledWalk(t, listing, smallLimit)),
      ...(await recalledWalk(t, listing, t.facts.greatestLimit)),
      ...unbounded,
    ];
    const over = pages.find(({ items, limit }) => typeof limit === 'number' && items.length > limit);
    expectPages(pages, t, {
      code: 'PAGE_TOO_LONG',
      where: '$.data',
      expected: 'at most as many items as the echoed limit',
      unless: over && `array(${over.items.length})`,
    });
  });

  test(`${listing}/heeds-the-page`, (t) =>
    judgePair(t, listing, {
      offsets: [0, 1],
      limit: 1,
      least: 3,
      found: (first, second) => ({
        code: 'PAGE_IGNORED',
        where: '$.data',
        expected: 'other items on another page',
        unless: first !== '' && first === second ? 'the same items' : undefined,
      }),
    }));

  test(`${listing}/heeds-the-limit`, async (t) => {
    const look = async (again: boolean) => ({
      total: await demandItems(t, listing, 3, again),
      pages: await Promise.all([1, 2, ...t.few([1000, 7, 30])].map((limit) => page(t, listing, 0, limit))),
    });
    await judgeStill(t, listing, look, ({ total, pages }) => {
      const [one, two] = pages;
      const clamped = one && two && one.limit === two.limit && one.items.length === due(one, total);
      const unmoved = new Set(pages.map(({ limit }) => limit)).size === 1;
      const asMany = one !== undefined && two !== undefined && one.items.length >= two.items.length;
      expectPages(pages, t, {
        code: 'LIMIT_IGNORED',
        where: '$.data',
        expected: 'fewer items under a smaller limit',
        unless: unmoved || (asMany && !clamped) ? 'as many, whatever the limit' : undefined,
      });
    });
  });

  test(`${listing}/ends-after-the-last-page`, (t) => {
    const subaccountId = t.roles.individual;
    const look = async (again: boolean) => {
      const pages = await pagesBy(t, listing, smallLimit, again);
      const last = pages.at(-1);
      if (last === undefined || typeof last.totalPages !== 'number')
        return t.cannot('no page says how many there are');
      const beyond = t.facts.firstPage + Math.max(last.totalPages, pages.length);
      const ask = (number: number) => askPage(t, { listing, subaccountId, page: number, limit: smallLimit });
      return { beyond, seen: new Set(idsOf(pages)), replies: [await ask(beyond), await ask(beyond + 3)] };
    };
    return judgeStill(t, listing, look, ({ beyond, seen, replies }) => {
      for (const reply of replies) {
        t.expect(reply).toBeHandled();
        const repeated = pageOf(reply, beyond)?.ids.some((id) => seen.has(id));
        t.expect(reply).toSatisfy({
          code: 'ITEM_REPEATED',
          where: '$.data',
          expected: 'no item of another page',
          unless: repeated ? 'an item of another page' : undefined,
        });
      }
    });
  });

  test(`${listing}/keeps-its-order`, (t) =>
    judgePair(t, listing, {
      offsets: [0, 0],
      limit: smallLimit,
      least: 2,
      found: (first, second) => ({
        code: 'UNSTEADY_ORDER',
        where: '$.data',
        expected: 'the same order each time',
        unless: first === second ? undefined : 'another order',
      }),
    }));
}
