import { memoByReply } from '#attribution';
import { type OperationId, operationIds, operationOf } from '#contract';
import { isRecord, type Reply, toAmount, untested, valueAt } from '#evidence';
import { isSuccess } from '#run';
import { describe, isApproved, type Member, membersOf, valuesAt } from '#schemas';
import { type Found, finding, type Judge, type Judgement } from './judgement.ts';
import { ofReadable, type WordedPromise } from './judges.ts';
import { emptyOrNone, maxClockDrift } from './rule.ts';

type PathsOf = (operation: OperationId) => readonly string[];

const pathsOf = (fits: (member: Member, operation: OperationId) => boolean): PathsOf => {
  const pathsIn = (operation: OperationId): readonly string[] => {
    const { success } = operationOf(operation);
    const members = success === null ? [] : membersOf(success);
    return members.filter((member) => fits(member, operation)).map(({ path }) => path);
  };
  const paths = new Map(operationIds.map((operation) => [operation, pathsIn(operation)]));
  return (operation) => paths.get(operation) ?? [];
};

/** A path in the form of the entries of operations: `data.rate`. */
const dotted = ({ path }: Member): string => path.replaceAll('[]', '').replace(/^\$\.?/, '');

export interface PromiseOfValues extends Omit<WordedPromise, 'where'> {
  readonly at: PathsOf;
  readonly isMeant: (value: unknown, reply: Reply) => boolean;
  readonly isBroken: (value: unknown, reply: Reply) => boolean;
  readonly observed: (value: unknown) => string;
}

const judgeValues = (
  replies: readonly Reply[],
  { at, isMeant, isBroken, observed, ...promised }: PromiseOfValues,
  bodyOf = ({ body }: Reply): unknown => body,
): Judgement => {
  const judged = new Set<Reply>();
  const findings: Found[] = [];
  for (const reply of replies) {
    const paths = at(reply.operation);
    const body = paths.length > 0 ? bodyOf(reply) : undefined;
    for (const path of paths) {
      const meant = valuesAt(body, path).filter((value) => isMeant(value, reply));
      if (meant.length > 0) judged.add(reply);
      const [broken] = meant.filter((value) => isBroken(value, reply));
      if (broken !== undefined) findings.push(finding({ reply, where: path, observed: observed(broken), ...promised }));
    }
  }
  return { findings, judged: [...judged] };
};

/** Names may be empty until a verification ends. */
const isUnfilled = ({ operation, body }: Reply): boolean =>
  operationOf(operation).bare !== undefined && !isApproved(body);

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const hasContent = (value: unknown): boolean => typeof value === 'string' && !isBlank(value);

const names = [
  ['firstName', 'lastName'],
  ['first_name', 'last_name'],
] as const;

/** One of the two names may be empty, because a person may have a single name. */
const emptyNameIn = (record: Readonly<Record<string, unknown>>): string | undefined =>
  names
    .filter((pair) => pair.some((name) => hasContent(record[name])))
    .flatMap((pair) => pair.filter((name) => isBlank(record[name])))[0];

const withoutEmptyNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmptyNames);
  if (!isRecord(value)) return value;
  const empty = emptyNameIn(value);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, held]) => (name === empty ? [] : [[name, withoutEmptyNames(held)]])),
  );
};

const without = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined || !isRecord(value)) return value;
  const { [name]: held, ...others } = value;
  return rest.length === 0 ? others : { ...others, [name]: without(held, rest) };
};

/** Methods in which the customer pays with a code to scan or to copy. */
const paidByCode = /pix|qr|code|boleto|upi|lightning/i;

const withoutOptionalTexts = memoByReply(({ operation, body }: Reply): unknown => {
  const isByCode = paidByCode.test(String(valueAt(body, 'from.payment_instructions.method')));
  return operation === 'onramp.initiate' && !isByCode
    ? without(body, ['from', 'payment_instructions', 'qr_code'])
    : withoutEmptyNames(body);
});

const textsWithContent =
  (at: PathsOf, bodyOf?: (reply: Reply) => unknown): Judge<readonly Reply[]> =>
  (given, { attribution }) => {
    const filled = attribution.judgeable(given).filter((reply) => !isUnfilled(reply));
    const judgement = judgeValues(
      filled,
      {
        code: 'EMPTY_TEXT',
        expected: 'a text with content',
        at,
        isMeant: (value) => typeof value === 'string',
        isBroken: isBlank,
        observed: () => 'an empty one',
      },
      bodyOf,
    );
    if (judgement.judged.length === 0) throw untested('NO_RECORD', 'no record carried such a text');
    return judgement;
  };

