// The terms that a service trades on: methods, limits, fees, rates, capabilities, and how it words a refusal.
import { createHmac } from 'node:crypto';
import type { ShownPlaces } from '#client';
import { isListing, isSuccess, type OperationId } from '#contract';
import { isRecord, type Reply, recordsIn, toAmount, valueAt } from '#evidence';
import { isOfValidOrder } from '#probes';
import { isPlainTerm } from '#schemas';

export type AddFact = (key: string, observed: string) => void;

/** Texts repeat at their places, so that each is marked once. */
const fingerprints = new Map<string, string>();
const maxFingerprints = 5_000;

/** Tells texts of one place apart and is too short to tell which they were. */
export const fingerprint = (place: string, text: string): string => {
  const known = fingerprints.get(`${place}\n${text}`);
  if (known !== undefined) return known;
  const made = createHmac('sha256', place).update(text).digest('hex').slice(0, 4);
  if (fingerprints.size >= maxFingerprints) fingerprints.clear();
  fingerprints.set(`${place}\n${text}`, made);
  return made;
};

type Shown = (text: string, path: string) => string;

/** A name as it is, where it may be shown at a place of a record. */
const namesShown =
  ({ text }: ShownPlaces): Shown =>
  (name, path) =>
    text(name, path, path.replace(/\[\]$/, '').replace(/.*\./, '')) ? name : `hidden-${fingerprint(path, name)}`;

const recordsAt = (record: unknown, path: string): readonly Readonly<Record<string, unknown>>[] => {
  const value = valueAt(record, path);
  return Array.isArray(value) ? value.filter(isRecord) : [];
};

const textsAt = (record: unknown, path: string): readonly string[] => {
  const value = valueAt(record, path);
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
};

type Amount = NonNullable<ReturnType<typeof toAmount>>;

/** A number of more digits may be that of an account or a telephone, and is rounded. */
const maxPlain = 99_999_999;

/** A negative limit stands for none. */
const numberText = (amount: Amount): string => {
  if (amount.isNegative()) return 'none';
  return amount.greaterThan(maxPlain) ? amount.toExponential(3) : amount.toFixed();
};

const addNumber = (key: string, value: unknown, add: AddFact): void => {
  const amount = toAmount(value);
  if (amount !== undefined) add(key, numberText(amount));
};

/** Adds names, or that there are none. */
const addAll = (key: string, names: readonly string[], add: AddFact): void => {
  for (const name of names.length === 0 ? ['none'] : names) add(key, name);
};

const maxMethods = 100;

const limits = ['system_min', 'system_max', 'tx_limit'];

const addMethods = ({ body, request }: Reply, shown: Shown, add: AddFact): void => {
  const currency = String(request.input.currency).toUpperCase();
  if (!/^[A-Z]{3,6}$/.test(currency) || !Array.isArray(body)) return;
  for (const entry of body.filter(isRecord).slice(0, maxMethods)) {
    const names = [...textsAt(entry, 'method'), ...textsAt(entry, 'sub_method')];
    const method = `${currency} ${names.map((name) => shown(name, '$[].method')).join('/')}`;
    add(`methods: ${currency}`, method.slice(currency.length + 1));
    for (const kind of ['required', 'optional'])
      addAll(
        `${kind} fields: ${method}`,
        textsAt(entry, `${kind}_fields`).map((field) => shown(field, `$[].${kind}_fields[]`)),
        add,
      );
    for (const each of recordsAt(entry, 'currency_configurations')) {
      const place = [method, ...textsAt(each, 'asset').map((asset) => shown(asset, '$[].method'))].join(' ');
      for (const limit of limits) addNumber(`limit: ${place} ${limit}`, valueAt(each, `limits.${limit}`), add);
      addNumber(`fee: ${place}`, valueAt(each, 'fee.amount'), add);
      for (const type of textsAt(each, 'fee.type')) add(`fee types: ${place}`, shown(type, '$[].method'));
    }
  }
};

const membersIn = (value: unknown) => (isRecord(value) ? Object.entries(value) : []);

