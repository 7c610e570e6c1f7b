import { Decimal } from 'decimal.js';
import { operationOf, orderIds } from '#contract';
import {
  isRecord,
  NotApplicable,
  type Reply,
  type recordsIn,
  subaccountOf,
  untested,
  type View,
  valueAt,
  viewOf,
} from '#evidence';
import { describe, isApproved } from '#schemas';
import { type CheckContext, type Found, finding } from './judgement.ts';

export interface Rule {
  /** Dotted path inside the record. */
  readonly path: string;
  readonly promised: string;
  /** If a member is missing when it is read, the record is left out. */
  readonly test: (record: View, sent: View, reply: Reply) => boolean;
}

type RecordPlaces = typeof recordsIn;

export const wholeOf: RecordPlaces = (body) => [{ where: '$', record: body }];

const carriesOnly = (body: unknown, names: readonly string[]): boolean =>
  isRecord(body) && Object.entries(body).every(([name, value]) => value === null || names.includes(name));

const isEmpty = ({ operation, body }: Reply): boolean => {
  const { contents, bare } = operationOf(operation);
  if (bare !== undefined) return carriesOnly(body, bare);
  const held = contents === undefined ? undefined : valueAt(body, contents);
  return typeof held === 'object' && held !== null && Object.keys(held).length === 0;
};

const isEmptyMap = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0;

const capabilityMaps = ['capabilities.currencies', 'capabilities.assets'];

/** True if the service accepts orders of approved subaccounts without capabilities. */
export const hideCapabilities = (
  replies: readonly Reply[],
  { attribution }: CheckContext,
  maps = capabilityMaps,
): boolean => {
  const owners = new Set(orderIds.flatMap((operation) => attribution.successesOf(operation)).map(subaccountOf));
  const approved = replies.filter(
    ({ operation, body }) => operation === 'subaccount.read' && valueAt(body, 'status') === 'approved',
  );
  return (
    approved.some((reply) => owners.has(subaccountOf(reply))) &&
    approved.every(({ body }) => maps.every((path) => isEmptyMap(valueAt(body, path))))
  );
};

export const emptyOrNone = (
  replies: readonly Reply[],
  context?: CheckContext,
  path?: string,
): 'EMPTY_RECORDS' | 'NO_RECORD' => {
  if (replies.length === 0) return 'NO_RECORD';
  const maps = path === undefined ? capabilityMaps : capabilityMaps.filter((map) => map === path);
  const areEmpty =
    replies.every(isEmpty) || (context !== undefined && maps.length > 0 && hideCapabilities(replies, context, maps));
  return areEmpty ? 'EMPTY_RECORDS' : 'NO_RECORD';
};

/** Judges every record. If the rule applies to no record, the claim is untested. */
export const ruleOf = (
  replies: readonly Reply[],
  { path, promised, test }: Rule,
  places: RecordPlaces,
  context?: CheckContext,
): Found[] => {
  const found: Found[] = [];
  let judged = 0;
  for (const reply of replies) {
    const sent = viewOf(reply.request.input.body);
    for (const { where: place, record } of places(reply.body)) {
      try {
        if (!test(viewOf(record), sent, reply))
          found.push(
            finding({
              reply,
              code: 'RULE_BROKEN',
              where: path ? `${place}.${path}` : place,
              expected: promised,
              observed: describe(valueAt(record, path)),
            }),
          );
        judged += 1;
      } catch (error) {
        if (!(error instanceof NotApplicable)) throw error;
      }
    }
  }
  if (judged === 0)
    throw untested(emptyOrNone(replies, context, path), path === '' ? 'no record had this' : `no record had ${path}`);
  return found;
};

export const isRequested = (parameter: string): Rule => ({
  path: 'id',
  promised: 'the id in the path',
  test: (record, _sent, { request }) =>
    record.text('id').toLowerCase() === String(request.input[parameter]).toLowerCase(),
});

/** Milliseconds; the service may round each stored instant in its own way. */
const roundingMs = 1_000;

