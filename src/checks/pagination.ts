import { keptByCache } from '#attribution';
import { operationOf } from '#contract';
import { type Reply, type Setting, sentQuery, type Untested, untested } from '#evidence';
import { countItems, haveIds, isClamped, type ListingSurvey, type Page, pageOf, sizesOf } from '#probes';
import { isRefusal, isSuccess } from '#run';
import { type CheckContext, finding, type Judge, type Judgement, wrongStatus } from './judgement.ts';
import type { WordedPromise } from './judges.ts';

export interface Broken {
  readonly page: Page;
  readonly actual: string;
  readonly against?: Reply | undefined;
}

export interface Examined {
  readonly pages: readonly Page[];
  readonly broken: Broken | undefined;
  /** Why pages without a finding prove nothing; undefined if they show that the promise is kept. */
  readonly lacking?: string | undefined;
}

export const brokenBy = (page: Page | undefined, actual: string, against?: Page): Broken | undefined =>
  page && { page, actual, against: against?.reply };

/** Judges a promise that must hold even if the listing changes. */
export const atAnyTime =
  <T>({ code, where, expected }: WordedPromise, examine: (seen: T, setting: Setting) => Examined): Judge<T> =>
  (seen, setting) => {
    const { pages, broken, lacking } = examine(seen, setting);
    if (broken === undefined && lacking !== undefined) throw untested('NO_SUCH_PAGE', lacking);
    if (pages.length === 0) throw untested('NO_SUCH_PAGE', 'the listing was not read in such pages');
    return {
      judged: pages.map(({ reply }) => reply),
      findings: broken
        ? [
            finding({
              reply: broken.page.reply,
              against: broken.against,
              code,
              where,
              expected,
              observed: broken.actual,
            }),
          ]
        : [],
    };
  };

/** The listing grew without orders, also if the user calls the account quiet. */
export const growing = (): Untested =>
  untested('MOVES_BY_ITSELF', 'items come into the listing by themselves, with nothing done');

export const withoutIds = (): Untested =>
  untested('UNFIT_RECORD', 'items of the listing have no id, so that nobody can tell one from another');

const demandSteady = ({ isSteady, growsByItself }: ListingSurvey, { quiet }: Setting): void => {
  if (isSteady) return;
  if (!quiet) throw untested('UNSTEADY', 'the listing was never read twice with the same items');
  if (growsByItself) throw growing();
};

/** Names the cache in each finding, because a cached page differs from a fresh one. */
const namingTheCache = ({ findings, ...judgement }: Judgement): Judgement => {
  const cache = judgement.judged.map(keptByCache).find((it) => it !== undefined);
  const named = findings.map((it) => ({ ...it, observed: `${it.observed} (${cache})` }));
  return { ...judgement, findings: cache === undefined ? findings : named };
};

/** Drops findings if the listing changed while it was read, except on a quiet account without growth. */
export const unlessItChanged =
  <T>(surveyIn: (seen: T) => ListingSurvey, judge: Judge<T>): Judge<T> =>
  (seen, setting) => {
    const judgement = judge(seen, setting);
    if (judgement.findings.length > 0) demandSteady(surveyIn(seen), setting);
    return namingTheCache(judgement);
  };

/** Judges pages of a listing that had the same items before and after. */
export const whileSteady = (
  promised: WordedPromise,
  examine: (seen: ListingSurvey, setting: Setting) => Examined,
): Judge<ListingSurvey> => unlessItChanged((seen) => seen, atAnyTime(promised, examine));

export type SurveyAndPlain = readonly [survey: ListingSurvey, plain: readonly Page[]];

export const present = (...pages: readonly (Page | undefined)[]): readonly Page[] =>
  pages.flatMap((page) => page ?? []);

const due = ({ limit }: Page, items: number): number | undefined =>
  typeof limit === 'number' ? Math.min(limit, Math.max(items, 0)) : undefined;

const demandItems = (survey: ListingSurvey, min: number): number => {
  const items = countItems([...survey.large, ...limitedPages(survey)]);
  if (items < min) throw untested('FEW_ITEMS', `the listing has ${items} items, and ${min} are needed`);
  return items;
};

