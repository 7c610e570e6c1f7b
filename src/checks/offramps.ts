import { isFromService } from '#attribution';
import { idIn, isRecord, keyIn, type Reply, type Setting, subaccountOf, untested, valueAt } from '#evidence';
import {
  type Aftermath,
  haveIds,
  isCreated,
  isOfValidOrder,
  type ListedBack,
  type Page,
  type Pair,
  pageOf,
  type ReadAndListed,
  shows,
} from '#probes';
import { isError, isRefusal, isSuccess } from '#run';
import { both, type Found, finding, ifAny, type Judge, on } from './judgement.ts';
import { judgeTogether, observes, succeeds } from './judges.ts';
import { growing, withoutIds } from './pagination.ts';
import { isRuledByRails, termsOf } from './rails.ts';
import { agrees, disagreements } from './sameness.ts';

/** Observes the time until created offramps appear, for offramps that an earlier read did not find. */
export const observesDelay: Judge<readonly Reply[]> = observes((replies) => {
  let isLookedFor = false;
  const delays = replies.filter(isCreated).flatMap(({ body, receivedMs }) => {
    const reads = replies.filter(
      ({ operation, request }) =>
        operation === 'offramp.read' && String(request.input.offrampId).toLowerCase() === idIn(body),
    );
    isLookedFor ||= reads.length > 0;
    const first = reads.findIndex(isSuccess);
    const shown = reads[first];
    if (shown === undefined) return [];
    return first === 0 ? [0] : [shown.receivedMs - receivedMs];
  });
  if (delays.length === 0 && isLookedFor) throw untested('NOT_SHOWN', 'no created offramp can be read');
  if (delays.length === 0) return [];
  const longest = Math.ceil(Math.max(...delays) / 1_000);
  const fact = longest === 0 ? 'at once' : `after ${longest} s`;
  return [{ operation: 'offramp.read', situation: 'a created offramp shows', fact, byChance: true }];
});

export const reference = 'client_offramp_reference';

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

/** Members about costs and payout; the rate may change after the money arrives. */
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

/** Members of a completed payout: they may appear later, depending on the status. */
const payoutMembers = ['settlement.withdrawal_id', 'settlement.end_to_end_id'];

const payoutShownIn = (one: unknown, other: unknown): readonly string[] =>
  isSettled(one) && valueAt(one, 'status') === valueAt(other, 'status')
    ? payoutMembers.filter((member) => valueAt(one, member) && valueAt(other, member))
    : [];

const haveOneQuote = (one: unknown, other: unknown): boolean =>
  [isPending, isSettled].some((isSo) => isSo(one) && isSo(other));

/** Milliseconds. A service may store the instant of creation in whole seconds. */
const keptToMs = 1_000;

/** A service may keep a refused order as a failed one. */
export const isFailed = (record: unknown): boolean => valueAt(record, 'status') === 'failed';

export const createdAt = (record: unknown): number => Date.parse(String(valueAt(record, 'created_at')));

const sameCreation = { code: 'DISAGREES', where: '$.created_at', expected: 'the same as before' };

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

const showsReferenceAlike: Judge<readonly Pair[]> = (pairs) => ({
  judged: pairs.map(([reply]) => reply),
  findings: pairs
    .filter(([reply, other]) => isSuccess(reply) && isRecord(reply.body) && isRecord(other))
    .filter(([reply, other]) => hasReference(reply.body) !== hasReference(other))
    .map(([reply]) => finding({ reply, ...sameReference, observed: 'no reference' })),
});

export const readsAsListed: Judge<ReadAndListed> = both(
  on(({ pairs }) => pairs, agrees([...fixedMembers, 'created_at'], 'none of what was read stands in the listing')),
  on(({ pairs }) => pairs, showsReferenceAlike),
  on(({ pairs }) => pairs.filter(([reply, item]) => haveOneQuote(reply.body, item)), ifAny(agrees(quoteMembers))),
  on(({ atOneTime }) => atOneTime, ifAny(agrees(stateMembers))),
  on(({ further }) => further, ifAny(succeeds)),
);

const changesInItem = (before: unknown, item: unknown, reply: Reply): readonly Found[] =>
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
  if (pairs.length === 0) throw untested('NOT_SHOWN', 'no created offramp can be read');
  return {
    judged: attribution.judgeable(pairs.map(([reply]) => reply)),
    findings: pairs.flatMap(([reply, created]) => changesSince(created, reply)),
  };
}, showsReferenceAlike);

const timesListed = (pages: readonly Page[], order: Reply): number =>
  pages.flatMap(({ ids }) => ids).filter((id) => id === idIn(order.body)).length;

const listedOnce = { code: 'NOT_LISTED_ONCE', where: '$.data[].id', expected: 'each created offramp once' };