/** The capabilities of a subaccount, by its type and status: in another state it has others. */
const addCapabilities = ({ body }: Reply, places: ShownPlaces, add: AddFact): void => {
  const shown = namesShown(places);
  const holder = ['type', 'status'].flatMap((name) => textsAt(body, name).map((text) => shown(text, `$.${name}`)));
  const nameOf = (name: string, path: string) => (places.key(path, name) ? name : `hidden-${fingerprint(path, name)}`);
  const addMembers = (kind: string, path: string, members: readonly (readonly [string, unknown])[]) => {
    const names = members.filter(([, value]) => value !== false).map(([name]) => nameOf(name, path));
    addAll([kind, ...holder].join(', '), names, add);
  };
  for (const kind of ['currencies', 'assets']) {
    const path = `$.capabilities.${kind}`;
    const all = membersIn(valueAt(body, `capabilities.${kind}`));
    if (all.length > 0) addMembers(`${kind}: all`, path, all);
    for (const [name, capability] of all) {
      const [code, at] = [nameOf(name, path), `${path}{*}`];
      const networks = textsAt(capability, 'networks').map((each) => shown(each, `${at}.networks[]`));
      const flags = membersIn(capability).filter(([, value]) => typeof value === 'boolean');
      if (kind === 'assets') addAll([`networks: ${code}`, ...holder].join(', '), networks, add);
      else addMembers(`flags: ${code}`, at, flags);
      if (kind === 'currencies') addMembers(`rails: ${code}`, `${at}.rails`, membersIn(valueAt(capability, 'rails')));
    }
  }
};

const addZero = ({ body }: Reply, add: AddFact): void => {
  const amounts = membersIn(valueAt(body, 'balances')).map(([, value]) => toAmount(value));
  if (amounts.some((amount) => amount?.isZero())) add('zero balances', 'shown');
};

export const createdIn = (record: unknown): number => {
  const text = valueAt(record, 'created_at') ?? valueAt(record, 'createdAt');
  return typeof text === 'string' ? Date.parse(text) : Number.NaN;
};

/** Fewer items stand in an order by chance. */
const enoughInstants = 5;

const addDirection = (body: unknown, add: AddFact): void => {
  const created = recordsIn(body).map(({ record }) => createdIn(record));
  if (new Set(created).size < enoughInstants || created.some(Number.isNaN)) return;
  const rises = created.some((instant, index) => instant > (created[index - 1] ?? instant));
  const falls = created.some((instant, index) => instant < (created[index - 1] ?? instant));
  add('order: by creation', rises && falls ? 'neither way' : rises ? 'oldest first' : 'newest first');
};

const amountAt = (body: unknown, path: string): Amount | undefined => toAmount(valueAt(body, path));

const addShare = (of: string, taken: Amount | undefined, whole: Amount | undefined, add: AddFact): void => {
  // Cents would be rounded into another rate.
  if (taken !== undefined && whole?.gt(0)) add(`fee rate: ${of}`, numberText(taken.div(whole).toDecimalPlaces(4)));
};

/** Fees as a share of what they are taken from, of orders that are alike in every run, and of conversions. */
const addFeeRate = (reply: Reply, add: AddFact): void => {
  const { body, request } = reply;
  const [gross, net] = [amountAt(body, 'to.gross_amount'), amountAt(body, 'to.net_amount')];
  const taken = gross && net ? gross.minus(net) : amountAt(body, 'data.totalFees');
  if (isOfValidOrder(reply))
    addShare(request.purpose.case ?? '', taken, gross ?? amountAt(body, 'data.targetAmount'), add);
  if (!reply.operation.startsWith('conversion.')) return;
  for (const { record } of recordsIn(body))
    addShare('a conversion', amountAt(record, 'feeAmount'), amountAt(record, 'amount'), add);
};

/** The fee of the service in each record of an order, and in which currency it is told. */
const ownFees: Readonly<Partial<Record<OperationId, readonly [fee: string, side: 'from' | 'to']>>> = {
  'onramp.initiate': ['onramp_fee', 'from'],
  'offramp.initiate': ['offramp_fee', 'to'],
};

