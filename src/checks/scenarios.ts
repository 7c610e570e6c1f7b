import { type OrderId, operationOf } from '#contract';
import { followedBy, idIn, idOf, isRecord, notQuiet, type Reply, Untested, untested, valueAt } from '#evidence';
import {
  type Attempted,
  answerOf,
  dueIn,
  haveIds,
  heldSince,
  idsOf,
  isAnswered,
  isCreated,
  isSampled,
  type Page,
  pageOf,
  pairsById,
  type StepResult,
  sizeOf,
  stillDue,
  type Trace,
} from '#probes';
import { isRefusal, isServerError, isSuccess } from '#run';
import { both, type CheckContext, type Found, finding, ifAny, type Judge, type Judgement, on } from './judgement.ts';
import { answersWithout5xx, refused, successOf } from './judges.ts';
import { changesInListing, changesSince, createdAt, isFailed, noTrace, notListedOnce, reference } from './offramps.ts';
import { growing, withoutIds } from './pagination.ts';
import type { Refusal } from './refusal.ts';
import { differIn, disagree, disagreements } from './sameness.ts';

const repliesIn = (taken: readonly StepResult[]): readonly Reply[] =>
  taken.flatMap(({ seen }) => (isAnswered(seen) ? [seen.value] : []));

export const seenIn = (taken: readonly Pick<StepResult, 'seen'>[]): readonly Attempted<Reply>[] =>
  taken.map(({ seen }) => seen);

export const ordersIn = ({ results }: Trace): readonly StepResult[] =>
  results.filter(({ operation }) => operationOf(operation).movesMoney);

/** Without an accepted order, an unchanged state proves nothing. */
export const areAccepted = (orders: readonly StepResult[]): boolean => repliesIn(orders).some(isSuccess);

const mayHaveEffect = ({ seen }: StepResult): boolean => (isAnswered(seen) ? !isRefusal(seen.value) : seen.isSent);

const itemsOf = (pages: readonly Page[]) => pages.flatMap(({ items }) => items);
const setOfIds = (pages: readonly Page[]): ReadonlySet<string> => new Set(idsOf(pages));

const failuresIn = (seen: readonly Attempted<unknown>[]): readonly unknown[] =>
  seen.flatMap((it) => (isAnswered(it) ? [] : [it.failure]));

/** Drops the judgement if a needed request failed. A missing role is no failure. */
export const unlessFailed = (judgement: Judgement, needed: readonly Attempted<unknown>[]): Judgement => {
  const failure = failuresIn(needed).find((it) => !(it instanceof Untested));
  if (failure !== undefined && judgement.findings.length === 0) throw failure;
  return judgement;
};

const isRefusedOrder = (seen: Attempted<unknown>): boolean =>
  isAnswered(seen) && isRecord(seen.value) && 'operation' in seen.value && isRefusal(seen.value as unknown as Reply);

/** The first failure. Without one, `reason`; the service can change it if it refused orders. */
export const lackOf = (needed: readonly Attempted<unknown>[], reason: string): unknown => {
  const lack = untested(needed.some(isRefusedOrder) ? 'NONE_ACCEPTED' : 'NO_SUCH_CASE', reason);
  const [first = lack, ...others] = failuresIn(needed);
  return followedBy(first, [...others, lack]);
};

/** Judges each trace alone: an untested trace does not hide findings of others. */
export const eachTrace =
  (judge: (trace: Trace, context: CheckContext, earlier: readonly Trace[]) => Judgement): Judge<readonly Trace[]> =>
  (traces, context) => {
    const parts: Judgement[] = [];
    const failures: unknown[] = [];
    for (const [at, trace] of traces.entries()) {
      try {
        parts.push(judge(trace, context, traces.slice(0, at)));
      } catch (failure) {
        failures.push(failure);
      }
    }
    const findings = parts.flatMap((part) => part.findings);
    const grave = failures.find((it) => !(it instanceof Untested));
    if (findings.length === 0 && (grave !== undefined || parts.length === 0))
      throw grave ?? followedBy(failures[0] ?? untested('NO_SUCH_CASE', 'no scenario was played'), failures);
    return { findings, judged: parts.flatMap(({ judged }) => judged) };
  };

