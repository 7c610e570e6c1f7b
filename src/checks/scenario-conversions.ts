import { idIn, type Reply, Untested, valueAt } from '#evidence';
import { answerOf, type Page, pageOf, pairsById, type StepResult, type Trace } from '#probes';
import { type Found, finding, type Judge, type Judgement } from './judgement.ts';
import { growing } from './listing-survey.ts';
import { disagreements } from './rule.ts';
import {
  areAccepted,
  eachTrace,
  itemsOf,
  lackOf,
  mayHaveEffect,
  ordersIn,
  repliesIn,
  seenIn,
  setOfIds,
  unlessFailed,
} from './traces.ts';

/** Amounts and codes of a conversion that is made: nothing shows that they could change. */
const fixed = ['fromCurrency', 'toCurrency', 'amount', 'feeAmount', 'netAmount', 'rate', 'createdAt'];

const fixedValues = {
  code: 'VALUES_MOVED',
  where: '$.data[]',
  expected: 'the amounts and codes of before',
};

const valuesOf = (item: unknown): string =>
  JSON.stringify([idIn(item), ...fixed.map((member) => valueAt(item, member))]);

/** Pages with an item that had other values before. */
const changed = (before: readonly Page[], pages: readonly Page[]): readonly Found[] => {
  const [ids, values] = [setOfIds(before), new Set(itemsOf(before).map(valuesOf))];
  const isChanged = (item: unknown) => ids.has(idIn(item) ?? '') && !values.has(valuesOf(item));
  return pages
    .filter(({ items }) => items.some(isChanged))
    .map(({ reply }) => finding({ reply, ...fixedValues, observed: 'others' }));
};

interface Walks {
  readonly before: readonly Page[];
  readonly after: readonly Page[];
  /** True where items may have come: the document leaves open what an onramp adds to the listing. */
  readonly mayGrow: boolean;
}

/** Changes of items and totals, which show something where nobody else converts. */
const moved = ({ before, after, mayGrow }: Walks): readonly Found[] => {
  const [first] = after;
  if (first === undefined) return [];
  const [old, now] = [setOfIds(before), setOfIds(after)];
  const isGone = [...old].some((id) => !now.has(id));
  const hasCome = [...now].some((id) => !old.has(id));
  const found = (code: string, where: string, expected: string) =>
    finding({ reply: first.reply, code, where, expected, observed: 'another' });
  const [total, totalBefore] = [first.count, before[0]?.count];
  const isOff =
    typeof total === 'number' && typeof totalBefore === 'number'
      ? total - totalBefore !== now.size - old.size
      : total !== totalBefore;
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
  return unlessFailed(judgement, seenIn(reads));
};

const isGrowing = ({ growing: listings }: Trace): boolean => listings.includes('conversion.list');

/** Throws where something is found that others' conversions explain. */
const demandNoGrowth = (trace: Trace, findings: readonly Found[]): void => {
  if (findings.length > 0 && isGrowing(trace)) throw new Untested(growing, 'service');
};

/** The conversions keep their values between any requests, and their number until an onramp comes. */
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

/** After an onramp too the listing keeps its items, and its total counts the new ones. */
export const keepsConversionsListed: Judge<readonly Trace[]> = eachTrace((trace, { quiet }, earlier) => {
  if (!quiet) throw new Untested('others may convert on this account');
  const [before, after] = [answerOf(trace.before.conversions), answerOf(trace.after.conversions)];
  const mayGrow = [...earlier, trace].some(hasOnramp);
  const findings = moved({ before, after, mayGrow });
  demandNoGrowth(trace, findings);
  return needs(trace, { judged: after.map(({ reply }) => reply), findings });
});
