import { isOfLockOut } from '#attribution';
import {
  isSuccess,
  type Listing,
  listedIn,
  type OperationId,
  type OrderId,
  operationIds,
  operationOf,
  ownParameter,
  readOf,
} from '#contract';
import { amountIn, contentOfOrder, idIn, idsIn, keyIn, type Reply, sentQuery, subaccountOf, valueAt } from '#evidence';
import {
  isCreated,
  type LimitedPage,
  type ListedBack,
  type ListingSurvey,
  type OwnersPages,
  type Page,
  type Pair,
  pageOf,
} from '../listings/page.ts';
import { orderProbeOf } from '../orders/valid-orders.ts';
import { readProbeOf } from '../reads/configured.ts';
import { isAfter, maxDelayMs, type Recorded, repliesTo, unshown } from './recorded.ts';

/** The context that a recording's other exchanges give to one of them. */
export interface Context {
  /** Keys that some request got a success with; an empty one is a key that the recording leaves out. */
  readonly letIn: ReadonlySet<string>;
  /** When a key was first refused. */
  readonly refusedAt: number;
  /** Ids of the path that some success was for, or showed, as `<parameter> <id>`. */
  readonly known: ReadonlySet<string>;
  /** Operations that some success is of. */
  readonly served: ReadonlySet<OperationId>;
  /** Accepted orders, by all of them but the value that the document lists, the amount and the reference. */
  readonly made: ReadonlySet<string>;
  /** The least and the greatest amount of accepted orders. */
  readonly amounts: ReadonlyMap<OperationId, AmountRange>;
  /** Recipients of accepted orders. */
  readonly paid: ReadonlySet<unknown>;
  /** True where every value that an order may name was accepted. */
  readonly acceptsAll: (operation: OrderId) => boolean;
}

/** The ids that a request is for, as `<parameter> <id>`, to be compared. */
const namedBy = (reply: Reply, except?: string): readonly string[] =>
  idsIn(reply)
    .filter(([name]) => name !== except)
    .map(([name, id]) => `${name} ${id.toLowerCase()}`);

/** The read that shows the items of a listing, or the record that an order creates. */
const readOfShown = (operation: OperationId): OperationId | undefined =>
  operationIds.find((id) => {
    const { page, creates } = operationOf(operation);
    return id === (page?.reads ?? creates);
  });

const idsShown = ({ operation, body }: Reply): readonly string[] => {
  const read = readOfShown(operation);
  const listed = valueAt(body, 'data');
  const records: readonly unknown[] = Array.isArray(listed) ? listed : [body];
  return read === undefined
    ? []
    : records.flatMap((record) => idIn(record) ?? []).map((id) => `${ownParameter(read)} ${id}`);
};

/** True where a read does not find what the same caller was shown long before. */
const isLost = (shown: Reply, read: Reply): boolean =>
  read.status === 404 &&
  subaccountOf(read) === subaccountOf(shown) &&
  keyIn(read.request) === keyIn(shown.request) &&
  isAfter(shown, read, maxDelayMs);

const timeOf = ({ receivedAt }: Reply): number => receivedAt.getTime();

/** True where an answer may be a lock-out, for the refused keys before it. */
export const mayBeLockOut = (reply: Reply, { refusedAt }: Context): boolean =>
  isOfLockOut(reply) &&
  timeOf(reply) >= refusedAt &&
  // The document's own word for a key without permission.
  !(keyIn(reply.request) !== undefined && valueAt(reply.body, 'error') === 'Forbidden');

const namedIn = (reply: Reply): unknown => valueAt(reply.request.input.body, listedIn(reply.operation)?.path ?? '-');

/** The owner of an order and its body, without the listed values, the amount and the reference. */
const makingOf = (reply: Reply): string => {
  const { path = '-' } = listedIn(reply.operation) ?? {};
  const making = contentOfOrder(reply.request.input.body, path.split('.').at(-1) ?? '');
  return `${reply.operation} ${subaccountOf(reply)} ${making}`;
};

type AmountRange = readonly [min: number, max: number];

const boundsOf = (served: readonly Reply[]): ReadonlyMap<OperationId, AmountRange> => {
  const bounds = new Map<OperationId, AmountRange>();
  for (const { operation, request } of served) {
    const amount = amountIn(request.input.body);
    const [min, max] = bounds.get(operation) ?? [amount, amount];
    bounds.set(operation, [Math.min(min, amount), Math.max(max, amount)]);
  }
  return bounds;
};