const limitedPages = ({ limited }: ListingSurvey): readonly Page[] => present(...limited.map(({ page }) => page));

const unnumberedPage = ({ unnumbered }: ListingSurvey, { facts }: Setting): readonly Page[] =>
  present(unnumbered && pageOf(unnumbered, facts.firstPage));

export const echoesThePage = atAnyTime<ListingSurvey>(
  { code: 'PAGE_NOT_ECHOED', where: '$.page', expected: 'the requested page' },
  (survey, { facts }) => {
    demandItems(survey, 3);
    const read = [...limitedPages(survey), ...present(...survey.single), ...survey.large, ...survey.small];
    // A page past the end may be another page of the listing.
    const pages = read.filter(({ items, page }) => items.length > 0 && typeof page === 'number');
    const wrong = pages.find(({ page, number }) => page !== number);
    const isShown = pages.some(({ number }) => number > facts.firstPage);
    return {
      pages,
      broken: brokenBy(wrong, 'another number'),
      lacking: isShown ? undefined : 'no page after the first says which it is',
    };
  },
);

const keptAnother = (pages: readonly Page[]): Page | undefined => {
  const askedOf = ({ reply }: Page): string => sentQuery(reply, 'limit');
  return pages.find((page) => pages.find((it) => askedOf(it) === askedOf(page))?.limit !== page.limit);
};

/** The answer contains the requested limit, or the limit that the service used instead. */
export const echoesTheLimit = whileSteady(
  {
    code: 'LIMIT_NOT_ECHOED',
    where: '$.limit',
    expected: 'the requested limit, or the limit that was used instead',
  },
  (survey, setting) => {
    const items = demandItems(survey, 3);
    const first = limitedPages(survey).filter(({ limit }) => typeof limit === 'number');
    // A page with all items, or with as many as its own limit, was cut by that limit, not by the requested one.
    const unkept = first.find((page) => (due(page, items) ?? 0) > page.items.length);
    const walked = [...survey.large, ...survey.small, ...survey.full];
    const later = [...present(...survey.single), ...unnumberedPage(survey, setting), ...walked].filter(
      ({ limit }) => typeof limit === 'number',
    );
    const pages = [...first, ...later];
    return {
      pages,
      broken:
        brokenBy(unkept, 'a limit that the page does not keep') ??
        brokenBy(keptAnother(pages), 'another limit than an earlier page under the same'),
      lacking: first.length > 0 ? undefined : 'no page says what limit it keeps',
    };
  },
);

export const keepsLimit = atAnyTime<SurveyAndPlain>(
  { code: 'PAGE_TOO_LONG', where: '$.data', expected: 'at most as many items as the echoed limit' },
  ([survey, plain], setting) => {
    const alone = unnumberedPage(survey, setting);
    const read = [...limitedPages(survey), ...alone, ...plain, ...survey.small, ...survey.large];
    const pages = read.filter(({ items, limit }) => items.length > 0 && typeof limit === 'number');
    const over = pages.find(({ items, limit }) => items.length > Number(limit));
    return {
      pages,
      broken: over && brokenBy(over, `array(${over.items.length})`),
      lacking: pages.length > 0 ? undefined : 'no page with items says what limit it keeps',
    };
  },
);

const refuses = (reply: Reply, { attribution }: CheckContext, except: readonly number[]): boolean =>
  isRefusal(reply) && !except.includes(reply.status) && attribution.mayJudge(reply);

/** The service accepts some usual page and limit, if it answers the listing without them. */
export const takesBounds: Judge<SurveyAndPlain> = ([{ limited }, plain], context) => {
  const replies = limited.map(({ reply }) => reply);
  const [first] = replies;
  const isRefused = replies.every((reply) => refuses(reply, context, [401, 403]));
  if (isRefused && plain.length === 0) throw untested('NO_SUCH_PAGE', 'the listing is refused without bounds too');
  if (!isRefused && !replies.some(isSuccess))
    throw untested('NO_SUCH_PAGE', 'no page was answered that shows whether its bounds were accepted');
  const expected = 'some page and limit that make sense are accepted';
  const findings = isRefused && first ? [wrongStatus({ reply: first, code: 'BOUNDS_REFUSED', expected })] : [];
  return { findings, judged: replies };
};