interface Kind {
  readonly operation: OrderId;
  readonly refusedStep: string;
  readonly refusal?: Refusal;
  readonly judge: Judge<readonly Reply[]>;
  readonly own?: readonly string[];
}

/** Without answers to a rate limit, which prove nothing. */
const answersTo = (orders: readonly StepResult[], { attribution }: CheckContext): readonly Reply[] =>
  repliesIn(orders).filter(attribution.mayJudge);

export const keepsOrders = (kind: Kind): Judge<readonly Trace[]> =>
  eachTrace(({ results }, context) => {
    const { operation, refusedStep, refusal = {}, judge, own = [] } = kind;
    const orders = results.filter((it) => it.operation === operation);
    const valid = answersTo(
      orders.filter(({ step }) => step !== refusedStep),
      context,
    );
    const spoilt = answersTo(
      orders.filter(({ step }) => step === refusedStep),
      context,
    );
    const accepted = valid.filter(isSuccess);
    const broken = valid.filter(isServerError);
    const needed = seenIn(orders);
    if (accepted.length === 0 && broken.length === 0)
      throw lackOf(needed, `${operation}: no valid order of a scenario was accepted`);
    const records = own.length > 0 ? accepted.filter(({ body }) => isRecord(body)) : [];
    const judgeAll = both(
      on(() => broken, ifAny(answersWithout5xx)),
      on(() => accepted, ifAny(judge)),
      // A service that accepts no order refuses for reasons of its own.
      on(() => (accepted.length > 0 ? spoilt : []), ifAny(refused(refusal))),
      on(() => (records.length > 1 ? records : []), ifAny(differIn(...own))),
    );
    return unlessFailed(judgeAll(undefined, context), needed);
  });

const fixed = ['fromCurrency', 'toCurrency', 'amount', 'feeAmount', 'netAmount', 'rate', 'createdAt'];

const fixedValues = {
  code: 'VALUES_MOVED',
  where: '$.data[]',
  expected: 'the amounts and codes of before',
};

const changed = (before: readonly Page[], pages: readonly Page[]): readonly Found[] => {
  const known = itemsOf(before);
  const isChanged = (item: unknown) => {
    const id = idIn(item);
    const same = known.filter((other) => id !== undefined && idIn(other) === id);
    return same.length > 0 && same.every((other) => disagree(item, other, fixed));
  };
  return pages
    .filter(({ items }) => items.some(isChanged))
    .map(({ reply }) => finding({ reply, ...fixedValues, observed: 'others' }));
};

interface ConversionWalks {
  readonly before: readonly Page[];
  readonly after: readonly Page[];
  /** True if items may be added: the document does not say whether an onramp adds to the listing. */
  readonly mayGrow: boolean;
}

/** Changes of items and totals that the run does not explain; conversions of other clients explain them too. */
const moved = ({ before, after, mayGrow }: ConversionWalks): readonly Found[] => {
  const [first] = after;
  if (first === undefined || !haveIds([...before, ...after])) return [];
  const [old, now] = [setOfIds(before), setOfIds(after)];
  const grown = sizeOf(after) - sizeOf(before);
  const isGone = stillDue(before, after).some((id) => !now.has(id));
  const hasCome = isSampled(after) ? grown > 0 : [...now].some((id) => !old.has(id));
  const found = (code: string, where: string, expected: string) =>
    finding({ reply: first.reply, code, where, expected, observed: 'another' });
  const [total, totalBefore] = [first.count, before[0]?.count];
  const areRead = typeof total === 'number' && typeof totalBefore === 'number';
  const isOff = areRead && total - totalBefore !== grown;
  return [
    ...(isGone || (hasCome && !mayGrow)
      ? [found('LISTING_MOVED', '$.data[].id', 'the conversions that were there before')]
      : []),
    ...(isOff ? [found('WRONG_COUNT', '$.total', 'the total of before, and of what has come')] : []),
  ];
};

const pagesIn = (replies: readonly Reply[]): readonly Page[] =>
  replies.filter(({ operation }) => operation === 'conversion.list').flatMap((reply) => pageOf(reply, 0) ?? []);

const misread = (replies: readonly Reply[], before: readonly Page[]): readonly Found[] => {
  const reads = replies.filter(({ operation }) => operation === 'conversion.read');
  return pairsById(reads, itemsOf(before)).flatMap(([reply, item]) => disagreements(reply, item, fixed));
};