/** The fee of the service alone, without flat costs of a network: a share of what it is charged in, for each currency. */
const addOwnFee = ({ operation, body, request }: Reply, add: AddFact): void => {
  const [fee, side] = ownFees[operation] ?? [];
  if (fee === undefined) return;
  const sent = (path: string) => textsAt(request.input.body, path)[0]?.toUpperCase();
  const currency = sent(`${side}.currency`) ?? '';
  const chargedIn = textsAt(body, `pricing.fees.${fee}_currency`)[0]?.toUpperCase();
  const isOfPaid = [sent('from.currency'), sent('from.asset')].includes(chargedIn);
  const whole = amountAt(body, isOfPaid ? 'from.amount' : 'to.gross_amount');
  const taken = amountAt(body, `pricing.fees.${fee}`);
  if (taken !== undefined && whole?.gt(0) && /^[A-Z]{3,5}$/.test(currency))
    add(
      `fee share: ${fee} in ${currency}, of what is ${isOfPaid ? 'paid' : 'received'}`,
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
const addRate = ({ operation, body }: Reply, add: AddFact): void => {
  const paths = rated[operation];
  const [rate, given, got] = (paths ?? []).map((path) => Number(amountAt(body, path)));
  const [quoted, paid] = [Math.log(rate ?? 0), Math.log((got ?? 0) / (given ?? 0))];
  if (!Number.isFinite(quoted) || !Number.isFinite(paid) || Math.abs(paid) < 0.5) return;
  const isOfGiven = Math.abs(quoted - paid) < Math.abs(quoted + paid);
  add(`rate: $.${paths?.[0]}`, isOfGiven ? 'what comes for one unit' : 'what one unit costs');
};

/** Where a record says again what its order said. */
const echoed: readonly (readonly [sent: string, shown: string])[] = [
  ['from.currency', 'from.currency'],
  ['from.asset', 'from.asset'],
  ['from.chain', 'from.network'],
  ['to.asset', 'to.asset'],
  ['to.currency', 'to.currency'],
  ['to.destination_address', 'to.address'],
  ['from.sender_address', 'from.address'],
];

const echoText = (sent: string, shown: string, path: string): string => {
  if (sent.toLowerCase() !== shown.toLowerCase()) return 'as another text';
  // The letter case of a code is a form of it.
  return sent === shown || !path.endsWith('address') ? 'as it was sent' : 'in another letter case';
};

/** What an order and its record have in common: what is said again, and in what each fee is charged. */
const addEchoes = ({ body, request }: Reply, add: AddFact): void => {
  const sent = (path: string) => textsAt(request.input.body, path)[0];
  for (const [from, to] of echoed) {
    const [asked, shown] = [sent(from), textsAt(body, to)[0]];
    if (asked !== undefined && shown !== undefined) add(`echo: $.${to}`, echoText(asked, shown, to));
  }
  const [given = '', got = ''] = ['from', 'to'].map((side) => sent(`${side}.currency`) ?? sent(`${side}.asset`));
  for (const [name, code] of membersIn(valueAt(body, 'pricing.fees')))
    if (/_(?:currency|asset)$/.test(name) && typeof code === 'string' && isPlainTerm(name)) {
      const whose = [given, got].findIndex((each) => each.toLowerCase() === code.toLowerCase());
      add(`fee in: $.pricing.fees.${name}`, ['what is paid', 'what is received'][whose] ?? 'something else');
    }
};

/** What the count of a listing counts, and how many pages it has without items. */
const addCounts = ({ body }: Reply, add: AddFact): void => {
  if (!isRecord(body) || !Array.isArray(body.data)) return;
  const { data, count, page, totalPages } = body;
  // Whatever else stands there may be somebody's datum.
  const pages = typeof totalPages === 'number' ? toAmount(totalPages) : undefined;
  if (data.length === 0 && page === 1)
    add('counts: $.totalPages', `${pages ? numberText(pages) : 'no number'} where nothing is listed`);
  if (typeof count !== 'number' || data.length === 0) return;
  if (count > data.length) add('counts: $.count', 'the items of the listing');
  else if (Number(totalPages) > 1) add('counts: $.count', 'the items of the page');
};

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_@-]+/gu) ?? [];

/** A message without what may be data in it: codes, numbers, quotations, and all that the request has said. */
const wordingOf = (message: string, { input }: Reply['request']): string => {
  const sent = new Set(wordsIn(JSON.stringify(input).replace(uuids, ' ').toLowerCase()));
  return wordsIn(message.replace(/(["'`“‘«]).*?["'`”’»]/g, ' '))
    .filter((word) => /^\p{L}+$/u.test(word) && !/^\p{Lu}{2,}$/u.test(word))
    .map((word) => word.toLowerCase())
    .filter((word) => !sent.has(word))
    .join(' ');
};

const addWording = (reply: Reply, add: AddFact): void => {
  const { operation, status, body, request } = reply;
  const [message] = textsAt(body, 'message');
  if (message === undefined) return;
  add(`wording: ${status}`, fingerprint(`${operation} ${status}`, wordingOf(message, request)));
};

/** The terms that a service trades on, beside the forms of its records: in names of interfaces, steps and fingerprints. */
export const addTerms = (reply: Reply, places: ShownPlaces, add: AddFact): void => {
  const { operation, body } = reply;
  addWording(reply, add);
  if (!isSuccess(reply)) return;
  if (operation === 'taxonomy.list') addMethods(reply, namesShown(places), add);
  if (operation === 'balances.read') addZero(reply, add);
  if (operation === 'subaccount.read') addCapabilities(reply, places, add);
  if (isListing(operation)) {
    addDirection(body, add);
    addCounts(reply, add);
  }
  addFeeRate(reply, add);
  addRate(reply, add);
  if (!isOfValidOrder(reply)) return;
  addEchoes(reply, add);
  addOwnFee(reply, add);
};
