// Amount, rate and result of a record. The number of decimal places decides how far each may be rounded.

import { Decimal } from 'decimal.js';
import { memoByReply } from '#attribution';
import { type Reply, recordsIn, toAmount, untested, valueAt } from '#evidence';
import { type Found, finding, type Judge } from './judgement.ts';
import { readable } from './judges.ts';
import { emptyOrNone } from './rule.ts';

export interface Rated {
  readonly amount: string;
  readonly rate: string;
  readonly result: string;
  /** Share of the result by which a service may round, or quote differently. */
  readonly within: string;
  /** Leaves out a record whose rate may be in another unit. */
  readonly except?: (record: unknown) => boolean;
}

const places = (value: unknown): number => {
  const text = typeof value === 'number' ? new Decimal(value).toFixed() : String(value);
  return text.split('.')[1]?.length ?? 0;
};

const unitOf = (value: unknown): Decimal => new Decimal(10).pow(-places(value));

const roundingOf = (value: unknown, amount: Decimal): Decimal => unitOf(value).dividedBy(amount);

interface Read {
  readonly amount: Decimal;
  readonly rate: Decimal;
  readonly result: Decimal;
  /** Share by which rounding may change amount and rate together. */
  readonly rounding: Decimal;
  readonly unit: Decimal;
}

const readIn = (record: unknown, { amount, rate, result, except }: Rated): Read | undefined => {
  const values = [amount, rate, result].map((path) => valueAt(record, path));
  const [one, at, other] = values.map(toAmount);
  if (!one?.greaterThan(0) || !at?.greaterThan(0) || other === undefined || except?.(record)) return undefined;
  const rounding = roundingOf(values[0], one).plus(roundingOf(values[1], at));
  return { amount: one, rate: at, result: other, rounding, unit: unitOf(values[2]) };
};

const directions = ['times', 'by'] as const;

type Direction = (typeof directions)[number];

const dueOf = ({ amount, rate }: Read, direction: Direction): Decimal =>
  direction === 'times' ? amount.times(rate) : amount.dividedBy(rate);

const fits = (read: Read, direction: Direction, within: string): boolean => {
  const due = dueOf(read, direction);
  return read.result
    .minus(due)
    .abs()
    .lessThanOrEqualTo(due.times(read.rounding.plus(within)).plus(read.unit));
};

const directionOf = (read: Read, within: string): Direction | undefined => {
  const fitting = directions.filter((direction) => fits(read, direction, within));
  return fitting.length === 1 ? fitting[0] : undefined;
};

interface RatedRecord {
  readonly reply: Reply;
  readonly where: string;
  readonly read: Read;
}

/** Kept by reply, because several checks judge the same records. */
const recordsOf = memoByReply((rated: Rated) =>
  memoByReply((reply: Reply): readonly RatedRecord[] =>
    recordsIn(reply.body).flatMap(({ where, record }) => {
      const read = readIn(record, rated);
      return read === undefined ? [] : [{ reply, where: `${where}.${rated.result}`, read }];
    }),
  ),
);

const ratedIn = (replies: readonly Reply[], rated: Rated): readonly RatedRecord[] => replies.flatMap(recordsOf(rated));

const judging =
  (
    rated: Rated,
    expected: string,
    brokenIn: (all: readonly RatedRecord[]) => (one: RatedRecord) => boolean,
  ): Judge<readonly Reply[]> =>
  (given, context) => {
    const replies = readable(given, context);
    const all = ratedIn(replies, rated);
    if (all.length === 0)
      throw untested(
        emptyOrNone(replies),
        `no record has ${rated.amount}, ${rated.rate} and ${rated.result}, the first two above zero`,
      );
    const findings = all
      .filter(brokenIn(all))
      .map(
        ({ reply, where }): Found =>
          finding({ reply, code: 'RULE_BROKEN', where, expected, observed: 'another amount' }),
      );
    return { findings, judged: replies };
  };

export const convertsAtRate = (rated: Rated): Judge<readonly Reply[]> =>
  judging(
    rated,
    `${rated.amount} at ${rated.rate}, within a share of ${rated.within}`,
    () =>
      ({ read }) =>
        !directions.some((direction) => fits(read, direction, rated.within)),
  );

/** A factor that no rounding, fee or other quote can explain. */
const farOff = 10;

const isFarOff = (read: Read, direction: Direction): boolean => {
  const due = dueOf(read, direction);
  if (due.lessThan(read.unit.times(2))) return false;
  const share = read.result.dividedBy(due);
  const most = read.rounding.plus(1).times(farOff);
  return share.greaterThanOrEqualTo(most) || new Decimal(1).dividedBy(share).greaterThanOrEqualTo(most);
};

/** A factor that a fee, a spread or a later quote can explain. */
const farthest = 2;

const isNearIn = (read: Read, direction: Direction): boolean => {
  const share = read.result.dividedBy(dueOf(read, direction));
  return share.lessThanOrEqualTo(farthest) && new Decimal(1).dividedBy(share).lessThanOrEqualTo(farthest);
};

const shownDirections = (all: readonly RatedRecord[]): readonly Direction[] => {
  const shown = directions.filter((direction) =>
    all.some(({ read }) => directions.every((each) => isNearIn(read, each) === (each === direction))),
  );
  return shown.length === 0 ? ['times'] : shown;
};

/** The result differs from the amount at the rate by less than a factor of ten. */
export const isNearRate = (rated: Rated): Judge<readonly Reply[]> =>
  judging(rated, `near ${rated.amount} at ${rated.rate}`, (all) => {
    const shown = shownDirections(all);
    return ({ read }) =>
      !directions.some((direction) => fits(read, direction, rated.within)) &&
      shown.every((direction) => isFarOff(read, direction));
  });

export const keepsTheDirection = (rated: Rated): Judge<readonly Reply[]> => {
  const judge = judging(rated, `${rated.amount} and ${rated.rate} in one direction`, (all) => {
    const [first] = all.flatMap(({ read }) => directionOf(read, rated.within) ?? []);
    return ({ read }) => {
      const direction = directionOf(read, rated.within);
      return direction !== undefined && direction !== first;
    };
  });
  return (given, context) => {
    const shown = ratedIn(readable(given, context), rated).filter(({ read }) => directionOf(read, rated.within));
    if (shown.length < 2)
      throw untested('NO_SUCH_CASE', 'fewer than two records show in which direction their rate is');
    return judge(given, context);
  };
};
