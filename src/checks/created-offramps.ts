import { isSuccess } from '#contract';
import { idIn, type Reply, Untested, valueAt } from '#evidence';
import { isCreated, type ListedBack, type Page, type Pair, type ReadAndListed } from '#probes';
import { both, type Found, finding, ifAny, type Judge, on } from './judgement.ts';
import { growing } from './listing-survey.ts';
import { observes } from './observations.ts';
import { disagreements } from './rule.ts';
import { agrees, succeeds } from './words.ts';

/** Records how long created offramps took to show, of those that were looked for in vain before. */
export const observesTimeToShow: Judge<readonly Reply[]> = observes((replies) => {
  const delays = replies.filter(isCreated).flatMap(({ body, receivedAt }) => {
    const reads = replies.filter(
      ({ operation, request }) =>
        operation === 'offramp.read' && String(request.input.offrampId).toLowerCase() === idIn(body),
    );
    const first = reads.findIndex(isSuccess);
    const shown = reads[first];
    if (shown === undefined) return [];
    return first === 0 ? [0] : [shown.receivedAt.getTime() - receivedAt.getTime()];
  });
  if (delays.length === 0) return [];
  const longest = Math.ceil(Math.max(...delays) / 1_000);
  const fact = longest === 0 ? 'at once' : `after ${longest} s`;
  return [{ operation: 'offramp.read', situation: 'a created offramp shows', fact, byChance: true }];
});

/** The member by which a caller finds its own order again. */
export const reference = 'client_offramp_reference';

/** Fixed at creation, and the same wherever the offramp shows. */
const fixedMembers = [
  'id',
  'type',
  'account_id',
  reference,
  'from.amount',
  'from.asset',
  'from.network',
  'from.address',
  'to.recipient_id',
  'to.currency',
];

/** The costs and the payout; the rate may change once the money has come. */
const quoteMembers = [
  'to.gross_amount',
  'to.net_amount',
  'pricing.fx_rate',
  'pricing.fees.offramp_fee',
  'pricing.fees.offramp_fee_currency',
];

const stateMembers = ['status', 'settlement.withdrawal_id', 'settlement.estimated_at', 'settlement.end_to_end_id'];

const isPending = (record: unknown): boolean => valueAt(record, 'status') === 'pending';

const isSettled = (record: unknown): boolean => ['paid', 'completed'].includes(String(valueAt(record, 'status')));

/** Members of a completed payout; those that are not there yet may come, and the document lets them depend on the status. */
const payoutMembers = ['settlement.withdrawal_id', 'settlement.end_to_end_id'];

const payoutShownIn = (one: unknown, other: unknown): readonly string[] =>
  isSettled(one) && valueAt(one, 'status') === valueAt(other, 'status')
    ? payoutMembers.filter((member) => valueAt(one, member) && valueAt(other, member))
    : [];

/** Between the two no rate can have changed. */
const haveOneQuote = (one: unknown, other: unknown): boolean =>
  [isPending, isSettled].some((isSo) => isSo(one) && isSo(other));

/** A service may keep the instant of a creation to the second. */
const keptToMs = 1_000;

/** True where it is kept as an order that has failed, as a refused one may be. */
export const isFailed = (record: unknown): boolean => valueAt(record, 'status') === 'failed';

export const createdAt = (record: unknown): number => Date.parse(String(valueAt(record, 'created_at')));

const sameCreation = { code: 'DISAGREES', where: '$.created_at', expected: 'the same as before' };

/** The differences between a record that is shown and the one that was created. */
export const changesSince = (created: unknown, shown: Reply): readonly Found[] => {
  const distanceMs = Math.abs(createdAt(created) - createdAt(shown.body));
  return [
    ...disagreements(shown, created, [
      ...fixedMembers,
      ...(haveOneQuote(created, shown.body) ? quoteMembers : []),
      ...payoutShownIn(created, shown.body),
    ]),
    ...(distanceMs > keptToMs ? [finding({ reply: shown, ...sameCreation, observed: 'another instant' })] : []),
  ];
};

const hasReference = (record: unknown): boolean => typeof valueAt(record, reference) === 'string';

