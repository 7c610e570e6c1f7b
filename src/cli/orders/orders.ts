import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { type LedgerOrder, linesOfLedger, readLedger } from '#client';
import type { LedgerPlace, Target } from '#contract';
import type { MoneyOperations } from '#reporting';

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

/** More places than any amount of a run has. */
const places = 18;

/** Undefined for what JSON may hold and nobody can move, such as 1e+21. */
const scaled = (amount: string): bigint | undefined => {
  const parts = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(amount);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = parts;
  return BigInt(`${sign}${whole}${fraction.padEnd(places, '0')}`);
};

/** The exact sum of decimal numbers; those of another form are left out. */
const sumOf = (amounts: readonly string[]): string => {
  const sum = amounts.reduce((total, amount) => total + (scaled(amount) ?? 0n), 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -places)}${fraction && `.${fraction}`}`;
};

const totalsOf = (orders: readonly LedgerOrder[]): Record<string, string> => {
  const units = [...new Set(orders.map(({ unit = 'unnamed' }) => unit))].sort();
  const amountsIn = (unit: string) =>
    orders.filter((order) => (order.unit ?? 'unnamed') === unit).map(({ amount = '0' }) => amount);
  return Object.fromEntries(units.map((unit) => [unit, sumOf(amountsIn(unit))]));
};

const summaryOf = (
  operation: string,
  orders: readonly LedgerOrder[],
): MoneyOperations['operations'][number] => {
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

const ofRun = ({ file, run }: LedgerPlace): readonly LedgerOrder[] =>
  readLedger(file).filter((order) => order.run === run);

/** The orders of a run in its ledger, as a verdict lists them. */
export const moneyIn = (place: LedgerPlace): MoneyOperations => {
  const orders = ofRun(place).filter(({ outcome }) => outcome !== 'unsent');
  const operations = [...new Set(orders.map(({ operation }) => operation))].sort();
  const unknown = orders.filter(isUnknown).map(({ operation, at, reference, outcome }) => ({
    operation,
    at,
    ...(reference === undefined ? {} : { reference }),
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

const blank = (text: string): string => ' '.repeat(text.length);

/** The lines of this run in its ledger, to be searched under their numbers; amounts are ours, however long. */
export const searchedLedger = ({
  file,
  run,
}: LedgerPlace): { readonly file: string; readonly text: string } => {
  const own = `"run":${JSON.stringify(run)}`;
  const lines = linesOfLedger(file).map((line) =>
    line.includes(own) ? line.replace(/"amount":"[^"]*"/, blank) : '',
  );
  return { file: basename(file), text: lines.join('\n') };
};

/** Orders at this target, of this run or an earlier one, of which nothing is known yet. */
export const unsettledAt = ({ file, target }: LedgerPlace): readonly LedgerOrder[] =>
  readLedger(file).filter((order) => order.target === target && order.outcome === 'unknown');
