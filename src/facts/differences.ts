// Differences between terms: sets, spans and scales.
import type { Compare, FactPair } from './aspect.ts';
import type { ChangeKind } from './change-kinds.ts';
import { formsOf, none, without } from './fact.ts';
import type { FactRuling } from './rulings.ts';
import { spanOf } from './spans.ts';

type Difference = (old: readonly string[], now: readonly string[], pair: FactPair) => ChangeKind | FactRuling;

/** An endpoint without requests has nothing new. */
const wasAsked = ({ before, old }: FactPair): boolean => before !== undefined || old.has('$');

/** Compares a term only if both runs have it. */
export const term =
  (difference: Difference): Compare =>
  (pair) =>
    pair.before !== undefined && pair.after !== undefined
      ? difference(formsOf(pair.before), formsOf(pair.after), pair)
      : 'seen-in-one-run';

export const ofSet =
  (gained: ChangeKind, gone?: ChangeKind, weightier: 'gained' | 'gone' = 'gone'): Difference =>
  (before, after) => {
    const [old, now] = [without(before, [none]), without(after, [none])];
    const [came, went] = [without(now, old).length > 0 && gained, without(old, now).length > 0 && gone];
    return (weightier === 'gone' ? went || came : came || went) || 'some-as-before';
  };

/**
 * Names on which clients rely. If the subject of the names is new, only methods count: the capabilities of a subaccount
 * follow its state.
 */
export const ofNames =
  (whereNew?: ChangeKind): Compare =>
  (pair) => {
    if (pair.before === undefined) return (wasAsked(pair) && whereNew) || 'seen-in-one-run';
    return pair.after === undefined ? 'not-seen' : term(ofSet('capability-new', 'capability-gone'))(pair);
  };

/** A new code in place of an old one. A missing code alone may be missing by chance. */
export const replaced =
  (kind: ChangeKind): Difference =>
  (old, now) =>
    now.some((each) => old.includes(each)) ? 'some-as-before' : kind;

export const onSpans =
  (shorter: ChangeKind, longer: ChangeKind): Difference =>
  (old, now) => {
    const [before, after] = [old, now].map((texts) => {
      const spans = texts.flatMap((text) => [spanOf(text) ?? []]);
      return { from: Math.min(...spans.map(([from = 0]) => from)), to: Math.max(...spans.map(([, to = 0]) => to)) };
    });
    if (before === undefined || after === undefined) return 'seen-in-one-run';
    if (after.from >= before.to) return longer;
    return after.to <= before.from ? shorter : 'moves-with-a-rate';
  };

/** A negative limit means `none`, which is more than any number. */
const numberOf = (text: string): number => (text === none ? Number.POSITIVE_INFINITY : Number(text));

/** Terms that people set are round numbers; an exchange rate is not. */
const isRound = (value: number, digits: number): boolean => value === 0 || Number(value.toPrecision(digits)) === value;

const othersMove = 1.5;

/** Changes of an exchange rate are smaller than this step. A number with few digits may be round by chance. */
const stepOf = (one: number, other: number): number => {
  const digits = [2, 3].find((count) => isRound(one, count) && isRound(other, count));
  return digits === 2 ? 1.05 : digits === 3 ? 1.2 : othersMove;
};

const isAbove = (one: number, other: number, isTerm: boolean): boolean => {
  if (one <= other) return false;
  if (other <= 0 || !Number.isFinite(one)) return true;
  return one / other > (isTerm ? stepOf(one, other) : othersMove);
};

export const onScale =
  (raised: ChangeKind, lowered: ChangeKind, isTerm = true): Difference =>
  (old, now) => {
    const [before, after] = [old.map(numberOf), now.map(numberOf)];
    // An earlier version wrote steps instead of numbers.
    if ([...before, ...after].some(Number.isNaN)) return 'earlier-form';
    if (isAbove(Math.min(...after), Math.max(...before), isTerm)) return raised;
    return isAbove(Math.min(...before), Math.max(...after), isTerm) ? lowered : 'moves-with-a-rate';
  };
