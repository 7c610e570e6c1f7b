import { idOf, type Reply, untested, writtenIdOf } from '#evidence';
import { isSuccess } from '#run';
import { accepted } from '../orders/orders.ts';
import { eventually, eventuallyServed, lastOf, workMs } from '../patience.ts';
import { recordedListedBack, recordedReadBack } from '../recorded/recorded-pages.ts';
import type { Service } from '../service.ts';
import { derive, type Probe, probe, type Source } from '../source.ts';
import { growsWhenIdle, isWhole, walk } from './listing.ts';
import { countItems, idsOf, isCreated, type ListedBack, type Page, type Pair } from './page.ts';
import { dueIn } from './sample.ts';

const createdOfframps: Source<readonly Reply[]> = derive([accepted('offramp.initiate')], (orders) => {
  const created = orders.filter(isCreated);
  if (created.length === 0) throw untested('UNFIT_RECORD', 'no order was accepted with a record and its id');
  return created;
});

const ownerOf = ({ request }: Reply): string => String(request.input.subaccountId);

export const readCreated = (service: Service, order: Reply, created = order.receivedMs): Promise<Reply> =>
  eventuallyServed(
    service,
    () => service.api.readOfframp({ subaccountId: ownerOf(order), offrampId: writtenIdOf(order) }),
    created,
  );

/**
 * Leaves out records from before the service was away that do not show since: a newly deployed service may have lost
 * them. Orders since then show the promise.
 */
function withoutLost<Item>(
  service: Service,
  items: readonly Item[],
  shows: (item: Item) => boolean,
  createdMs: (item: Item) => number,
) {
  const back = service.cameBack?.() ?? 0;
  const left = items.filter((item) => shows(item) || createdMs(item) > back);
  if (left.length === 0 && items.length > 0)
    throw untested('NOT_SHOWN', 'the service was away after the offramps were created, and shows none of them since');
  return left;
}

async function readEach(service: Service, orders: readonly Reply[], since?: number): Promise<readonly Pair[]> {
  const read = await service.each(orders, async (order) => ({
    order,
    reply: await readCreated(service, order, since),
  }));
  const left = withoutLost(
    service,
    read,
    ({ reply }) => isSuccess(reply),
    ({ order }) => order.receivedMs,
  );
  return left.map(({ order, reply }): Pair => [reply, order.body]);
}

export const readBack: Probe<readonly Pair[]> = probe('created offramps, read', {
  mode: 'reads',
  minProfile: 'gate',
  from: [createdOfframps],
  send: (service, created) => readEach(service, created),
  select: recordedReadBack,
});

/** More than one kind of order, because a service that loses orders seldom loses only one kind. */
const maxReadAgain = 3;

/** A few seconds later, when the service has worked on the orders. */
export const readAgain: Probe<readonly Pair[]> = probe('created offramps, read again', {
  mode: 'quiet',
  minProfile: 'gate',
  from: [createdOfframps, readBack],
  send: async (service, created, pairs) => {
    const served = new Set(pairs.filter(([reply]) => isSuccess(reply)).map(([, record]) => record));
    const latest = Math.max(...pairs.map(([{ receivedMs }]) => receivedMs));
    const passed = Math.max(0, performance.now() - latest);
    if (served.size > 0) await service.pause(Math.max(0, workMs(service) - passed));
    const again = created.filter(({ body }) => served.has(body)).slice(0, maxReadAgain);
    // Reads again what was there before, because a short absence is allowed.
    return again.length === 0 ? [] : readEach(service, again, performance.now());
  },
  // Later reads of a recording are judged like other records.
  select: () => [],
});

const listedOf = async (service: Service, subaccountId: string, created: readonly Reply[]) => {
  // A listing that is too long for a walk does not get shorter.
  const dueOf = (walked: readonly Page[]) => (isWhole(walked, service) ? dueIn(walked, created) : []);
  const walkThrough = () => walk(service, 'offramp.list', { subaccountId });
  const pages = await eventually(
    service,
    walkThrough,
    (walked) => dueOf(walked).every((order) => idsOf(walked).includes(idOf(order))),
    lastOf(created),
  );
  const isRepeated = countItems(pages) < idsOf(pages).length;
  const growsByItself = isRepeated && (await growsWhenIdle(service, pages, walkThrough));
  return { pages, due: dueOf(pages), growsByItself };
};

export const listedBack: Probe<ListedBack> = probe('created offramps, listed', {
  mode: 'quiet',
  minProfile: 'gate',
  from: [createdOfframps],
  send: async (service, created) => {
    const owners = [...new Set(created.map(ownerOf))];
    const listed = await service.each(owners, async (owner) => {
      const own = created.filter((order) => ownerOf(order) === owner);
      return { own, ...(await listedOf(service, owner, own)) };
    });
    const pages = listed.flatMap((each) => each.pages);
    const ids = new Set(idsOf(pages));
    return {
      // A listing that could not be read shows nothing about its created records.
      created: withoutLost(
        service,
        listed.flatMap(({ own }) => own),
        (order) => ids.has(idOf(order)),
        (order) => order.receivedMs,
      ),
      pages,
      due: listed.flatMap((each) => each.due),
      growsByItself: listed.some((each) => each.growsByItself),
    };
  },
  select: recordedListedBack,
});