export const isNotBefore = (later: string, earlier: string): Rule => ({
  path: later,
  promised: `not before ${earlier}`,
  test: (record) => record.instant(later) + roundingMs > record.instant(earlier),
});

export const isAfter = (later: string, earlier: string): Rule => ({
  path: later,
  promised: `after ${earlier}`,
  test: (record) => record.instant(later) > record.instant(earlier),
});

export const isAtMost = (less: string, more: string): Rule => ({
  path: less,
  promised: `at most ${more}`,
  test: (record) => record.amount(less).lessThanOrEqualTo(record.amount(more)),
});

export const isText = (path: string, value: string): Rule => ({
  path,
  promised: value,
  test: (record) => record.text(path) === value,
});

export const hasForm = (path: string, promised: string, form: RegExp): Rule => ({
  path,
  promised,
  test: (record) => form.test(record.text(path)),
});

const echoing =
  (isAlike: (actual: string, sent: string) => boolean, aside = '') =>
  (path: string, sentAs = path): Rule => ({
    path,
    promised: `${sentAs} as it was sent${aside}`,
    test: (record, sent) => isAlike(record.text(path), sent.text(sentAs)),
  });

export const echoes = echoing((actual, sent) => actual === sent);

/** In a hexadecimal address, the letter case is only a checksum. */
const asAddress = (text: string): string => (/^0x[0-9a-fA-F]+$/.test(text) ? text.toLowerCase() : text);

export const echoesAddress = echoing((actual, sent) => asAddress(actual) === asAddress(sent));

const isSameCode = (actual: string, sent: string): boolean => actual.toUpperCase() === sent.toUpperCase();

const isUuidInCapitals = (text: string): boolean => /^[\dA-F-]{36}$/.test(text);

/** A UUID in capitals may be returned in lower case (RFC 9562, section 4). */
export const echoesUuid = echoing(
  (actual, sent) => actual === sent || (isUuidInCapitals(sent) && actual === sent.toLowerCase()),
  ', or a UUID in lower case',
);

export const echoesLoosely = echoing(isSameCode, ', letter case aside');

/** The capabilities use the name of Bitcoin, so an answer may use it too. */
export const echoesAsset = echoing(
  (actual, sent) => isSameCode(actual, sent) || (isSameCode(sent, 'BTC_LIGHTNING') && isSameCode(actual, 'BTC')),
  ', letter case aside',
)('to.asset');

/** The value must be equal; the number of decimal places may differ. */
export const echoesAmount = (path: string): Rule => ({
  path,
  promised: `${path} as it was sent, in value`,
  test: (record, sent) => record.amount(path).equals(sent.amount(path)),
});

export const pending: Rule = {
  path: 'status',
  promised: 'pending',
  test: (record) => record.text('status') === 'pending',
};

export const positive = (path: string): Rule => ({
  path,
  promised: 'above zero',
  test: (record) => record.amount(path).greaterThan(0),
});

const placesOf = (amount: Decimal): number => amount.decimalPlaces();

/** Two units of the last written decimal place; whole amounts often omit the cents. */
const roundingOf = (...amounts: readonly Decimal[]): Decimal =>
  new Decimal(2).times(new Decimal(10).pow(-Math.max(2, ...amounts.map(placesOf))));

export const isNear = (one: Decimal, other: Decimal, ...written: readonly Decimal[]): boolean =>
  one
    .minus(other)
    .abs()
    .lessThanOrEqualTo(roundingOf(one, other, ...written));

const totalFees = 'pricing.fees.total_fees';

const feesInTotal = (record: View, fee: string): readonly string[] => {
  const read = (name: string) => record.text(`pricing.fees.${name}`).toLowerCase();
  const currency = read('total_fees_currency');
  return [
    ...(read(`${fee}_currency`) === currency ? [fee] : []),
    ...(read('network_fee_asset') === currency ? ['network_fee'] : []),
  ].map((name) => `pricing.fees.${name}`);
};

