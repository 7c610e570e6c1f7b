// What an order costs: fees as shares of what they are taken from, in which currency they are, and which way round a rate is.
import type { OperationId } from '#contract';
import { recordsIn, valueAt } from '#evidence';
import { plural } from '#lib';
import type { FactSubject } from '#run';
import { isPlainTerm } from '#schemas';
import { type Aspect, byAmount, byKind, byMove, byOrder, middle, unseen } from './aspect.ts';
import { onScale, replaced, term } from './differences.ts';
import { type FactChange, formsOf, type Value } from './fact.ts';
import { listText, memberChange, memberText, percent, valueText } from './fact-words.ts';
import { genericGroup, memberName } from './members.ts';
import { orderText } from './requests.ts';
import { type AddFact, type Amount, amountAt, membersIn, numberText, type ObservedReply, textsAt } from './sight.ts';
import { keyOf, writeChange } from './written.ts';

const addShare = (of: string, taken: Amount | undefined, whole: Amount | undefined, add: AddFact): void => {
  // Cents would be rounded into another rate.
  if (taken !== undefined && whole?.gt(0))
    add({ aspect: 'fee rate', of: [of] }, numberText(taken.div(whole).toDecimalPlaces(4)));
};

/** Fees as a share of what they are taken from, of orders that are alike in every run, and of conversions. */
const observeFeeRate = ({ reply: { operation, body, request }, isOfValidOrder }: ObservedReply, add: AddFact): void => {
  const [gross, net] = [amountAt(body, 'to.gross_amount'), amountAt(body, 'to.net_amount')];
  const taken = gross && net ? gross.minus(net) : amountAt(body, 'data.totalFees');
  if (isOfValidOrder) addShare(request.purpose.case ?? '', taken, gross ?? amountAt(body, 'data.targetAmount'), add);
  if (!operation.startsWith('conversion.')) return;
  for (const { record } of recordsIn(body))
    addShare('a conversion', amountAt(record, 'feeAmount'), amountAt(record, 'amount'), add);
};

/** The fee of the service in each record of an order, and the side of the order whose currency names it. */
const ownFees: Readonly<Partial<Record<OperationId, readonly [fee: string, side: 'from' | 'to']>>> = {
  'onramp.initiate': ['onramp_fee', 'from'],
  'offramp.initiate': ['offramp_fee', 'to'],
};

/** The fee of the service alone, without flat costs of a network: a share of what it is charged in, for each currency. */
const observeOwnFee = ({ reply: { operation, body, request }, isOfValidOrder }: ObservedReply, add: AddFact): void => {
  const [fee, side] = ownFees[operation] ?? [];
  if (fee === undefined || !isOfValidOrder) return;
  const sent = (path: string) => textsAt(request.input.body, path)[0]?.toUpperCase();
  const currency = sent(`${side}.currency`) ?? '';
  const chargedIn = textsAt(body, `pricing.fees.${fee}_currency`)[0]?.toUpperCase();
  const isOfPaid = [sent('from.currency'), sent('from.asset')].includes(chargedIn);
  const whole = amountAt(body, isOfPaid ? 'from.amount' : 'to.gross_amount');
  const taken = amountAt(body, `pricing.fees.${fee}`);
  if (taken !== undefined && whole?.gt(0) && /^[A-Z]{3,5}$/.test(currency))
    add(
      { aspect: 'fee share', of: [fee, currency, isOfPaid ? 'paid' : 'received'] },
      numberText(taken.div(whole).toDecimalPlaces(6)),
    );
};

/** The rate of a record, and the amounts of what is given and of what comes for it. */
const rated: Readonly<Partial<Record<OperationId, readonly [rate: string, given: string, got: string]>>> = {
  'onramp.initiate': ['pricing.fx_rate', 'from.amount', 'to.gross_amount'],
  'offramp.initiate': ['pricing.fx_rate', 'from.amount', 'to.gross_amount'],
  'lightning-offramp.initiate': ['data.exchangeRate', 'data.lightningAmount', 'data.targetAmount'],
  'withdrawal.read': ['rate', 'amount', 'local_amount'],
  'conversion.read': ['rate', 'netAmount', 'estimatedReceived'],
};

/** Which way round a rate is given; near one nobody can tell. */
const observeRate = ({ reply: { operation, body } }: ObservedReply, add: AddFact): void => {
  const paths = rated[operation];
  const [rate, given, got] = (paths ?? []).map((path) => Number(amountAt(body, path)));
  const [quoted, paid] = [Math.log(rate ?? 0), Math.log((got ?? 0) / (given ?? 0))];
  if (!Number.isFinite(quoted) || !Number.isFinite(paid) || Math.abs(paid) < 0.5) return;
  const isOfGiven = Math.abs(quoted - paid) < Math.abs(quoted + paid);
  add({ aspect: 'rate', of: [`$.${paths?.[0]}`] }, isOfGiven ? 'what comes for one unit' : 'what one unit costs');
};

