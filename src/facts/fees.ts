// The costs of an order: fees as shares, their currencies, and the direction of the exchange rate.
import type { OperationId } from '#contract';
import { recordsIn, valueAt } from '#evidence';
import { groupBy, plural, rowIn, texts } from '#lib';
import type { FactSubject } from '#run';
import { isPlainTerm } from '#schemas';
import { type Aspect, byAmount, byKind, byMove, byOrder, unseen } from './aspect.ts';
import { onScale, replaced, term } from './differences.ts';
import { anyOf, type FactChange, formsOf, type Value } from './fact.ts';
import { changedText, listText, memberChange, memberText, percent, valueText, withoutMarks } from './fact-words.ts';
import { genericGroup, memberName } from './members.ts';
import { orderText } from './requests.ts';
import { isRuling } from './rulings.ts';
import {
  type AddFact,
  type Amount,
  amountAt,
  maxPlaces,
  membersIn,
  numberText,
  type ObservedReply,
  roundedText,
  textsAt,
} from './sight.ts';
import { keyOf } from './written.ts';

/** Decimal places as written; trailing zeros show the rounding. */
const placesAt = (body: unknown, path: string): number => String(valueAt(body, path) ?? '').split('.')[1]?.length ?? 0;

interface Taken {
  readonly amount: Amount | undefined;
  readonly places: number;
}

/** `0.05 (0.50 of 10)`: the share, the fee, and the amount that it is taken from. */
const shareForm = ({ amount, places }: Taken, whole: Amount, digits: number): string | undefined =>
  amount && whole.gt(0)
    ? `${amount.div(whole).toDecimalPlaces(digits).toFixed()} (${roundedText(amount, places)} of ${numberText(whole.toDecimalPlaces(maxPlaces))})`
    : undefined;

const addShare = (of: string, taken: Taken, whole: Amount | undefined, add: AddFact): void => {
  // Rounding to cents would change the rate.
  const form = whole && shareForm(taken, whole, 4);
  if (form !== undefined) add({ aspect: 'fee rate', of: [of] }, form);
};

const observeFeeRate = ({ reply: { operation, body, request }, isOfValidOrder }: ObservedReply, add: AddFact): void => {
  const [gross, net] = [amountAt(body, 'to.gross_amount'), amountAt(body, 'to.net_amount')];
  const charged: Taken =
    gross && net
      ? { amount: gross.minus(net), places: placesAt(body, 'to.net_amount') }
      : { amount: amountAt(body, 'data.totalFees'), places: placesAt(body, 'data.totalFees') };
  if (isOfValidOrder) addShare(request.purpose.case ?? '', charged, gross ?? amountAt(body, 'data.targetAmount'), add);
  if (!operation.startsWith('conversion.')) return;
  for (const { record } of recordsIn(body)) {
    const [fee, whole] = [amountAt(record, 'feeAmount'), amountAt(record, 'amount')];
    // No amounts here, because they belong to a customer.
    if (fee && whole?.gt(0))
      add({ aspect: 'fee rate', of: ['a conversion'] }, numberText(fee.div(whole).toDecimalPlaces(4)));
  }
};

const ownFees: Readonly<Partial<Record<OperationId, readonly [fee: string, side: 'from' | 'to']>>> = {
  'onramp.initiate': ['onramp_fee', 'from'],
  'offramp.initiate': ['offramp_fee', 'to'],
};