/** If the fees have several currencies, the record is left out. */
export const addsUp = (fee: string): Rule => ({
  path: totalFees,
  promised: `${fee} and network_fee together`,
  test: (record) => {
    const fees = feesInTotal(record, fee).map((path) => record.amount(path));
    record.except(fees.length < 2);
    const [total, sum] = [record.amount(totalFees), Decimal.sum(...fees)];
    return isNear(sum, total, ...fees);
  },
});

/** The total is at least each fee in the same currency. An unknown member may be a discount. */
export const totalsEachFee = (fee: string): Rule => {
  const known = [fee, `${fee}_currency`, 'network_fee', 'network_fee_asset', 'total_fees', 'total_fees_currency'];
  return {
    path: totalFees,
    promised: `not less than ${fee} or network_fee in the same currency`,
    test: (record) => {
      const fees = feesInTotal(record, fee).map((path) => record.amount(path));
      const others = record.entries('pricing.fees').filter(([name]) => !known.includes(name));
      record.except(fees.length === 0 || others.length > 0);
      const total = record.amount(totalFees);
      return fees.every((each) => total.plus(roundingOf(total, each)).greaterThanOrEqualTo(each));
    },
  };
};

interface Netting {
  readonly gross: string;
  readonly fees: string;
  readonly net: string;
  /** Members that contain the unit of the amounts and of the fees. */
  readonly units?: readonly [amounts: string, fees: string];
}

const areInOneUnit = (record: View, { units }: Netting): boolean =>
  units === undefined || record.text(units[0]).toLowerCase() === record.text(units[1]).toLowerCase();

/** The net amount is below the gross amount. Fees in another unit are not compared. */
export const netsSome = (netting: Netting): Rule => ({
  path: netting.net,
  promised: `at most ${netting.gross}, and above zero where the gross amount is above the fees`,
  test: (record) => {
    const [net, gross] = [record.amount(netting.net), record.amount(netting.gross)];
    if (net.greaterThan(gross)) return false;
    const isUsedUp = !areInOneUnit(record, netting) || gross.lessThanOrEqualTo(record.amount(netting.fees));
    return isUsedUp || net.greaterThan(0);
  },
});

/** The net amount is the gross amount minus all fees. With fees in another unit, the record is left out. */
export const netsAfterFees = (netting: Netting): Rule => ({
  path: netting.net,
  promised: `${netting.gross} minus ${netting.fees}`,
  test: (record) => {
    record.except(!areInOneUnit(record, netting));
    const [gross, fees, net] = [netting.gross, netting.fees, netting.net].map(record.amount);
    return gross && fees && net ? isNear(gross.minus(fees), net, gross, fees) : true;
  },
});

/** Milliseconds. Synchronised clocks differ by less, time zones by more. */
export const maxClockDrift = 5 * 60_000;

/** By the clock of the service, if it shows one: if our own clock is slow, the service is not blamed. */
export const createdNow = (path: string): Rule => ({
  path,
  promised: 'the time of the exchange, within five minutes',
  test: (record, _sent, { serverDate, receivedAt }) => {
    const now = (serverDate ?? receivedAt).getTime();
    return Math.abs(record.instant(path) - now) <= maxClockDrift;
  },
});

/** Milliseconds: a quarter of an hour, the smallest offset between time zones, minus a minute. */
const belowAnyOffset = 14 * 60_000;

/** A local time that is marked as UTC differs by more on both clocks. */
export const createdInUtc = (path: string): Rule => ({
  path,
  promised: 'within 14 minutes of the nearer clock',
  test: (record, _sent, { serverDate, receivedAt }) =>
    [serverDate ?? receivedAt, receivedAt].some(
      (now) => Math.abs(record.instant(path) - now.getTime()) <= belowAnyOffset,
    ),
});

export const provesItsAddress: Rule = {
  path: 'documents',
  promised: 'a proof of address once approved',
  test: (record) => {
    const documents = record.items('documents');
    // A registry may have approved the person without documents.
    record.except(!isApproved(record.value('')) || documents.length === 0);
    return documents.some((document) => document.is('purpose', 'PROOF_OF_ADDRESS'));
  },
};