const isOfConversions = ({ operation }: StepResult): boolean => operation.startsWith('conversion.');

const hasOnramp = ({ results }: Trace): boolean =>
  results.some((it) => it.operation === 'onramp.initiate' && mayHaveEffect(it));

const needs = (trace: Trace, judgement: Judgement): Judgement => {
  const orders = ordersIn(trace);
  const reads = trace.results.filter(isOfConversions);
  if (judgement.findings.length === 0 && itemsOf(answerOf(trace.before.conversions)).length === 0)
    throw lackOf([], 'there are no conversions that could move');
  if (judgement.findings.length === 0 && !areAccepted(orders))
    throw lackOf(seenIn(orders), 'no order of a scenario was accepted');
  const walked = [trace.before.conversions, trace.after.conversions].flatMap(answerOf);
  if (judgement.findings.length === 0 && !haveIds(walked)) throw withoutIds();
  return unlessFailed(judgement, seenIn(reads));
};

const isGrowing = ({ growing: listings }: Trace): boolean => listings.includes('conversion.list');

const demandNoGrowth = (trace: Trace, findings: readonly Found[]): void => {
  if (findings.length > 0 && isGrowing(trace)) throw growing();
};

export const keepsConversions: Judge<readonly Trace[]> = eachTrace((trace, { quiet }, earlier) => {
  const [before, after] = [answerOf(trace.before.conversions), answerOf(trace.after.conversions)];
  const replies = repliesIn(trace.results.filter(isOfConversions));
  const isCounted = quiet && ![...earlier, trace].some(hasOnramp);
  const counted = isCounted ? moved({ before, after, mayGrow: false }) : [];
  const kept = [...changed(before, [...after, ...pagesIn(replies)]), ...misread(replies, before)];
  if (kept.length === 0) demandNoGrowth(trace, counted);
  return needs(trace, {
    judged: [...after.map(({ reply }) => reply), ...replies],
    findings: [...(isGrowing(trace) ? [] : counted), ...kept],
  });
});

export const keepsConversionsListed: Judge<readonly Trace[]> = eachTrace((trace, { quiet }, earlier) => {
  if (!quiet) throw notQuiet();
  const [before, after] = [answerOf(trace.before.conversions), answerOf(trace.after.conversions)];
  const mayGrow = [...earlier, trace].some(hasOnramp);
  const findings = moved({ before, after, mayGrow });
  demandNoGrowth(trace, findings);
  return needs(trace, { judged: after.map(({ reply }) => reply), findings });
});

interface Orders {
  /** The oldest first. */
  readonly created: readonly Reply[];
  readonly refused: readonly unknown[];
  /** The number of orders that may be listed or not: orders of another version, or without a clear answer. */
  readonly doubtful: number;
}

const ordersOf = ({ results }: Trace): Orders => {
  const offramps = results.filter(({ operation }) => operation === 'offramp.initiate');
  const replies = repliesIn(offramps);
  const created = replies.filter(isCreated);
  const lightning = results.filter(({ operation }) => operation === 'lightning-offramp.initiate');
  return {
    created,
    refused: replies.filter(isRefusal).map(({ request }) => valueAt(request.input.body, reference)),
    doubtful: [...offramps, ...lightning].filter(mayHaveEffect).length - created.length,
  };
};

interface Walks {
  readonly before: readonly Page[];
  readonly after: readonly Page[];
}

const belated = ({ before, after }: Walks, created: readonly Reply[]): ReadonlySet<string> => {
  const known = new Set([...setOfIds(before), ...created.map(idOf)]);
  const [from, since] = [isSampled(before) ? heldSince(before) : 0, createdAt(created[0]?.body)];
  // Items that appear between the pages of a sample need not be late.
  const late = itemsOf(after).filter((item) => createdAt(item) < since && createdAt(item) > (from ?? since));
  return new Set(late.flatMap((item) => idIn(item) ?? []).filter((id) => !known.has(id)));
};

/** Listed items of refused orders. The service may keep a refused order as failed. */
const refusedItems = (pages: readonly Page[], { refused }: Orders, asFailed: boolean) =>
  itemsOf(pages).filter((item) => {
    const own = valueAt(item, reference);
    return own !== undefined && refused.includes(own) && isFailed(item) === asFailed;
  });