/** The fee as a share of the charged side, by currency, without flat costs of a network. */
const observeOwnFee = ({ reply: { operation, body, request }, isOfValidOrder }: ObservedReply, add: AddFact): void => {
  const [fee, side] = ownFees[operation] ?? [];
  if (fee === undefined || !isOfValidOrder) return;
  const sent = (path: string) => textsAt(request.input.body, path)[0]?.toUpperCase();
  const currency = sent(`${side}.currency`) ?? '';
  const chargedIn = textsAt(body, `pricing.fees.${fee}_currency`)[0]?.toUpperCase();
  const isOfPaid = [sent('from.currency'), sent('from.asset')].includes(chargedIn);
  const whole = amountAt(body, isOfPaid ? 'from.amount' : 'to.gross_amount');
  const path = `pricing.fees.${fee}`;
  const charged = { amount: amountAt(body, path), places: placesAt(body, path) };
  const form = whole && shareForm(charged, whole, 6);
  if (form !== undefined && /^[A-Z]{3,5}$/.test(currency))
    add({ aspect: 'fee share', of: [fee, currency, isOfPaid ? 'paid' : 'received'] }, form);
};

const rated: Readonly<Partial<Record<OperationId, readonly [rate: string, given: string, got: string]>>> = {
  'onramp.initiate': ['pricing.fx_rate', 'from.amount', 'to.gross_amount'],
  'offramp.initiate': ['pricing.fx_rate', 'from.amount', 'to.gross_amount'],
  'lightning-offramp.initiate': ['data.exchangeRate', 'data.lightningAmount', 'data.targetAmount'],
  'withdrawal.read': ['rate', 'amount', 'local_amount'],
  'conversion.read': ['rate', 'netAmount', 'estimatedReceived'],
};

/** If the rate is close to one, its direction is unknown. */
const observeRate = ({ reply: { operation, body } }: ObservedReply, add: AddFact): void => {
  const paths = rated[operation];
  const [rate, given, got] = (paths ?? []).map((path) => Number(amountAt(body, path)));
  const [quoted, paid] = [Math.log(rate ?? 0), Math.log((got ?? 0) / (given ?? 0))];
  if (!Number.isFinite(quoted) || !Number.isFinite(paid) || Math.abs(paid) < 0.5) return;
  const isOfGiven = Math.abs(quoted - paid) < Math.abs(quoted + paid);
  add({ aspect: 'rate', of: [`$.${paths?.[0]}`] }, isOfGiven ? 'what comes for one unit' : 'what one unit costs');
};

const observeFeeIn = ({ reply: { body, request }, isOfValidOrder }: ObservedReply, add: AddFact): void => {
  if (!isOfValidOrder) return;
  const sent = (path: string) => textsAt(request.input.body, path)[0];
  const [given = '', got = ''] = ['from', 'to'].map((side) => sent(`${side}.currency`) ?? sent(`${side}.asset`));
  for (const [name, code] of membersIn(valueAt(body, 'pricing.fees')))
    if (/_(?:currency|asset)$/.test(name) && typeof code === 'string' && isPlainTerm(name)) {
      // `BTC_LIGHTNING` is `btc` on a network.
      const whose = [given, got].findIndex((each) => each.toLowerCase().split('_')[0] === code.toLowerCase());
      const whom = ['what is paid', 'what is received'][whose] ?? 'something else';
      add({ aspect: 'fee in', of: [`$.pricing.fees.${name}`] }, whom);
    }
};

export const observeFees = (sight: ObservedReply, add: AddFact): void => {
  observeFeeRate(sight, add);
  observeOwnFee(sight, add);
  observeRate(sight, add);
  observeFeeIn(sight, add);
  observeWithdrawalFee(sight, add);
};

/** Two digits show the fee, but not the amount that a customer withdrew. */
const observeWithdrawalFee = ({ reply: { operation, body } }: ObservedReply, add: AddFact): void => {
  if (operation !== 'withdrawal.read') return;
  const [code = '', paid = '', got = ''] = ['fee_currency', 'currency', 'local_currency'].map((name) =>
    textsAt(body, name)[0]?.toUpperCase(),
  );
  const fee = amountAt(body, 'fee_amount');
  if (fee === undefined || ![code, paid].every((each) => /^[A-Z]{3,5}$/.test(each))) return;
  const side = code === paid ? 'paid' : code === got ? 'received' : 'none';
  const whole = side === 'none' ? undefined : amountAt(body, side === 'paid' ? 'amount' : 'local_amount');
  const share = whole?.gt(0) ? fee.div(whole).toSignificantDigits(2).toFixed() : '0';
  const written = roundedText(fee, placesAt(body, 'fee_amount'));
  add({ aspect: 'withdrawal fee', of: ['$.fee_amount', paid] }, `${written} ${code} (${share} of ${side})`);
};