/**
 * Created offramps that are not listed exactly once. Other clients may create offramps too, and so move items between
 * pages.
 */
export const notListedOnce = (
  pages: readonly Page[],
  created: readonly Reply[],
  { quiet, due }: { readonly quiet: boolean; readonly due: readonly Reply[] },
): readonly Found[] => {
  const [first] = pages;
  if (first === undefined) return [];
  return created.flatMap((order) => {
    const times = timesListed(pages, order);
    // A missing item may be on a page that was not read, or have no id.
    const isWrong = times === 0 ? due.includes(order) && haveIds(pages) : quiet && times > 1;
    const found = { ...listedOnce, observed: `${times} times`, isUnlisted: times === 0 };
    return isWrong ? [finding({ reply: first.reply, ...found })] : [];
  });
};

export const listsEachOnce: Judge<ListedBack> = ({ created, pages, due, growsByItself }, { quiet }) => {
  const known = created.filter(({ body }) => idIn(body) !== undefined);
  if (known.length === 0) throw untested('UNFIT_RECORD', 'no created offramp has an id to be found by');
  const under = (grows: boolean) => notListedOnce(pages, known, { quiet: quiet && !grows, due });
  const findings = under(growsByItself);
  if (findings.length === 0 && under(false).length > 0) throw growing();
  const isFound = known.some((order) => timesListed(pages, order) > 0);
  if (findings.length === 0 && !haveIds(pages)) throw withoutIds();
  if (findings.length === 0 && !isFound) throw untested('LONG_LISTING', 'the listing is too long to be searched');
  return { findings, judged: pages.map(({ reply }) => reply) };
};

interface Shown {
  readonly id: string;
  readonly record: unknown;
  readonly reply: Reply;
  readonly isItem: boolean;
}

const shownIn = (replies: readonly Reply[]): readonly Shown[] =>
  replies.flatMap((reply) => {
    const { operation, body } = reply;
    if (!isSuccess(reply) || (operation !== 'offramp.list' && operation !== 'offramp.read')) return [];
    const isItem = operation === 'offramp.list';
    const items = isItem && isRecord(body) && Array.isArray(body.data) ? body.data : [body];
    return items.flatMap((record: unknown) => {
      const id = idIn(record);
      return id === undefined ? [] : [{ id, record, reply, isItem }];
    });
  });

export const keepsItsTerms: Judge<readonly Reply[]> = (replies) => {
  const first = new Map<string, unknown>();
  const findings: Found[] = [];
  const judged = new Set<Reply>();
  for (const { id, record, reply, isItem } of shownIn(replies)) {
    const before = first.get(id);
    if (before === undefined) first.set(id, record);
    else {
      judged.add(reply);
      findings.push(...(isItem ? changesInItem(before, record, reply) : changesSince(before, reply)));
    }
  }
  if (judged.size === 0) throw untested('NOT_TWICE', 'no offramp was shown twice');
  return { findings, judged: [...judged] };
};

const referenceIn = (record: unknown): string => String(valueAt(record, reference) ?? '').toLowerCase();

/** A time-out or a page of a gateway does not show what became of the order. */
const isRefused = (reply: Reply): boolean => isRefusal(reply) && reply.status !== 408 && isFromService(reply);