/** True where an order like it was accepted, so that it is refused for nothing but the value that it lists. */
export const isLikeAccepted = (reply: Reply, { made, amounts }: Context): boolean => {
  const amount = amountIn(reply.request.input.body);
  const [min, max] = amounts.get(reply.operation) ?? [Number.NaN, Number.NaN];
  return made.has(makingOf(reply)) && amount >= min && amount <= max;
};

export const recipientIn = ({ request: { input } }: Reply): unknown =>
  valueAt(input.body, 'to.recipient_id') ?? valueAt(input.body, 'recipient_id');

/** A recipient that is there may be refused for belonging to another customer. */
export const isPaid = (reply: Reply, { paid }: Context): boolean => paid.has(recipientIn(reply));

export const contextOf = (replies: readonly Reply[]): Context => {
  const served = replies.filter(isSuccess);
  const first = replies.find(({ status }) => status === 401);
  const keys = served.flatMap((reply) => keyIn(reply.request) ?? []);
  const named = new Set(served.map((reply) => `${reply.operation} ${String(namedIn(reply))}`));
  return {
    refusedAt: first === undefined ? Number.POSITIVE_INFINITY : timeOf(first),
    letIn: new Set(['', ...keys]),
    known: new Set(served.flatMap((reply) => [...namedBy(reply), ...idsShown(reply)])),
    served: new Set(served.map(({ operation }) => operation)),
    made: new Set(served.map(makingOf)),
    amounts: boundsOf(served),
    paid: new Set(served.flatMap((reply) => recipientIn(reply) ?? [])),
    acceptsAll: (operation) => listedIn(operation)?.values.every((value) => named.has(`${operation} ${value}`)) ?? true,
  };
};

/** True where the ids of a path were seen in successes, save that of a parameter. */
export const areKnown = (reply: Reply, { known }: Context, except?: string): boolean =>
  namedBy(reply, except).every((id) => known.has(id));

/** True where what the document lists is named as it lists it; whether another letter case means the same is open. */
export const isListed = (reply: Reply, operation: OrderId): boolean =>
  listedIn(operation)?.values.some((value) => value === namedIn(reply)) ?? true;

/** A bound of a query, where it is a plain number. */
const boundIn = (reply: Reply, name: string): number | undefined => {
  const text = sentQuery(reply, name);
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
};

/** Pages of a listing by the subaccount that they were asked for. Throws `Untested` where there is none. */
export const recordedPages = (recorded: Recorded, listing: Listing): readonly OwnersPages[] => {
  const byOwner = new Map<string, Page[]>();
  for (const reply of repliesTo(recorded, readProbeOf(listing))) {
    const page = pageOf(reply, boundIn(reply, 'page') ?? 0);
    const pages = byOwner.get(subaccountOf(reply)) ?? [];
    byOwner.set(subaccountOf(reply), pages);
    if (page) pages.push(page);
  }
  return [...byOwner].map(([owner, pages]) => ({ owner, pages }));
};

/** Each item of the recorded pages as often as it is shown in another way. */
export const recordedItems = (recorded: Recorded, listing: Listing): readonly unknown[] => {
  const items = recordedPages(recorded, listing).flatMap(({ pages }) => pages.flatMap((page) => page.items));
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
};

/** Reads that did not find what the listing had shown to the same caller. */
export const recordedLosses = (recorded: Recorded, listing: Listing): readonly Reply[] => {
  const operation = readOf(listing);
  const parameter = ownParameter(operation);
  const pages = recordedPages(recorded, listing).flatMap(({ pages: own }) => own);
  return recorded.replies.filter(
    (read) =>
      read.operation === operation &&
      pages.some(
        ({ reply, ids }) => ids.includes(String(read.request.input[parameter]).toLowerCase()) && isLost(reply, read),
      ),
  );
};

interface Numbered extends LimitedPage {
  readonly page: Page;
}

const numbered = (page: Page): readonly Numbered[] => {
  const { reply } = page;
  const [asked, number] = [boundIn(reply, 'limit'), boundIn(reply, 'page')];
  return asked === undefined || asked < 1 || number === undefined ? [] : [{ asked, reply, page }];
};