interface WithdrawalFee {
  readonly fee: string;
  readonly code: string;
  readonly share: string;
  readonly side: string;
}

const withdrawalFee = (form: string): WithdrawalFee => {
  const [, fee = '', code = '', share = '', side = ''] = /^(\S+) (\S+) \((\S+) of (\S+)\)$/.exec(form) ?? [];
  return { fee, code, share, side };
};

const isFeeStep = onScale('fee-raised', 'fee-lowered', true);

/**
 * A flat fee is a different share of each amount, and a fixed share is a different fee. So both must change, for
 * records of one amount.
 */
const compareWithdrawalFees: Aspect['compare'] = (pair) => {
  if (pair.before === undefined || pair.after === undefined) return 'records-come-and-go';
  const [old, now] = [formsOf(pair.before).map(withdrawalFee), formsOf(pair.after).map(withdrawalFee)];
  const own = (member: keyof WithdrawalFee) =>
    [old, now].map((all) => all.map((each) => each[member])) as [string[], string[]];
  const [oldSides, nowSides] = own('side');
  if (!nowSides.some((side) => oldSides.includes(side))) return 'fee-type-changed';
  const [fees, shares] = [own('fee'), own('share')];
  const isOne = (all: readonly string[][]): boolean => all.every((values) => new Set(values).size === 1);
  const [flat, share] = [fees, shares].map(([before = [], after = []]) => isFeeStep(before, after, pair));
  if (isOne(fees) && (!isOne(shares) || nowSides.includes('none'))) return flat ?? 'some-as-before';
  if (isOne(shares) && !isOne(fees)) return share ?? 'some-as-before';
  return flat !== undefined && flat === share ? flat : 'moves-with-a-rate';
};

const feesText = (value: Value | undefined): string => {
  const codes = groupBy(formsOf(value).map(withdrawalFee), ({ code }) => code);
  const each = [...codes].map(([code, all]) => {
    const fees = [...new Set(all.map(({ fee }) => fee))].toSorted((one, other) => Number(one) - Number(other));
    return `${[...new Set([fees[0], fees.at(-1)])].join(' to ')} ${code}`;
  });
  return each.join(' or ');
};

const withdrawalFeeText = (change: FactChange): string => {
  const [old, now] = [change.before, change.after].map(feesText);
  const what =
    change.kind === 'fee-type-changed' ? ' is in another currency' : change.kind === 'fee-raised' ? ' rose' : ' fell';
  return `the fee of a withdrawal of ${change.of[1]} (${memberText(change)})${what}: ${changedText(old ?? '', now ?? '')}`;
};

/** `4 USDC`, for the advice. */
export const feeNow = ({ after }: FactChange): string => feesText(after);

/** Earlier versions wrote only the share. */
const partsOf = (form: string) => {
  const [, share = form, taken, whole] = /^(\S+) \((\S+) of (\S+)\)$/.exec(form) ?? [];
  return { share, taken, whole };
};

export const shareIn = (value: Value | undefined): number => Number(partsOf(formsOf(value)[0] ?? '').share);

const roundedBy = (form: string): number => {
  const { taken = '', whole = '' } = partsOf(form);
  const places = taken.split('.')[1]?.length ?? 0;
  return taken === '' || places >= maxPlaces ? 0 : 10 ** -places / Number(whole);
};

const byShare = (one: string, other: string): number => Number(partsOf(one).share) - Number(partsOf(other).share);

/** The median, because the fee of a small order is rounded to cents. */
const middleShare: NonNullable<Aspect['merge']> = (counts) => {
  const all = [...counts.values()].flatMap(({ form, times }) => Array.from({ length: times }, () => form));
  const form = all.toSorted(byShare)[Math.floor(all.length / 2)];
  return form === undefined ? undefined : anyOf(form);
};

