import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { Decimal } from 'decimal.js';
import {
  type Api,
  createApi,
  createTransport,
  type LedgerOrder,
  listing,
  openLedger,
  optionsFor,
  putOff,
  readLedger,
} from '#client';
import { type FileLine, readFileLines } from '#lib';
import { type MoneyOperations, plural } from '#reporting';
import { isSuccess, type LedgerPlace, type Target } from '#run';

export const ledgerFile = 'ledger.jsonl';

/** The ledger of the embedded sandbox, where no money moves: each run begins it anew. */
export const sandboxLedgerFile = 'ledger-sandbox.jsonl';

/** Where a run writes down its orders; undefined where it may make none. */
export const ledgerPlaceIn = (
  directory: string,
  { money, readOnly, embedded, label }: Target,
): LedgerPlace | undefined =>
  money === true && !readOnly
    ? {
        file: join(directory, embedded ? sandboxLedgerFile : ledgerFile),
        run: randomBytes(4).toString('hex'),
        target: label,
        durable: !embedded,
      }
    : undefined;

/** The service never answered this order, even if a listing showed it later. */
const isUnknown = ({ outcome }: LedgerOrder): boolean =>
  outcome === 'unknown' || outcome === 'listed' || outcome === 'not listed';

/** JSON may hold what nobody can move, such as 1e+21. */
const isPlain = (amount: string): boolean => /^-?\d+(?:\.\d{1,18})?$/.test(amount);

const Exact = Decimal.clone({ precision: 100 });

/** The exact sum of decimal numbers; those of another form are left out. */
const sumOf = (amounts: readonly string[]): string =>
  amounts
    .filter(isPlain)
    .reduce((total, amount) => total.plus(amount), new Exact(0))
    .toFixed();

const totalsOf = (orders: readonly LedgerOrder[]): Record<string, string> => {
  const units = [...new Set(orders.map(({ unit = 'unnamed' }) => unit))].sort();
  const amountsIn = (unit: string) =>
    orders.filter((order) => (order.unit ?? 'unnamed') === unit).map(({ amount = '0' }) => amount);
  return Object.fromEntries(units.map((unit) => [unit, sumOf(amountsIn(unit))]));
};

const summaryOf = (operation: string, orders: readonly LedgerOrder[]): MoneyOperations['operations'][number] => {
  const accepted = orders.filter(({ outcome }) => outcome === 'accepted');
  return {
    operation,
    accepted: accepted.length,
    refused: orders.filter(({ outcome }) => outcome === 'refused').length,
    unanswered: orders.filter(isUnknown).length,
    currencies: [...new Set(accepted.flatMap(({ unit }) => unit ?? []))].sort(),
    totals: totalsOf(accepted),
  };
};

/** A ledger that can no longer be read holds nothing: then more was sent than is recorded. */
const linesOf = (file: string): readonly FileLine[] => {
  try {
    return readFileLines(file);
  } catch {
    return [];
  }
};

const ofRun = ({ file, run }: LedgerPlace): readonly LedgerOrder[] => readLedger(linesOf(file), run).orders;

/** The orders of a run in its ledger, as a verdict lists them. */
export const moneyIn = (place: LedgerPlace): MoneyOperations => {
  const orders = ofRun(place).filter(({ outcome }) => outcome !== 'unsent');
  const operations = [...new Set(orders.map(({ operation }) => operation))].sort();
  const unknown = orders.filter(isUnknown).map(({ operation, at, reference, outcome, by }) => ({
    operation,
    at,
    ...(reference === undefined ? {} : { reference }),
    ...(by === putOff && { answer: 503 as const }),
    listing: outcome === 'listed' || outcome === 'not listed' ? outcome : ('not looked up' as const),
  }));
  return {
    source: 'ledger',
    operations: operations.map((id) =>
      summaryOf(
        id,
        orders.filter(({ operation }) => operation === id),
      ),
    ),
    ...(unknown.length > 0 ? { unknown } : {}),
  };
};

