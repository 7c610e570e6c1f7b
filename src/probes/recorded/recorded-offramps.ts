import { idIn, type Reply, sentQuery, subaccountOf } from '#evidence';
import type { ListedBack, Page, Pair } from '../listings/page.ts';
import { isAfter, maxDelayMs, type Recorded, repliesTo, unshown } from './recorded.ts';
import { isLost } from './recorded-context.ts';
import { recordedPages } from './recorded-pages.ts';

const createdIn = (recorded: Recorded): readonly Reply[] => {
  const created = repliesTo(recorded, 'orders of offramp.initiate').filter(
    ({ status, body }) => status < 300 && idIn(body) !== undefined,
  );
  if (created.length === 0) throw unshown('created offramps');
  return created;
};

/** A success, or a refusal that comes when the offramp must have been there. */
const readOf = (created: Reply, { replies }: Recorded): readonly Pair[] => {
  const id = idIn(created.body);
  const reads = replies.filter(
    (reply) =>
      reply.operation === 'offramp.read' &&
      String(reply.request.input.offrampId).toLowerCase() === id &&
      subaccountOf(reply) === subaccountOf(created) &&
      reply.request.credential.in === 'header' &&
      isAfter(created, reply),
  );
  const reply = reads.find(({ status }) => status < 300) ?? reads.find((read) => isLost(created, read));
  return reply ? [[reply, created.body]] : [];
};

/** Each created offramp as it was read later, and as it was created. */
export const recordedReadBack = (recorded: Recorded): readonly Pair[] => {
  const read = createdIn(recorded).flatMap((created) => readOf(created, recorded));
  if (read.length === 0) throw unshown('created offramps, read');
  return read;
};

/** Whether a page says that it is the whole listing; one past its end says so too, and has no items. */
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
