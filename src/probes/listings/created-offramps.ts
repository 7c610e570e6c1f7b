import { type Reply, Untested, valueAt, writtenIdOf } from '#evidence';
import { accepted } from '../orders/orders.ts';
import { eventually } from '../patience.ts';
import { recordedListedBack, recordedReadBack } from '../recorded/recorded-offramps.ts';
import type { Service } from '../service.ts';
import { derive, type Probe, probe, type Source } from '../source.ts';
import { growsWhenIdle } from './idle-listings.ts';
import { countItems, idsOf, isWhole, type Page, walk } from './listing.ts';

/** Accepted offramps that can be found again. */
const createdOfframps: Source<readonly Reply[]> = derive([accepted('offramp.initiate')], (orders) => {
  const created = orders.filter(({ body }) => typeof valueAt(body, 'id') === 'string');
  if (created.length === 0) throw new Untested('no order was accepted with a record and its id', 'service');
  return created;
});

const ownerOf = ({ request }: Reply): string => String(request.input.subaccountId);

/** A created offramp, and what was read of it. */
export interface ReadBack {
  readonly created: Reply;
  readonly reply: Reply;
}

/** Each created offramp, and what was read of it; a service may take a moment to show it. */
export const readBack: Probe<readonly ReadBack[]> = probe('created offramps, read', {
  mode: 'reads',
  least: 'gate',
  from: [createdOfframps],
  send: async (service, created) =>
    service.each(created, async (order) => ({
      created: order,
      reply: await eventually(
        service,
        () => service.api.readOfframp({ subaccountId: ownerOf(order), offrampId: writtenIdOf(order) }),
        ({ status }) => status < 300,
      ),
    })),
  select: recordedReadBack,
});

/** The listings in which each created offramp should stand. */
export interface ListedBack {
  readonly created: readonly Reply[];
  readonly pages: readonly Page[];
  /** Whether the walks came to the end of their listings. */
  readonly isWhole: boolean;
  /** Whether items come in by themselves; examined only where a created offramp stands twice. */
  readonly growsByItself: boolean;
}

/** The listing of one subaccount, once all that it created stands there. */
const listedOf = async (service: Service, subaccountId: string, created: readonly Reply[]) => {
  const ids = created.map((order) => writtenIdOf(order).toLowerCase());
  const walkThrough = () =>
    walk(service, { listing: 'offramp.list', subaccountId, limit: service.facts.greatestLimit });
  const pages = await eventually(
    service,
    walkThrough,
    // A listing that is longer than any walk does not get shorter.
    (walked) => !isWhole(walked, service) || ids.every((id) => idsOf(walked).includes(id)),
  );
  const isRepeated = countItems(pages) < idsOf(pages).length;
  const growsByItself = isRepeated && (await growsWhenIdle(service, pages, walkThrough));
  return { pages, isWhole: isWhole(pages, service), growsByItself };
};

export const listedBack: Probe<ListedBack> = probe('created offramps, listed', {
  mode: 'still',
  least: 'gate',
  from: [createdOfframps],
  send: async (service, created) => {
    const owners = [...new Set(created.map(ownerOf))];
    const listed = await service.each(owners, (owner) =>
      listedOf(
        service,
        owner,
        created.filter((order) => ownerOf(order) === owner),
      ),
    );
    return {
      created,
      pages: listed.flatMap(({ pages }) => pages),
      isWhole: listed.every((each) => each.isWhole),
      growsByItself: listed.some((each) => each.growsByItself),
    };
  },
  select: recordedListedBack,
});