/**
 * The refusals that show that a listing, which answers without bounds, refuses every usual page or every usual limit.
 * The document has both.
 */
const refusalsOf = (
  [survey, plain]: SurveyAndPlain,
  bound: 'page' | 'limit',
  context: CheckContext,
): readonly Reply[] => {
  const isRefused = (reply: Reply): boolean => refuses(reply, context, [401, 403, 404, 408]);
  const replies = survey.limited.map(({ reply }) => reply);
  const isAllRefused = replies.length > 0 && replies.every(isRefused) && survey.large.length === 0;
  if (plain.length === 0 || !isAllRefused || survey.unnumbered === undefined) return [];
  if (bound === 'limit') return isRefused(survey.unnumbered) ? [survey.unnumbered] : [];
  return isSuccess(survey.unnumbered) ? replies : [];
};

/** Whether the service accepts a bound is judged before whether it applies the bound. */
const takes =
  (bound: 'page' | 'limit', heeds: Judge<SurveyAndPlain>): Judge<SurveyAndPlain> =>
  (seen, context) => {
    const refusals = refusalsOf(seen, bound, context);
    const [first] = refusals;
    if (first === undefined) return heeds(seen, context);
    const expected = `a page, under some ${bound}`;
    return { findings: [wrongStatus({ reply: first, code: 'BOUND_REFUSED', expected })], judged: refusals };
  };

const surveyOf = ([survey]: SurveyAndPlain): ListingSurvey => survey;

export const heedsThePage = takes(
  'page',
  unlessItChanged(
    surveyOf,
    atAnyTime({ code: 'PAGE_IGNORED', where: '$.data', expected: 'other items on another page' }, ([survey]) => {
      demandItems(survey, 3);
      const [first, second] = survey.single;
      const [one, other] = [first?.ids.join() ?? '', second?.ids.join() ?? ''];
      return {
        pages: present(first, second),
        broken: one !== '' && one === other ? brokenBy(second, 'the same items') : undefined,
        lacking: one === '' || other === '' ? 'no two pages of the smallest size were read' : undefined,
      };
    }),
  ),
);

export const heedsTheLimit = takes(
  'limit',
  unlessItChanged(
    surveyOf,
    atAnyTime({ code: 'LIMIT_IGNORED', where: '$.data', expected: 'fewer items under a smaller limit' }, ([survey]) => {
      const items = demandItems(survey, 3);
      const under = (limit?: number) => survey.limited.find(({ asked }) => asked === limit)?.page;
      const [smallest, next] = sizesOf(survey.limited);
      const [one, two] = [under(smallest), under(next)];
      if (one === undefined || two === undefined)
        throw untested('NO_SUCH_PAGE', 'the listing does not answer with pages of two small sizes');
      if (items <= (smallest ?? 0)) throw untested('FEW_ITEMS', 'the listing has too few items for two sizes of pages');
      const pages = [...limitedPages(survey), ...survey.large.slice(0, 1)];
      const limits = new Set(pages.map(({ limit }) => limit));
      const isFixed = pages.length > 2 && typeof one.limit === 'number' && limits.size === 1;
      const isClamped = one.limit === two.limit && one.items.length === due(one, items);
      const isLonger = one.items.length >= two.items.length && !isClamped;
      const lengths = new Set(pages.map(({ items: listed }) => listed.length));
      return {
        pages,
        broken: isFixed || isLonger ? brokenBy(one, 'as many with any limit') : undefined,
        lacking: lengths.size > 1 ? undefined : 'every limit was clamped to more than there is',
      };
    }),
  ),
);

export const keepsItsOrder = whileSteady(
  { code: 'UNSTEADY_ORDER', where: '$.data', expected: 'the same order each time' },
  (survey) => {
    demandItems(survey, 2);
    const [one, other] = survey.twice;
    const isRead = one !== undefined && other !== undefined && one.ids.length > 1 && haveIds([one, other]);
    const isOther = isRead && one.ids.join() !== other.ids.join();
    return {
      pages: present(one, other),
      broken: isOther ? brokenBy(other, 'another order') : undefined,
      lacking: isRead ? undefined : 'no page of several items was read twice',
    };
  },
);

