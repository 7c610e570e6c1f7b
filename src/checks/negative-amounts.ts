import { isSuccess, type OperationId } from '#contract';
import { isRecord, type Reply, toAmount, Untested, valueAt } from '#evidence';
import { describe } from '#schemas';
import type { Judge } from './judgement.ts';
import { emptiedBy } from './rule.ts';
import { judgeValues, type PromiseOfValues, pathsOf, without } from './values.ts';
import { ofReadable } from './words.ts';

/** The sign of a limit is open: -1 is a common word for none. */
const amounts = pathsOf(
  ({ format, path }) => (format === 'decimal' || format === 'number') && !/\.limits\./.test(path),
);

/** The rest of an amount once its fees are taken: less than nothing where the fees are more. */
const remainders = [
  { rest: ['to', 'net_amount'], of: 'to.gross_amount', fees: 'pricing.fees.total_fees' },
  { rest: ['netAmount'], of: 'amount', fees: 'feeAmount' },
  { rest: ['estimatedReceived'], of: 'amount', fees: 'feeAmount' },
  { rest: ['targetAmountReceivable'], of: 'targetAmount', fees: 'totalFees' },
] as const;

const isEatenByFees = (record: unknown, { of, fees }: (typeof remainders)[number]): boolean => {
  const [amount, fee] = [toAmount(valueAt(record, of)), toAmount(valueAt(record, fees))];
  return amount !== undefined && (fee?.greaterThan(amount) ?? false);
};

/** A record, or the records of an envelope, without the remainders that fees have eaten. */
const withoutDeficits = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.map(withoutDeficits);
  const record = remainders
    .filter((remainder) => isEatenByFees(body, remainder))
    .reduce((left: unknown, { rest }) => without(left, rest), body);
  return isRecord(record) && record.data !== undefined ? { ...record, data: withoutDeficits(record.data) } : record;
};

const isNegative = (value: unknown): boolean => toAmount(value)?.lessThan(0) ?? false;

/** The paths of the amount that an order asks for, and that its record shows. */
const sources = ['from.amount', 'amount'];

const isForLessThanNothing = (record: unknown): boolean => sources.some((path) => isNegative(valueAt(record, path)));

/** The body without the items of a listing for less than nothing. */
const withoutThose = (body: unknown): unknown =>
  isRecord(body) && Array.isArray(body.data)
    ? { ...body, data: body.data.filter((item) => !isForLessThanNothing(item)) }
    : body;

/** The document leaves open whether an order for a negative amount is taken: if one was, its records show such a source. */
const asOrdered = (replies: readonly Reply[], operations: readonly OperationId[]): ReadonlyMap<Reply, unknown> => {
  const isTaken = replies.some((reply) => isSuccess(reply) && isForLessThanNothing(reply.request.input.body));
  const shown = replies.filter(
    ({ operation, body }) => operations.includes(operation) && !(isTaken && isForLessThanNothing(body)),
  );
  return new Map(shown.map((reply) => [reply, withoutDeficits(isTaken ? withoutThose(reply.body) : reply.body)]));
};

/** No amount, rate or fee of the records is negative; the replies to orders show what was asked for. */
export const holdsNothingNegative = (...operations: readonly OperationId[]): Judge<readonly Reply[]> =>
  ofReadable((given) => {
    const bodies = asOrdered(given, operations);
    const asked = [...bodies.keys()];
    const promised: PromiseOfValues = {
      code: 'RULE_BROKEN',
      expected: 'not negative',
      at: amounts,
      isMeant: (value) => toAmount(value) !== undefined,
      isBroken: isNegative,
      observed: describe,
    };
    const judgement = judgeValues(asked, promised, (reply) => bodies.get(reply));
    if (judgement.judged.length === 0) throw new Untested('no record carried an amount', emptiedBy(asked));
    return judgement;
  });