const idsByReference = (replies: readonly Reply[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const orders = replies.filter(({ operation }) => operation === 'offramp.initiate');
  const sent = ({ request }: Reply): string => referenceIn(request.input.body);
  const unclear = new Set([
    ...orders.filter((order) => !isCreated(order) && !isRefused(order)).map(sent),
    ...orders.map(({ request }) => referenceIn(request.lost)),
  ]);
  const ids = new Map<string, Set<string>>();
  for (const order of orders) {
    const own = sent(order);
    if (own === '' || unclear.has(own)) continue;
    const kept = ids.get(own) ?? new Set();
    const id = idIn(order.body);
    ids.set(own, isCreated(order) && id !== undefined ? kept.add(id) : kept);
  }
  return ids;
};

const ownOrders = {
  code: 'FOREIGN_ORDER',
  where: '$.data[].id',
  expected: 'orders of this subaccount only',
};

const listedElsewhere = (replies: readonly Reply[], shown: readonly Shown[]): readonly Found[] => {
  const accepted = replies.filter(isCreated);
  return shown
    .filter(({ id, reply, isItem }) => {
      const placed = accepted.filter(({ body }) => idIn(body) === id);
      return isItem && placed.length > 0 && !placed.some((it) => subaccountOf(it) === subaccountOf(reply));
    })
    .map(({ reply }) => finding({ reply, ...ownOrders, observed: 'an order of another' }));
};

const stillListed = { code: 'NOT_LISTED_ONCE', where: '$.data', expected: 'each order that it listed before' };

/** True if the page is the whole listing. A page past the end may count only its own items. */
const isWholeListing = ({ items, count, totalPages }: Page): boolean =>
  count === items.length && totalPages === Math.min(1, items.length);

/** Another client may use a filter that is not in the document. */
const isUnfiltered = ({ request }: Reply): boolean =>
  [...new URLSearchParams(request.path.split('?', 2)[1]).keys()].every((name) => name === 'page' || name === 'limit');

const goneFrom = (replies: readonly Reply[]): readonly Found[] => {
  const pages = replies
    .filter(
      (reply) => reply.operation === 'offramp.list' && reply.request.purpose.odd === undefined && isUnfiltered(reply),
    )
    .flatMap((reply) => pageOf(reply, 0) ?? []);
  return replies.filter(isCreated).flatMap((order) => {
    // A key of another account may see an empty listing.
    const isAlike = (reply: Reply) =>
      subaccountOf(reply) === subaccountOf(order) && keyIn(reply.request) === keyIn(order.request);
    const own = pages.filter(({ reply }) => isAlike(reply));
    const isListed = ({ ids }: Page) => ids.includes(idIn(order.body) ?? '');
    const shown = own.find(isListed);
    // The last such page, so that a second look reads a later one.
    const gone = own.findLast(
      (page) =>
        shown !== undefined && page.reply.sentMs > shown.reply.receivedMs && isWholeListing(page) && !isListed(page),
    );
    if (shown === undefined || gone === undefined) return [];
    return [finding({ reply: gone.reply, ...stillListed, observed: 'one that it lacks' })];
  });
};

export const keepsOrderOnce: Judge<readonly Reply[]> = (replies, { attribution }) => {
  const ids = idsByReference(replies);
  const shown = shownIn(replies).filter(({ record }) => ids.has(referenceIn(record)));
  const others = shown.filter(({ id, record }) => !ids.get(referenceIn(record))?.has(id) && !isFailed(record));
  const isOfAccepted = ({ record }: Shown) => (ids.get(referenceIn(record))?.size ?? 0) > 0;
  // A gateway that failed once may have sent other orders to a second server, and returned its answer.
  const isDoubled = attribution.hasFailedGateway('offramp.initiate');
  if (isDoubled && others.length > 0 && others.every(isOfAccepted))
    throw untested('GATEWAY', 'a gateway answered an order instead of the service, and may have sent others twice');
  // If no accepted order is listed, no refused order would be.
  if (others.length === 0 && !shown.some(({ id, record }) => ids.get(referenceIn(record))?.has(id)))
    throw untested(replies.some(isOfValidOrder) ? 'NOT_SHOWN' : 'NO_SUCH_CASE', 'no accepted offramp was shown');
  return {
    findings: [
      ...others.map((other) =>
        finding({
          reply: other.reply,
          code: 'ORDERED_ONCE',
          where: other.isItem ? `$.data[].${reference}` : `$.${reference}`,
          expected: 'one order of each accepted request, and none of a refused one',
          observed: isOfAccepted(other) ? 'two orders of one request' : 'an order of a refused request',
        }),
      ),
      ...listedElsewhere(replies, shown),
      ...goneFrom(replies).slice(0, 1),
    ],
    judged: [...new Set(shown.map(({ reply }) => reply))],
  };
};

const referenceOf = ({ request }: Reply): unknown => valueAt(request.input.body, reference);

/**
 * True if a page shows one of the orders, by its reference in any member. An order that the rules for rails refuse may
 * be kept as failed; no other refused order may.
 */
const showsOneOf =
  (orders: readonly Reply[], setting: Setting) =>
  ({ items }: Page): boolean =>
    items.some((item) => {
      const text = JSON.stringify(item);
      return orders.some((order) => {
        const own = referenceOf(order);
        const isShown = typeof own === 'string' && own !== '' && text.includes(own);
        return isShown && !(isFailed(item) && isRuledByRails(termsOf(order, setting)));
      });
    });

export const noTrace = {
  code: 'REFUSED_BUT_CREATED',
  where: `$.data[].${reference}`,
  expected: 'no trace of a refused order',
};

export const leavesNoTrace: Judge<Aftermath> = judgeTogether(noTrace, ({ tried, accepted, pages }, context) => {
  const refusals = tried.filter((reply) => isError(reply) && context.attribution.mayJudge(reply));
  if (refusals.length === 0)
    throw untested('ALL_ACCEPTED', 'every order was accepted, which is the finding of another requirement');
  const guilty = pages.find(showsOneOf(refusals, context));
  // A listing without the accepted orders would not show a refused one either.
  if (guilty === undefined && !shows(pages, accepted))
    throw untested('NO_SUCH_CASE', 'the listing shows no order that was accepted, so that it shows nothing');
  return {
    replies: pages.map(({ reply }) => reply),
    problem: guilty && 'a refused order',
    shownBy: guilty?.reply,
  };
});