/** The number of a listing's first page: 0 only where the listing says so itself. */
const firstOf = (pages: readonly Page[]): 0 | 1 =>
  pages.some(({ reply, page, items }) => boundIn(reply, 'page') === 0 && page === 0 && items.length > 0) ? 0 : 1;

/** The answer to a page before the first or past the end is open. */
const isWithin = ({ page: { number, totalPages } }: Numbered, first: number): boolean =>
  number >= first && typeof totalPages === 'number' && number - first < totalPages;

/** Under a limit, what a first page shows of the whole. */
const shownBy = ({ page: { ids, totalPages } }: Numbered): string => `${totalPages} ${ids.join()}`;

/** True where first pages show nothing of a change: all under one limit are alike, and the first and the last have one limit. */
const isSteady = (pages: readonly Numbered[]): boolean => {
  const byLimit = new Map(pages.map((page) => [page.asked, shownBy(page)]));
  const isAlike = pages.every((page) => byLimit.get(page.asked) === shownBy(page));
  return pages.length > 1 && isAlike && pages.at(0)?.asked === pages.at(-1)?.asked;
};

/**
 * The survey that the recorded pages of one subaccount allow: of the subaccount with the most pages that were asked for by
 * number and limit. Nobody has walked through them in order, so that they show nothing of the whole listing.
 */
export const recordedSurvey = (recorded: Recorded, listing: Listing): ListingSurvey => {
  const surveys = recordedPages(recorded, listing).map(({ pages }) => {
    const first = firstOf(pages);
    const within = pages.flatMap(numbered).filter((page) => isWithin(page, first));
    return {
      limited: within.filter(({ page }) => page.number === first),
      later: within.filter(({ page }) => page.number > first),
    };
  });
  const [most] = surveys.toSorted((one, other) => other.limited.length - one.limited.length);
  if (most === undefined || most.limited.length === 0) throw unshown(`pages of ${listing} by number and limit`);
  return {
    large: most.later.map(({ page }) => page),
    isWhole: false,
    small: [],
    full: [],
    limited: most.limited,
    single: [undefined, undefined],
    twice: [undefined, undefined],
    beyond: [],
    unnumbered: undefined,
    isSteady: isSteady(most.limited),
    // Nobody knows what was done between them.
    growsByItself: false,
  };
};

const createdIn = (recorded: Recorded): readonly Reply[] => {
  const created = repliesTo(recorded, orderProbeOf('offramp.initiate')).filter(isCreated);
  if (created.length === 0) throw unshown('created offramps');
  return created;
};

/** A success, or a refusal that comes when the offramp must have been there. */
const readBackOf = (created: Reply, { replies }: Recorded): readonly Pair[] => {
  const id = idIn(created.body);
  const reads = replies.filter(
    (reply) =>
      reply.operation === 'offramp.read' &&
      String(reply.request.input.offrampId).toLowerCase() === id &&
      subaccountOf(reply) === subaccountOf(created) &&
      keyIn(reply.request) !== undefined &&
      isAfter(created, reply),
  );
  const reply = reads.find(isSuccess) ?? reads.find((read) => isLost(created, read));
  return reply ? [[reply, created.body]] : [];
};

/** Each created offramp as it was read later, and as it was created. */
export const recordedReadBack = (recorded: Recorded): readonly Pair[] => {
  const read = createdIn(recorded).flatMap((created) => readBackOf(created, recorded));
  if (read.length === 0) throw unshown('created offramps, read');
  return read;
};

/** True where a page says that it is the whole listing; one past its end says so too, and has no items. */
const isOnly = ({ reply, items, totalPages }: Page): boolean =>
  totalPages === 1 && (items.length > 0 || sentQuery(reply, 'page') === '');

/** Offramps and the whole listing of their subaccount, read when they must have been there. */
export const recordedListedBack = (recorded: Recorded): ListedBack => {
  const created = createdIn(recorded);
  const found = recordedPages(recorded, 'offramp.list').flatMap(({ owner, pages }) => {
    const page = pages.findLast(isOnly);
    const own = created.filter(
      (order) => page && subaccountOf(order) === owner && isAfter(order, page.reply, maxDelayMs),
    );
    return page && own.length > 0 ? [{ own, page }] : [];
  });
  if (found.length === 0) throw unshown('created offramps, listed');
  return {
    created: found.flatMap(({ own }) => own),
    pages: found.map(({ page }) => page),
    isWhole: true,
    growsByItself: false,
  };
};
