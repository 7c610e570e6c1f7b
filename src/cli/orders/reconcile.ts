// Looks up orders of unknown outcome in the listings.
import { type Api, createApi, createTransport, type LedgerOrder, listing, openLedger, optionsFor } from '#client';
import { isSuccess, type LedgerPlace, type Target } from '#run';
import { limitedOnlyIn, listed, unsettledAt } from './recorded-orders.ts';

/** A longer listing is not read to its end. */
const maxPages = 20;

const referencesIn = (body: unknown): readonly string[] | undefined => {
  const items: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  if (!Array.isArray(items)) return undefined;
  return items.flatMap((item) => {
    const reference: unknown = item?.client_offramp_reference;
    return typeof reference === 'string' ? reference.toLowerCase() : [];
  });
};

/** All references in the listing of a subaccount; undefined if the listing was not read to its end. */
async function readReferences(
  api: Api,
  { firstPage, greatestLimit }: Target['facts'],
  subaccountId: string,
): Promise<readonly string[] | undefined> {
  const all: string[] = [];
  for (let page = firstPage; page < firstPage + maxPages; page += 1) {
    const reply = await api.listOfframps({ subaccountId, query: { page, limit: greatestLimit } });
    const found = referencesIn(reply.body);
    // A service may refuse a page past the end.
    if (found === undefined || !isSuccess(reply)) return page > firstPage ? all : undefined;
    all.push(...found);
    if (found.length === 0) return all;
  }
  return undefined;
}

interface Listings {
  readonly references: ReadonlySet<string>;
  readonly complete: boolean;
}

async function readListings(api: Api, { roles, facts }: Target): Promise<Listings> {
  const owners = [roles.individual, roles.business, ...roles.unverified, roles.unbanked];
  const references = new Set<string>();
  let complete = true;
  for (const subaccountId of new Set(owners.filter((id) => id !== undefined))) {
    const found = await readReferences(api, facts, subaccountId).catch(() => undefined);
    complete &&= found !== undefined;
    for (const reference of found ?? []) references.add(reference);
  }
  return { references, complete };
}

const outcomeIn = ({ references, complete }: Listings, { reference = '' }: LedgerOrder) => {
  if (references.has(reference.toLowerCase())) return 'listed';
  return complete ? 'not listed' : undefined;
};

/**
 * Looks for orders of unknown outcome in the listings and records the result. Sends only GET, within the requests and
 * the time that the tests have left.
 */
export async function reconcile(place: LedgerPlace, target: Target, sent: number): Promise<void> {
  const orders = [...unsettledAt(place).orders, ...limitedOnlyIn(place)].filter(
    ({ operation, reference }) => operation === listed && reference !== undefined,
  );
  if (orders.length === 0) return;
  const { budgets, keys } = target;
  const ledger = openLedger(place);
  const transport = createTransport({
    ...optionsFor(target),
    maxRequests: Math.max(0, budgets.maxRequests - sent),
    readOnly: true,
    money: 'only looking',
  });
  try {
    const listings = await readListings(createApi({ transport, key: keys.full }), target);
    for (const order of orders) {
      const outcome = outcomeIn(listings, order);
      if (outcome === undefined || (order.by === 429 && outcome !== 'listed')) continue;
      ledger.settle(order.order, outcome, listing, order.run);
    }
  } finally {
    ledger.close();
    await transport.close();
  }
}