const isWhole = (value: unknown, least: number): value is number => Number.isInteger(value) && Number(value) >= least;

/** Undefined if the count may be the number of items on the page. */
const totalIn = ({ reply, count, items }: Page): number | undefined => {
  if (!isWhole(count, 0)) return undefined;
  return operationOf(reply.operation).page?.counts === 'total' || count > items.length ? count : undefined;
};

interface Contradiction {
  readonly code: string;
  readonly where: string;
  readonly expected: string;
}

const wrongLength = { code: 'PAGE_LENGTH', where: '$.data', expected: 'as many items as page, limit and count say' };
const aboveLimit = { code: 'PAGE_TOO_LONG', where: '$.data', expected: 'at most as many items as the limit' };
const aboveCount = { code: 'PAGE_TOO_LONG', where: '$.data', expected: 'at most as many items as the count' };
const wrongPages = {
  code: 'WRONG_TOTAL_PAGES',
  where: '$.totalPages',
  expected: 'the count over the limit, rounded up',
};
const otherPage = { code: 'PAGE_NOT_ECHOED', where: '$.page', expected: 'the requested page' };

/** The page number of a request with usual bounds, each once. The document does not define other bounds. */
const askedPage = (reply: Reply, firstPage: number): number | undefined => {
  const text = sentQuery(reply, 'page');
  const isSensible = reply.request.purpose.odd === undefined && /^\d{1,6}$/.test(text) && Number(text) >= firstPage;
  return isSensible ? Number(text) : undefined;
};

const contradictionsIn = (page: Page, firstPage: number): readonly Contradiction[] => {
  const { items, limit, totalPages, count } = page;
  const total = totalIn(page);
  const found: Contradiction[] = [];
  if (isWhole(limit, 1) && items.length > limit) found.push(aboveLimit);
  else if (isWhole(count, 0) && items.length > count) found.push(aboveCount);
  else if (isWhole(limit, 1) && isWhole(page.page, firstPage)) {
    const before = (page.page - firstPage) * limit;
    const isInner = isWhole(totalPages, 1) && page.page - firstPage + 1 < totalPages;
    const due = total === undefined ? (isInner ? limit : undefined) : Math.min(limit, Math.max(0, total - before));
    if (due !== undefined && items.length !== due) found.push(wrongLength);
  }
  if (total !== undefined && isWhole(limit, 1) && typeof totalPages === 'number') {
    const pages = Math.ceil(total / limit);
    if (totalPages !== pages && !(total === 0 && totalPages === 1)) found.push(wrongPages);
  }
  const requested = askedPage(page.reply, firstPage);
  const isOther = requested !== undefined && page.page !== requested && !isClamped(page, requested, firstPage);
  if (isOther && items.length > 0 && typeof page.page === 'number') found.push(otherPage);
  return found;
};

/** Contradictions that may arise because another client acts between the count and the selection of the service. */
const concurrentKinds: ReadonlySet<Contradiction> = new Set([aboveCount, wrongLength]);

export const agreesWithItself: Judge<readonly Reply[]> = (given, { attribution, quiet, facts: { firstPage } }) => {
  const pages = attribution
    .judgeable(given)
    .flatMap((reply) => pageOf(reply, firstPage) ?? [])
    .filter(({ limit, count }) => isWhole(limit, 1) || isWhole(count, 0));
  if (pages.length === 0) throw untested('NO_SUCH_PAGE', 'no page of the listing had a limit or a count');
  const found = pages.flatMap((page) =>
    contradictionsIn(page, firstPage).map((contradiction) => ({ reply: page.reply, contradiction })),
  );
  const concurrent = found.filter(({ contradiction }) => concurrentKinds.has(contradiction));
  const isChance = !quiet && concurrent.length === 1;
  const findings = found
    .filter((each) => !(isChance && concurrent.includes(each)))
    .map(({ reply, contradiction }) => finding({ reply, ...contradiction, observed: 'something else' }));
  return { findings, judged: pages.map(({ reply }) => reply) };
};