const sameReference = {
  code: 'MISSING_MEMBER',
  where: `$.${reference}`,
  expected: 'the reference of the order, wherever it shows',
};

/** A record shows a reference where another record of the same offramp does: an order without one has none anywhere. */
const showsReferenceAlike: Judge<readonly Pair[]> = (pairs) => ({
  judged: pairs.map(([reply]) => reply),
  findings: pairs
    .filter(([reply, other]) => hasReference(reply.body) !== hasReference(other))
    .map(([reply]) => finding({ reply, ...sameReference, observed: 'no reference' })),
});

/** An offramp that is read is the one that the listing shows: its order, its quote, and at one time its state. */
export const isReadAsListed: Judge<ReadAndListed> = both(
  on(({ pairs }) => pairs, agrees([...fixedMembers, 'created_at'], 'none of what was read stands in the listing')),
  on(({ pairs }) => pairs, showsReferenceAlike),
  on(({ pairs }) => pairs.filter(([reply, item]) => haveOneQuote(reply.body, item)), ifAny(agrees(quoteMembers))),
  on(({ atOneTime }) => atOneTime, ifAny(agrees(stateMembers))),
  on(({ further }) => further, ifAny(succeeds)),
);

/** Compares a record with its item in a listing. */
export const changesInItem = (before: unknown, item: unknown, reply: Reply): readonly Found[] =>
  changesSince(before, { ...reply, body: item }).map((found) => ({
    ...found,
    where: found.where.replace('$', '$.data[]'),
    shownBy: reply,
  }));

export const changesInListing = (created: readonly Reply[], pages: readonly Page[]): readonly Found[] => {
  const byId = new Map(created.map(({ body }) => [idIn(body), body]));
  return pages.flatMap(({ items, reply }) =>
    items
      .filter((item) => idIn(item) !== undefined && byId.has(idIn(item)))
      .flatMap((item) => changesInItem(byId.get(idIn(item)), item, reply)),
  );
};

export const keepsAsCreated: Judge<readonly Pair[]> = both((pairs, { attribution }) => {
  if (pairs.length === 0) throw new Untested('no created offramp can be read', 'service');
  return {
    judged: attribution.judgeable(pairs.map(([reply]) => reply)),
    findings: pairs.flatMap(([reply, created]) => changesSince(created, reply)),
  };
}, showsReferenceAlike);

const timesListed = (pages: readonly Page[], order: Reply): number =>
  pages.flatMap(({ ids }) => ids).filter((id) => id === idIn(order.body)).length;

const listedOnce = { code: 'NOT_LISTED_ONCE', where: '$.data[].id', expected: 'each created offramp once' };

/** Created offramps that do not stand in the listing just once; others may create too, and shift items between pages. */
export const notListedOnce = (
  pages: readonly Page[],
  created: readonly Reply[],
  { quiet, isWhole = true }: { readonly quiet: boolean; readonly isWhole?: boolean },
): readonly Found[] => {
  const [first] = pages;
  if (first === undefined) return [];
  return created.flatMap((order) => {
    const times = timesListed(pages, order);
    // A missing item may stand on a page that was not read.
    const isWrong = times === 0 ? isWhole : quiet && times > 1;
    return isWrong ? [finding({ reply: first.reply, ...listedOnce, observed: `${times} times` })] : [];
  });
};

export const listsEachOnce: Judge<ListedBack> = ({ created, pages, isWhole, growsByItself }, { quiet }) => {
  const known = created.filter(({ body }) => idIn(body) !== undefined);
  if (known.length === 0) throw new Untested('no created offramp has an id to be found by', 'service');
  const under = (grows: boolean) => notListedOnce(pages, known, { quiet: quiet && !grows, isWhole });
  const findings = under(growsByItself);
  if (findings.length === 0 && under(false).length > 0) throw new Untested(growing, 'service');
  const isFound = known.some((order) => timesListed(pages, order) > 0);
  if (findings.length === 0 && !isFound) throw new Untested('the listing is too long to be searched');
  return { findings, judged: pages.map(({ reply }) => reply) };
};