/** Says that the ledger is not what was sent: it was changed while the run went on. */
export function unrecordedIn(place: LedgerPlace, sent: number): readonly string[] {
  const recorded = ofRun(place).filter(({ outcome }) => outcome !== 'unsent').length;
  if (recorded === sent) return [];
  const name = basename(place.file);
  return [`${plural(sent, 'order')} left and ${name} holds ${recorded} of this run: it was changed meanwhile`];
}

/**
 * Says which orders nobody has looked up, in a listing or, where there is none, with the service: money is no end to a green run. One
 * that the service put off was answered.
 */
export function unknownIn({ file, ...place }: LedgerPlace): readonly string[] {
  const left = ofRun({ file, ...place }).filter(({ outcome, by }) => outcome === 'unknown' && by !== putOff);
  const inListing = left.filter(({ operation }) => operation === listed).length;
  const unlisted = left.length - inListing;
  const of = (count: number, what: string) =>
    count > 0 ? [`${plural(count, 'order')} of unknown outcome${what} ${basename(file)}`] : [];
  return [
    ...of(inListing, ' could not be looked up: see'),
    ...of(unlisted, ', which no listing shows: ask the service, and see'),
  ];
}

const blank = (text: string): string => ' '.repeat(text.length);

/** The lines of this run in its ledger, to be searched under their numbers; amounts are ours, however long. */
export const searchedLedger = ({ file, run }: LedgerPlace) => {
  const own = `"run":${JSON.stringify(run)}`;
  const lines: string[] = [];
  for (const [number, line] of linesOf(file))
    lines[number - 1] = line.includes(own) ? line.replace(/"amount":"[^"]*"/, blank) : '';
  return { file: basename(file), text: lines.join('\n') };
};

/** Orders at this target, of this run or an earlier one, of which nothing is known yet, and the lines that cannot be read. */
export const unsettledAt = ({ file, target }: LedgerPlace) => {
  const { orders, unread } = readLedger(linesOf(file));
  return {
    orders: orders.filter((order) => order.target === target && order.outcome === 'unknown'),
    unread,
  };
};

/** Orders of this run that were answered 429 each time they were sent: a record would show that this was a lie. */
const limitedOnlyIn = (place: LedgerPlace): readonly LedgerOrder[] => {
  const orders = ofRun(place);
  const isLimited = ({ outcome, by }: LedgerOrder) => outcome === 'refused' && by === 429;
  const others = new Set(orders.filter((order) => !isLimited(order)).map(({ reference }) => reference));
  return orders.filter((order) => isLimited(order) && !others.has(order.reference));
};

/** A listing that goes on for longer is not read to its end. */
const maxPages = 20;

/** The only kind of order whose reference appears in a listing. */
const listed = 'offramp.initiate';

const referencesIn = (body: unknown): readonly string[] | undefined => {
  const items: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  if (!Array.isArray(items)) return undefined;
  return items.flatMap((item) => {
    const reference: unknown = item?.client_offramp_reference;
    return typeof reference === 'string' ? reference.toLowerCase() : [];
  });
};

/** References in the whole listing of a subaccount; undefined where it could not be read to its end. */
async function readReferences(
  api: Api,
  { firstPage, greatestLimit }: Target['facts'],
  subaccountId: string,
): Promise<readonly string[] | undefined> {
  const all: string[] = [];
  for (let page = firstPage; page < firstPage + maxPages; page += 1) {
    const reply = await api.listOfframps({ subaccountId, query: { page, limit: greatestLimit } });
    const found = referencesIn(reply.body);
    // A page past the end may be refused.
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

/** Finds an order in the listings; undefined where they say nothing of it. */
const outcomeIn = ({ references, complete }: Listings, { reference = '' }: LedgerOrder) => {
  if (references.has(reference.toLowerCase())) return 'listed';
  return complete ? 'not listed' : undefined;
};

/**
 * Looks for orders of unknown outcome in the listings, sending only GET, and writes down what they show. It has the requests
 * and the time that the tests have left.
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
