// The ledger of orders: its path, its totals for the verdict, and orders of earlier runs.
import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Decimal } from 'decimal.js';
import { type LedgerOrder, putOff, readLedger } from '#client';
import { codeOf, type FileLine, openToAppend, Refused, readFileLines, UnreadableFile } from '#lib';
import { type MoneyOperations, plural } from '#reporting';
import type { LedgerPlace, Target } from '#run';
import type { Settings } from '#target';

export const ledgerFile = 'ledger.jsonl';

/** The ledger of the embedded sandbox, which moves no money. Each run starts a new one. */
export const sandboxLedgerFile = 'ledger-sandbox.jsonl';

/** Where a run records its orders; undefined if it may place none. */
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

/** Half of the readable size, so that there is room for the orders of a run. */
const maxLedger = { bytes: 32 * 1024 ** 2, lines: 100_000 };

/** @throws Refused, before anything is sent, if orders could not be recorded. */
export function demandLedger(directory: string, { service, money, readOnly }: Settings): void {
  if (service === undefined || money !== true || readOnly) return;
  const file = join(directory, ledgerFile);
  try {
    readFileLines(file, maxLedger);
    const opened = openToAppend(file, 0o600);
    try {
      // An existing file may be readable for everybody.
      fchmodSync(opened, 0o600);
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    const why =
      error instanceof UnreadableFile
        ? `${error.message}; move it elsewhere`
        : `cannot be written (${codeOf(error) ?? 'no reason'})`;
    throw new Refused(`${file} ${why}; the run needs this file to record each order before it is sent`);
  }
}

/** True if the service never answered this order. A listing may have shown it later. */
const isUnknown = ({ outcome }: LedgerOrder): boolean =>
  outcome === 'unknown' || outcome === 'listed' || outcome === 'not listed';

/** JSON numbers may have forms without a plain amount, such as 1e+21. */
const isPlain = (amount: string): boolean => /^-?\d+(?:\.\d{1,18})?$/.test(amount);

const Exact = Decimal.clone({ precision: 100 });

/** The exact sum of decimal numbers, without numbers of another form. */
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

/** A ledger that cannot be read any more counts as empty: then more was sent than is recorded. */
const linesOf = (file: string): readonly FileLine[] => {
  try {
    return readFileLines(file);
  } catch {
    return [];
  }
};

const ordersOfRun = ({ file, run }: LedgerPlace): readonly LedgerOrder[] => readLedger(linesOf(file), run).orders;

/** The orders of a run from its ledger, in the form of the verdict. */
export const moneyIn = (place: LedgerPlace): MoneyOperations => {
  const orders = ordersOfRun(place).filter(({ outcome }) => outcome !== 'unsent');
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

/** Reports that the ledger has fewer orders than were sent, because it was changed during the run. */
export function unrecordedIn(place: LedgerPlace, sent: number): readonly string[] {
  const recorded = ordersOfRun(place).filter(({ outcome }) => outcome !== 'unsent').length;
  if (recorded === sent) return [];
  const name = basename(place.file);
  return [
    `${plural(sent, 'order')} left, but ${name} has ${recorded} of this run: the file was changed during the run`,
  ];
}

/**
 * Reports orders of unknown outcome that nobody looked up, in a listing or with the vendor. A run with such orders must
 * not be green. An order that was refused for now was answered.
 */
export function unknownIn({ file, ...place }: LedgerPlace): readonly string[] {
  const left = ordersOfRun({ file, ...place }).filter(({ outcome, by }) => outcome === 'unknown' && by !== putOff);
  const inListing = left.filter(({ operation }) => operation === listed).length;
  const unlisted = left.length - inListing;
  const of = (count: number, what: string) =>
    count > 0 ? [`${plural(count, 'order')} of unknown outcome${what} ${basename(file)}`] : [];
  return [
    ...of(inListing, ' could not be looked up: see'),
    ...of(unlisted, ' cannot be found in a listing: ask the vendor, and see'),
  ];
}

const blank = (text: string): string => ' '.repeat(text.length);

/**
 * The lines of this run in its ledger with their numbers, for the search for leaks. Amounts are our own, however long.
 */
export const searchedLedger = ({ file, run }: LedgerPlace) => {
  const own = `"run":${JSON.stringify(run)}`;
  const lines: string[] = [];
  for (const [number, line] of linesOf(file))
    lines[number - 1] = line.includes(own) ? line.replace(/"amount":"[^"]*"/, blank) : '';
  return { file: basename(file), text: lines.join('\n') };
};

/** Orders of unknown outcome at this target, of any run, and the lines that cannot be read. */
export const unsettledAt = ({ file, target }: LedgerPlace) => {
  const { orders, unread } = readLedger(linesOf(file));
  return {
    orders: orders.filter((order) => order.target === target && order.outcome === 'unknown'),
    unread,
  };
};

/** Milliseconds within which a deposit must be credited. */
const lateMs = 3_600_000;

/** Deposits of earlier runs at this target that must be credited by now, by currency in lower case. */
export const earlierDepositsAt = (
  { file, target, durable }: LedgerPlace,
  now = Date.now(),
): Record<string, number[]> => {
  const deposits: Record<string, number[]> = {};
  if (!durable) return deposits;
  for (const order of readLedger(linesOf(file)).orders) {
    const { operation, at, amount, unit, outcome } = order;
    const isRecent = now - Date.parse(at) < lateMs;
    if (operation !== 'deposit.simulate' || order.target !== target || !isRecent || unit === undefined) continue;
    if (outcome === 'accepted' || isUnknown(order)) {
      const currency = unit.toLowerCase();
      deposits[currency] = [...(deposits[currency] ?? []), Number(amount ?? 0)];
    }
  }
  return deposits;
};

/** Orders of this run that were answered 429 at each sending. If a listing shows one, the answer was wrong. */
export const limitedOnlyIn = (place: LedgerPlace): readonly LedgerOrder[] => {
  const orders = ordersOfRun(place);
  const isLimited = ({ outcome, by }: LedgerOrder) => outcome === 'refused' && by === 429;
  const others = new Set(orders.filter((order) => !isLimited(order)).map(({ reference }) => reference));
  return orders.filter((order) => isLimited(order) && !others.has(order.reference));
};

/** The only kind of order whose reference a listing shows. */
export const listed = 'offramp.initiate';