/** The range of shares: orders of one kind, and conversions of others, have different fees. */
const shareRange: NonNullable<Aspect['merge']> = (counts) => {
  const all = [...counts.values()].map(({ form }) => form).toSorted(byShare);
  const ends = [all[0], all.at(-1)].filter((form) => form !== undefined);
  const isOne = new Set(ends.map((form) => partsOf(form).share)).size === 1;
  return ends.length === 0 ? undefined : anyOf(...(isOne ? ends.slice(0, 1) : ends));
};

const onShares = (isTerm: boolean): Aspect['compare'] => {
  const difference = onScale('fee-raised', 'fee-lowered', isTerm);
  return term((old, now, pair) => {
    const [before, after] = [old, now].map((forms) => forms.map((form) => partsOf(form).share));
    const found = difference(before ?? [], after ?? [], pair);
    if (isRuling(found)) return found;
    const moved = Math.abs(shareIn(pair.after) - shareIn(pair.before));
    const rounded = Math.max(0, ...old.map(roundedBy)) + Math.max(0, ...now.map(roundedBy));
    return moved <= rounded ? 'rounded-otherwise' : found;
  });
};

const shortAmount = (text: string): string => {
  const number = Number(text);
  return text.length > 6 ? Number(number.toPrecision(4)).toLocaleString('en', { maximumFractionDigits: 12 }) : text;
};

const amountsText = (value: Value | undefined): string => {
  const { taken, whole } = partsOf(formsOf(value)[0] ?? '');
  return taken === undefined || whole === undefined ? '' : `${shortAmount(taken)} on ${shortAmount(whole)}`;
};

const percents = (value: Value): string =>
  texts(
    formsOf(value)
      .map((form) => percent(partsOf(form).share))
      .join(' or '),
    amountsText(value) && `(${amountsText(value)})`,
  ).join(' ');

const percentCells = (values: readonly (Value | undefined)[]) =>
  values.map((value) => (value === undefined ? unseen : percents(value)));

const wayOf = ({ kind }: FactChange): string => (kind === 'fee-raised' ? 'rose' : 'fell');

const baseOf = ({ aspect, endpoint, of }: FactChange): string => {
  if (aspect === 'fee share') return `what is ${of[2]}`;
  if (endpoint.startsWith('conversion.')) return 'the amount';
  return endpoint.startsWith('lightning-') ? 'the target amount' : 'the gross amount';
};

/** For an order, the fact has only the fiat currency, not the asset on the other side. */
const unitOf = ({ aspect, endpoint, of: [, currency, side] }: FactChange): string => {
  if (aspect !== 'fee share') return '';
  return (side === 'paid') === (endpoint === 'onramp.initiate') ? ` ${currency}` : ` units of the asset ${side}`;
};

/** `of 10 BRL, before 0.20, now 0.10`: for one amount, also if the runs had different amounts. */
const exampleOf = (change: FactChange): string => {
  const [old, now] = [change.before, change.after].map((value) => partsOf(formsOf(value)[0] ?? ''));
  if (old?.taken === undefined || old.whole === undefined || now === undefined) return '';
  const isSameAmount = now.whole === old.whole && now.taken !== undefined;
  const charged = isSameAmount ? now.taken : String(Number(now.share) * Number(old.whole));
  return `of ${shortAmount(old.whole)}${unitOf(change)}, ${changedText(shortAmount(old.taken), shortAmount(charged ?? ''))}`;
};

const stepOf = (change: FactChange): string => {
  const [old, now] = [change.before, change.after].map((value) => percent(String(shareIn(value))));
  return changedText(`${old} of ${baseOf(change)}`, now ?? '');
};

/** `5 % of what is paid`. */
export const shareNow = (change: FactChange): string =>
  `${percent(String(shareIn(change.after)))} of ${baseOf(change)}`;

