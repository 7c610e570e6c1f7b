// What a client relies on: each behaviour once, with all variations that show it.

import { isOrder, type OperationId } from '#contract';
import { groupBy } from '#lib';
import { type Advice, adviceFor, documentOf, type Severity, secondFixOf, severities } from './advice.ts';
import { concernsOrders, isOfOneRecord, placeText } from './choice.ts';
import type { Break } from './rehearsal.ts';

/** A behaviour on which a client relies without a promise of the document. */
export interface Reliance {
  /** Equal for two findings of the same entry. */
  readonly key: string;
  readonly advice: Advice;
  /** What the document says. */
  readonly why: readonly string[];
  /** What to change, and where. Each entry has a text of its own. */
  readonly fix: string;
  /**
   * The severity of the advice; `critical` if the client repeated an order. A client that only reads has no critical
   * entry.
   */
  readonly severity: Severity;
  /** Variations that show the reliance, alone or in a pair. */
  readonly breaks: readonly Break[];
  /** The client's failed tests; undefined if the report has no names. */
  readonly tests: readonly string[] | undefined;
}

interface Placed {
  readonly found: Break;
  readonly advice: Advice;
}

const graveness = ({ severity }: { readonly severity: Severity }): number => severities.indexOf(severity);

/** A pair of variations has the more severe advice of the two. */
const placed = (breaks: readonly Break[]): readonly Placed[] =>
  breaks.flatMap((found) => {
    const [advice] = found.variations.map(adviceFor).toSorted((one, other) => graveness(one) - graveness(other));
    return advice ? [{ found, advice }] : [];
  });

const keyOf = ({ found: { variations }, advice: { kind, isOnePlace } }: Placed): string => {
  if (variations.length > 1) return variations.map(({ id }) => id).join();
  return [kind, ...(isOnePlace || variations[0] === undefined ? [] : [placeText(variations[0])])].join('\n');
};

const testsOf = (breaks: readonly Break[]): readonly string[] | undefined => {
  const known = breaks.flatMap(({ tests }) => (tests?.length ? [tests] : []));
  return known.length === 0 ? undefined : [...new Set(known.flat())].toSorted();
};

/** Leaves out variations of all records that only repeat failures of others. */
function withoutSums(all: readonly Reliance[]): readonly Reliance[] {
  const partsOf = (sum: Reliance): readonly Reliance[] => {
    const [first] = sum.breaks;
    if (first === undefined || first.variations.length > 1 || isOfOneRecord(first.variations[0])) return [];
    const whole = new Set(sum.tests);
    const parts = all.filter(
      ({ advice, tests = [], breaks }) =>
        advice === sum.advice &&
        breaks[0]?.variations.length === 1 &&
        isOfOneRecord(breaks[0].variations[0]) &&
        tests.length > 0 &&
        tests.every((test) => whole.has(test)),
    );
    return new Set(parts.flatMap(({ tests = [] }) => tests)).size === whole.size ? parts : [];
  };
  const homes = new Map(all.map((one) => [one, partsOf(one)[0]]));
  return all
    .filter((one) => homes.get(one) === undefined)
    .map((one) => ({
      ...one,
      breaks: [...one.breaks, ...all.flatMap((other) => (homes.get(other) === one ? other.breaks : []))],
    }));
}

const nouns = {
  'onramp.initiate': 'onramps',
  'lightning-offramp.initiate': 'lightning offramps',
} as const;

const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

function orderFixes({ orders }: Advice, operations: ReadonlySet<OperationId>): readonly string[] {
  if (orders === undefined) return [];
  const unlisted = Object.entries(nouns).flatMap(([operation, noun]) =>
    operations.has(operation as OperationId) ? [noun] : [],
  );
  return [
    ...(operations.has('offramp.initiate') ? [`Offramps: ${orders.listed}`] : []),
    ...(unlisted.length > 0 ? [`${capital(unlisted.join(' and '))}: ${orders.unlisted}`] : []),
  ];
}

const isInitiation = (operation: OperationId): boolean => isOrder(operation) && operation !== 'deposit.simulate';

function fixOf(advice: Advice, breaks: readonly Break[], asked: ReadonlySet<OperationId>): string {
  const { fix: usual, depositFix, isOnePlace } = advice;
  const all = breaks.flatMap(({ variations }) => variations);
  const [first] = all;
  const isOfDeposits = !all.some((one) => concernsOrders(one, asked)) && asked.has('deposit.simulate');
  const own = (isOfDeposits ? depositFix : undefined) ?? usual;
  const sighted = breaks.flatMap(({ sightings = [] }) => sightings.map(({ operation }) => operation));
  const places = sighted.some(isInitiation) ? new Set(sighted) : asked;
  const more = [...orderFixes(advice, places), ...all.flatMap((one) => secondFixOf(one) ?? [])];
  const fix = [own, ...new Set(more)].join(' ');
  const place = isOnePlace || first === undefined ? undefined : placeText(first, sighted);
  return place === undefined ? fix : `${fix} Here: ${place}.`;
}

function severityOf({ severity }: Advice, breaks: readonly Break[], asked: ReadonlySet<OperationId>): Severity {
  if (breaks.some(({ isResent }) => isResent) && [...asked].some(isInitiation)) return 'critical';
  const isOfOrders = breaks.some(({ variations }) => variations.some((one) => concernsOrders(one, asked)));
  return severity === 'critical' && !isOfOrders ? 'medium' : severity;
}

/** @param asked - the endpoints that the client's tests use */
export function reliancesOf(breaks: readonly Break[], asked: ReadonlySet<OperationId>): readonly Reliance[] {
  const groups = [...groupBy(placed(breaks), keyOf).values()].flatMap((group): Reliance[] => {
    const [first] = group;
    const all = group.map(({ found }) => found);
    if (first === undefined) return [];
    const { advice } = first;
    return [
      {
        key: keyOf(first),
        advice,
        why: [...new Set(all.flatMap(({ variations }) => variations.map((one) => documentOf(one, adviceFor(one)))))],
        fix: fixOf(advice, all, asked),
        severity: severityOf(advice, all, asked),
        breaks: all,
        tests: testsOf(all),
      },
    ];
  });
  return withoutSums(groups).toSorted((one, other) => graveness(one) - graveness(other));
}