/** In what each fee of an order is charged. */
const observeFeeIn = ({ reply: { body, request }, isOfValidOrder }: ObservedReply, add: AddFact): void => {
  if (!isOfValidOrder) return;
  const sent = (path: string) => textsAt(request.input.body, path)[0];
  const [given = '', got = ''] = ['from', 'to'].map((side) => sent(`${side}.currency`) ?? sent(`${side}.asset`));
  for (const [name, code] of membersIn(valueAt(body, 'pricing.fees')))
    if (/_(?:currency|asset)$/.test(name) && typeof code === 'string' && isPlainTerm(name)) {
      const whose = [given, got].findIndex((each) => each.toLowerCase() === code.toLowerCase());
      const whom = ['what is paid', 'what is received'][whose] ?? 'something else';
      add({ aspect: 'fee in', of: [`$.pricing.fees.${name}`] }, whom);
    }
};

export const observeFees = (sight: ObservedReply, add: AddFact): void => {
  observeFeeRate(sight, add);
  observeOwnFee(sight, add);
  observeRate(sight, add);
  observeFeeIn(sight, add);
};

const percents = (value: Value): string => formsOf(value).map(percent).join(' or ');

const wayOf = ({ kind }: FactChange): string => (kind === 'fee-raised' ? 'rose' : 'fell');

/** What all fees of an order take away. */
const rateText = (change: FactChange): string => {
  const { accepted, met } = writeChange(change);
  const order = orderText((change.of[0] ?? '').replace(/hidden-[\da-f]{4}/g, '(not shown)'));
  return `the fees of ${order} ${wayOf(change)}: ${percent(accepted)} -> ${percent(met)} of its amount`;
};

const maxCurrencies = 5;

/** `` `pricing.fees.onramp_fee` rose in BRL, EUR and 3 more currencies ``: one fee, whatever it is charged in. */
export const shareText = (changes: readonly FactChange[]): string => {
  const [first] = changes;
  if (first === undefined) return '';
  const sides = changes.map(writeChange);
  const steps = sides.map(({ accepted, met }) => `${percent(accepted)} -> ${percent(met)}`);
  const named = changes.map(({ of: [, currency = ''] }) => currency);
  const where = named.length > maxCurrencies ? plural(named.length, 'currency', 'currencies') : listText(named);
  // Cents of a small order round its share.
  const rounded = sides.map(({ accepted, met }) => [accepted, met].map((share) => Number(share).toPrecision(2)).join());
  const of = new Set(rounded).size === 1 ? '' : ` (in ${named[0]})`;
  return `\`pricing.fees.${first.of[0]}\` ${wayOf(first)} in ${where}: ${steps[0]} of the amount${of}`;
};

const feeName = (fact: FactSubject): string => keyOf(fact).replace(': ', ' ');

const percentCells = (values: readonly (Value | undefined)[]) =>
  values.map((value) => (value === undefined ? unseen : percents(value)));

export const feeAspects = {
  'fee rate': {
    compare: term(onScale('fee-raised', 'fee-lowered', false)),
    movedBy: byAmount,
    group: 'money',
    name: feeName,
    valueText: percents,
    cells: percentCells,
    cause: byKind,
    sentence: rateText,
  },
  'fee share': {
    // Small orders round a fee to cents.
    merge: middle,
    compare: term(onScale('fee-raised', 'fee-lowered')),
    movedBy: byAmount,
    group: 'money',
    name: feeName,
    valueText: percents,
    cells: percentCells,
    cause: ({ kind, of: [fee] }) => `${kind}\t${fee}`,
    sentence: (change) => shareText([change]),
  },
  rate: {
    compare: term(replaced('writing-changed')),
    movedBy: byOrder,
    group: genericGroup,
    name: memberName('which way round'),
    cause: byMove(),
    sentence: memberChange,
  },
  'fee in': {
    compare: term(replaced('fee-type-changed')),
    movedBy: byOrder,
    group: genericGroup,
    name: memberName('whose currency'),
    cause: byKind,
    sentence: ({ before, after, ...change }) =>
      `${memberText(change)} names another currency: ${valueText(before)} -> ${valueText(after)}`,
  },
} as const satisfies Partial<Record<string, Aspect>>;