const oneMoreEach = {
  code: 'WRONG_COUNT',
  where: '$.data',
  expected: 'one item more for each created offramp',
};

const miscounted = (walks: Walks, orders: Orders, grows: boolean): readonly Found[] => {
  const { before, after } = walks;
  const [first] = after;
  const known = sizeOf(before) + orders.created.length + belated(walks, orders.created).size;
  const more = sizeOf(after) - known;
  const max = grows ? more : orders.doubtful + refusedItems(after, orders, true).length;
  if (first === undefined || (more >= 0 && more <= max)) return [];
  const observed = `${Math.abs(more)} ${more < 0 ? 'less' : 'more'}`;
  return [finding({ reply: first.reply, ...oneMoreEach, observed })];
};

const keptThoughRefused = ({ after }: Walks, orders: Orders): readonly Found[] => {
  const [first] = after;
  if (first === undefined || refusedItems(after, orders, false).length === 0) return [];
  return [finding({ reply: first.reply, ...noTrace, observed: 'the refused order' })];
};

const itemsOnce = { code: 'ITEM_REPEATED', where: '$.data[].id', expected: 'each item once' };

const repeatedOnAPage = (replies: readonly Reply[]): readonly Found[] =>
  replies.flatMap((reply) => {
    const data = valueAt(reply.body, 'data');
    const ids = (Array.isArray(data) ? data : []).flatMap((item) => idIn(item) ?? []);
    const isRepeated = new Set(ids).size < ids.length;
    return isRepeated ? [finding({ reply, ...itemsOnce, observed: 'an item twice' })] : [];
  });

export const listsCreated: Judge<readonly Trace[]> = eachTrace((trace, { quiet }) => {
  const offramps = trace.results.filter(({ operation }) => operation.startsWith('offramp.'));
  const orders = ordersOf(trace);
  if (orders.created.length === 0) throw lackOf(seenIn(offramps), 'no offramp was created in a scenario');
  const walks = { before: answerOf(trace.before.offramps), after: answerOf(trace.after.offramps) };
  const pages = offramps.filter(({ operation }) => operation === 'offramp.list');
  const areNamed = haveIds([...walks.before, ...walks.after]);
  const due = dueIn(walks.after, orders.created);
  const under = (grows: boolean) => [
    ...notListedOnce(walks.after, orders.created, { quiet: quiet && !grows, due }),
    ...changesInListing(orders.created, walks.after),
    ...keptThoughRefused(walks, orders),
    ...(quiet && areNamed ? miscounted(walks, orders, grows) : []),
    ...repeatedOnAPage(repliesIn(pages)),
  ];
  const findings = under(trace.growing.includes('offramp.list'));
  if (findings.length === 0 && under(false).length > 0) throw growing();
  if (findings.length === 0 && !areNamed) throw withoutIds();
  const judgement = { judged: walks.after.map(({ reply }) => reply), findings };
  return unlessFailed(judgement, seenIn(offramps.filter(({ operation }) => operation !== 'offramp.read')));
});

export const readsCreated: Judge<readonly Trace[]> = eachTrace(({ results, read }, context) => {
  const { attribution } = context;
  const orders = results.filter(({ operation }) => operation === 'offramp.initiate');
  const reads = results.filter(({ operation }) => operation === 'offramp.read');
  const [first] = read;
  if (first === undefined) throw lackOf(seenIn(orders), 'no offramp was created in a scenario');
  const last = read
    .flatMap(({ created, seen }) => (isAnswered(seen) ? [{ created, reply: seen.value }] : []))
    .filter(({ reply }) => attribution.mayJudge(reply));
  // A read that is sent at once may be too early for the first order.
  const early = repliesIn(reads)
    .filter(isSuccess)
    .map((reply) => ({ created: first.created, reply }));
  const judgement = {
    judged: [...last, ...early].map(({ reply }) => reply),
    findings: [
      ...last.flatMap(({ reply }) => successOf(reply, context)),
      ...[...last.filter(({ reply }) => isSuccess(reply)), ...early].flatMap(({ created, reply }) =>
        changesSince(created.body, reply),
      ),
    ],
  };
  return unlessFailed(judgement, seenIn([...read, ...reads]));
});