export const carriesContent = textsWithContent(
  pathsOf((member, operation) => operationOf(operation).texts.includes(dotted(member))),
  withoutOptionalTexts,
);

/** Each name of a person, and the texts that the operation lists, are not empty. */
export const fillsTexts = textsWithContent(
  pathsOf((member, operation) => {
    const { texts, emptyTexts = [] } = operationOf(operation);
    const path = dotted(member);
    return emptyTexts.includes(path) || (texts.includes(path) && /(first|last)_?name$/i.test(path));
  }),
);

/** Instants of past events. An expiry or an estimate may be in the future. */
const isStored = (name: string): boolean => /^(created|updated|vendorVerified)_?at$/i.test(name);

const stored = pathsOf(({ path }) => isStored(path.split('.').at(-1) ?? ''));

const instantOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

const latestIn = ({ serverDate = new Date(0), receivedAt }: Reply): number =>
  Math.max(serverDate.getTime(), receivedAt.getTime()) + maxClockDrift;

/**
 * Past events are not dated after the answer that shows them, by the later of both clocks. The date may be that of a
 * gateway with a slow clock. An answer without a date proves nothing.
 */
export const datesNothingToCome: Judge<readonly Reply[]> = ofReadable((given) => {
  const judgement = judgeValues(given, {
    code: 'IN_THE_FUTURE',
    expected: 'not after the answer',
    at: stored,
    isMeant: (value, { serverDate }) => serverDate !== undefined && !Number.isNaN(instantOf(value)),
    isBroken: (value, reply) => instantOf(value) > latestIn(reply),
    observed: () => 'an instant to come',
  });
  if (judgement.judged.length === 0)
    throw untested(
      emptyOrNone(given),
      given.some(({ serverDate }) => serverDate !== undefined)
        ? 'no dated answer showed when something was done'
        : 'no answer had a Date header, which shows the clock of the service',
    );
  return judgement;
});

/** The document does not fix the sign of a limit; -1 often means no limit. */
const amounts = pathsOf(
  ({ format, path }) => (format === 'decimal' || format === 'number') && !/\.limits\./.test(path),
);

/** An amount minus its fees is negative if the fees are higher. */
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

const withoutDeficits = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.map(withoutDeficits);
  const record = remainders
    .filter((remainder) => isEatenByFees(body, remainder))
    .reduce((left: unknown, { rest }) => without(left, rest), body);
  return isRecord(record) && record.data !== undefined ? { ...record, data: withoutDeficits(record.data) } : record;
};

const isNegative = (value: unknown): boolean => toAmount(value)?.lessThan(0) ?? false;

const sources = ['from.amount', 'amount'];

const hasNegativeSource = (record: unknown): boolean => sources.some((path) => isNegative(valueAt(record, path)));

const withoutThose = (body: unknown): unknown =>
  isRecord(body) && Array.isArray(body.data)
    ? { ...body, data: body.data.filter((item) => !hasNegativeSource(item)) }
    : body;

/**
 * The document does not say whether a service accepts a negative amount. If it does, the record has the negative source
 * amount.
 */
const asOrdered = (replies: readonly Reply[], operations: readonly OperationId[]): ReadonlyMap<Reply, unknown> => {
  const isTaken = replies.some((reply) => isSuccess(reply) && hasNegativeSource(reply.request.input.body));
  const shown = replies.filter(
    ({ operation, body }) => operations.includes(operation) && !(isTaken && hasNegativeSource(body)),
  );
  return new Map(shown.map((reply) => [reply, withoutDeficits(isTaken ? withoutThose(reply.body) : reply.body)]));
};

/** No amount, rate or fee is negative, unless the order asked for a negative amount. */
export const holdsNothingNegative = (...operations: readonly OperationId[]): Judge<readonly Reply[]> =>
  ofReadable((given) => {
    const bodies = asOrdered(given, operations);
    const judgedReplies = [...bodies.keys()];
    const promised: PromiseOfValues = {
      code: 'RULE_BROKEN',
      expected: 'not negative',
      at: amounts,
      isMeant: (value) => toAmount(value) !== undefined,
      isBroken: isNegative,
      observed: describe,
    };
    const judgement = judgeValues(judgedReplies, promised, (reply) => bodies.get(reply));
    if (judgement.judged.length === 0) throw untested(emptyOrNone(judgedReplies), 'no record carried an amount');
    return judgement;
  });