const takenText = (value: Value | undefined): string => {
  const { taken, whole } = partsOf(formsOf(value)[0] ?? '');
  return taken === undefined || whole === undefined
    ? `${percent(String(shareIn(value)))} of the amount`
    : `${shortAmount(taken)} of ${shortAmount(whole)}`;
};

/** `the service took 4.4 of 440 before, and takes 0 of 440 now`. */
export const takenStep = ({ before, after }: Pick<FactChange, 'before' | 'after'>): string =>
  `the service took ${takenText(before)} before, and takes ${takenText(after)} now`;

const rateText = (change: FactChange): string => {
  const order = orderText(withoutMarks(change.of[0] ?? ''));
  const example = exampleOf(change);
  return `the fees of ${order} ${wayOf(change)}: ${stepOf(change)}${example && ` (example: ${example})`}`;
};

const maxCurrencies = 5;

/** `` `pricing.fees.onramp_fee` rose in BRL, EUR and 3 more currencies ``: one fee in several currencies. */
export const shareText = (changes: readonly FactChange[]): string => {
  const [first] = changes;
  if (first === undefined) return '';
  const named = changes.map(({ of: [, currency = ''] }) => currency);
  const where = named.length > maxCurrencies ? plural(named.length, 'currency', 'currencies') : listText(named);
  // In a small order, cents round the share.
  const rounded = changes.map(({ before, after }) =>
    [before, after].map((value) => shareIn(value).toPrecision(2)).join(),
  );
  const example = exampleOf(first);
  const own = new Set(rounded).size > 1 ? ` (in ${named[0]})` : '';
  const added = example === '' ? own : ` (example of an order in ${named[0]}: ${example})`;
  return `\`pricing.fees.${first.of[0]}\` ${wayOf(first)} in ${where}: ${stepOf(first)}${added}`;
};

/** The rate for a payment of 100 and a receipt of 20. */
const rateExamples: Readonly<Record<string, string>> = { 'what comes for one unit': '0.2', 'what one unit costs': '5' };

const directionText = (change: FactChange): string => {
  const [old, now] = [change.before, change.after].map((value) => rowIn(rateExamples, formsOf(value).join()));
  const example = old && now && `. Example for 100 paid and 20 received: ${changedText(old, now)}`;
  return `${memberChange(change)}${example ?? ''}`;
};

const feeName = (fact: FactSubject): string => keyOf(fact).replace(': ', ' ');

export const feeAspects = {
  'fee rate': {
    merge: shareRange,
    compare: onShares(false),
    movedBy: byAmount,
    group: 'money',
    name: feeName,
    valueText: percents,
    cells: percentCells,
    cause: byKind,
    sentence: rateText,
  },
  'fee share': {
    merge: middleShare,
    compare: onShares(true),
    movedBy: byAmount,
    group: 'money',
    name: feeName,
    valueText: percents,
    cells: percentCells,
    cause: ({ kind, of: [fee] }) => `${kind}\t${fee}`,
    sentence: (change) => shareText([change]),
  },
  'withdrawal fee': {
    compare: compareWithdrawalFees,
    group: 'money',
    name: ({ of: [, currency] }) => `fee of a withdrawal of ${currency}`,
    valueText: feesText,
    cells: (values) => values.map((value) => (value === undefined ? unseen : feesText(value))),
    cause: byKind,
    sentence: withdrawalFeeText,
  },
  rate: {
    compare: term(replaced('writing-changed')),
    movedBy: byOrder,
    group: genericGroup,
    name: memberName('which way round'),
    cause: byMove(),
    sentence: directionText,
  },
  'fee in': {
    compare: term(replaced('fee-type-changed')),
    movedBy: byOrder,
    group: genericGroup,
    name: memberName('whose currency'),
    cause: byKind,
    sentence: ({ before, after, ...change }) =>
      `${memberText(change)} names another currency: ${changedText(valueText(before), valueText(after))}`,
  },
} as const satisfies Partial<Record<string, Aspect>>;
