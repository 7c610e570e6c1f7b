import { type Conformance, idOf, isRecord, type Reply } from '#harness';
import { idsOf, type Page, wholeWalk } from './listing.ts';
import { depositStep, noOrders, type Orders, offrampSteps, otherSteps, pageSteps } from './model.ts';
import { fixed, readCreated } from './offramp.ts';
import { eventually } from './patience.ts';

interface Listed extends Orders {
  /** Ids of the items before the first step. */
  readonly before: ReadonlySet<string>;
}

const pagesOf = (t: Conformance): Promise<readonly Page[]> =>
  wholeWalk(t, { listing: 'offramp.list', subaccountId: t.roles.individual, limit: t.facts.greatestLimit });

const itemsOf = (pages: readonly Page[]) => pages.flatMap(({ items }) => items).filter(isRecord);

const times = (pages: readonly Page[], order: Reply): number =>
  idsOf(pages).filter((id) => id === idOf(order)).length;

const isComplete = (pages: readonly Page[], { created }: Orders): boolean =>
  created.every((order) => times(pages, order) > 0);

const judgeCreated = (t: Conformance, pages: readonly Page[], { created }: Orders): void => {
  const replies = pages.map(({ reply }) => reply);
  for (const order of created) {
    const met = times(pages, order);
    // Beside others who create too, an item moves to the next page while the pages are read.
    const isOnce = t.quiet ? met === 1 : met > 0;
    t.expect(replies).toSatisfy({
      code: 'NOT_LISTED_ONCE',
      where: '$.data[].id',
      expected: 'each created offramp once',
      unless: isOnce ? undefined : `${met} times`,
    });
  }
  if (created.length > 0) t.expect(created).toAgreeWithItems(itemsOf(pages), fixed);
};

const judgeRefused = (t: Conformance, pages: readonly Page[], { refused }: Orders): void => {
  const references = itemsOf(pages).map((item) => item.client_offramp_reference);
  t.expect(pages.map(({ reply }) => reply)).toSatisfy({
    code: 'REFUSED_BUT_CREATED',
    where: '$.data[].client_offramp_reference',
    expected: 'no trace of a refused order',
    unless: refused.some((reference) => references.includes(reference)) ? 'the refused order' : undefined,
  });
};

const createdAt = (record: unknown): number =>
  isRecord(record) && typeof record.created_at === 'string' ? Date.parse(record.created_at) : Number.NaN;

/** Offramps of before the first that was created here, which the listing shows late. */
const belated = (pages: readonly Page[], { before, created }: Listed): number => {
  const [first] = created;
  const since = createdAt(first?.body);
  const late = itemsOf(pages).filter(
    (item) => createdAt(item) < since && !before.has(String(item.id).toLowerCase()),
  );
  return new Set(late.map(({ id }) => id)).size;
};

/** What has no clear answer, and a lightning offramp, may be listed or not. */
const judgeNumber = (t: Conformance, pages: readonly Page[], model: Listed): void => {
  const known = model.before.size + model.created.length + belated(pages, model);
  const more = new Set(idsOf(pages)).size - known;
  t.expect(pages.map(({ reply }) => reply)).toSatisfy({
    code: 'WRONG_COUNT',
    where: '$.data',
    expected: 'one item more for each created offramp',
    unless: !t.quiet || (more >= 0 && more <= model.doubtful) ? undefined : 'another number of items',
  });
};

/** Whatever comes between, what was created is listed once, and what was refused is not. */
export const listsWhatWasCreated = (t: Conformance): Promise<void> =>
  t.forSequences<Listed>((t) => ({
    begin: async () => ({ ...noOrders(), before: new Set(idsOf(await pagesOf(t))) }),
    steps: [...offrampSteps(t), ...otherSteps(t), depositStep(t), ...pageSteps(t, 'offramp.list')],
    judge: async (model) => {
      const pages = await eventually(
        () => pagesOf(t),
        (walked) => isComplete(walked, model),
      );
      judgeCreated(t, pages, model);
      judgeRefused(t, pages, model);
      judgeNumber(t, pages, model);
    },
  }));

/** Whatever comes between, what was created is read as it was made. */
export const readsWhatWasCreated = (t: Conformance): Promise<void> =>
  t.forSequences<Orders>((t) => ({
    begin: async () => noOrders(),
    steps: [
      ...offrampSteps(t),
      ...otherSteps(t),
      depositStep(t),
      {
        told: 'read the first offramp that was created',
        isPossible: ({ created }) => created.length > 0,
        take: async ({ created: [first] }) => {
          if (first) t.expect(await readCreated(t, first)).toAgreeWith(first, fixed);
        },
      },
      ...offrampSteps(t).slice(0, 1),
      ...pageSteps(t, 'offramp.list'),
    ],
    judge: async ({ created }) => {
      for (const order of created) {
        const kept = await readCreated(t, order);
        t.expect(kept).toSucceed();
        t.expect(kept).toAgreeWith(order, fixed);
      }
    },
  }));
