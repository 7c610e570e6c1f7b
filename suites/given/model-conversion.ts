import { type Conformance, isRecord, type Step } from '#harness';
import { idsOf, type Page, wholeWalk } from './listing.ts';
import { depositStep, noOrders, type Orders, offrampSteps, otherSteps, pageSteps } from './model.ts';

interface Kept extends Orders {
  readonly pages: readonly Page[];
}

/** Amounts and codes of a conversion that is made: nothing shows that they could change. */
const fixed = ['fromCurrency', 'toCurrency', 'amount', 'feeAmount', 'netAmount', 'rate', 'createdAt'];

const pagesOf = (t: Conformance): Promise<readonly Page[]> =>
  wholeWalk(t, {
    listing: 'conversion.list',
    subaccountId: t.roles.individual,
    limit: t.facts.greatestLimit,
  });

const itemsIn = (pages: readonly Page[]) => pages.flatMap(({ items }) => items);

const factsOf = (item: unknown): string =>
  isRecord(item)
    ? JSON.stringify([String(item.id).toLowerCase(), ...fixed.map((member) => item[member])])
    : '';

/** What both show is the same; others may have come or gone. */
const sameValues = (one: readonly Page[], other: readonly Page[]): boolean => {
  const [mine, theirs] = [one, other].map((pages) => ({
    ids: new Set(idsOf(pages)),
    values: new Set(itemsIn(pages).map(factsOf)),
  }));
  const shared = [...(mine?.ids ?? [])].filter((id) => theirs?.ids.has(id)).length;
  const alike = [...(mine?.values ?? [])].filter((value) => theirs?.values.has(value)).length;
  return alike >= shared;
};

const sameItems = (one: readonly Page[], other: readonly Page[]): boolean =>
  idsOf(one).toSorted().join() === idsOf(other).toSorted().join();

const readStep = (t: Conformance): Step<Kept> => ({
  told: 'read the first conversion',
  isPossible: ({ pages }) => idsOf(pages).length > 0,
  take: async ({ pages }) => {
    const [conversionId = ''] = idsOf(pages);
    const reply = await t.api.readConversion({ subaccountId: t.roles.individual, conversionId });
    if (reply.status < 300) t.expect(reply).toAgreeWithItems(itemsIn(pages), fixed);
  },
});

/** Whatever comes between, the conversions stay. */
export const keepsConversions = (t: Conformance): Promise<void> =>
  t.forSequences<Kept>((t) => ({
    begin: async () => ({ ...noOrders(), pages: await pagesOf(t) }),
    steps: [
      ...offrampSteps(t),
      ...otherSteps(t),
      depositStep(t),
      readStep(t),
      ...pageSteps(t, 'conversion.list'),
    ],
    judge: async ({ pages: before }) => {
      const pages = await pagesOf(t);
      const replies = pages.map(({ reply }) => reply);
      // Beside others who convert too, only what both walks show can be compared.
      t.expect(replies).toSatisfy({
        code: 'LISTING_MOVED',
        where: '$.data[].id',
        expected: 'the conversions that were there before',
        unless: !t.quiet || sameItems(before, pages) ? undefined : 'others',
      });
      t.expect(replies).toSatisfy({
        code: 'WRONG_COUNT',
        where: '$.total',
        expected: 'the total of before',
        unless: !t.quiet || before[0]?.count === pages[0]?.count ? undefined : 'another',
      });
      t.expect(replies).toSatisfy({
        code: 'VALUES_MOVED',
        where: '$.data[]',
        expected: 'the amounts and codes of before',
        unless: sameValues(before, pages) ? undefined : 'others',
      });
    },
  }));
