import { createHmac } from 'node:crypto';
import { isFromService } from '#attribution';
import { isOfKind, type MessageKind } from '#checks';
import { type ShownPlaces, shownIn } from '#client';
import { type Absence, isListing, isSuccess, type ObservedFact, type OperationId, operationOf } from '#contract';
import { isRecord, type Purpose, type Reply, recordsIn, sentQuery, toAmount, valueAt } from '#evidence';
import { spanStep } from '#lib';
import { isOfValidOrder, ordersAgainstRails } from '#probes';
import { describe, fullError, isPlainTerm, isUuid, type Member, membersOf } from '#schemas';

type AddFact = (key: string, observed: string) => void;

/** Texts repeat at their places, so that each is marked once. */
const fingerprints = new Map<string, string>();
const maxFingerprints = 5_000;

/** Tells texts of one place apart and is too short to tell which they were. */
const fingerprint = (place: string, text: string): string => {
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

const createdIn = (record: unknown): number => {
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
  if (data.length === 0 && page === 1) add('counts: $.totalPages', `${totalPages} where nothing is listed`);
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
const addTerms = (reply: Reply, places: ShownPlaces, add: AddFact): void => {
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
  if (isOfValidOrder(reply)) addEchoes(reply, add);
};

const addSpeed = (reply: Reply, add: AddFact): void => {
  if (isSuccess(reply)) add('speed', String(Math.round(reply.elapsedMs)));
};

/** `*, 4 first, 4 last`: which part of a text is left to be seen. */
const maskText = (text: string): string => {
  const [, first = '', sign = '', last = ''] = /^(.*?)([*•…]|\.{3}).*?([^*•….]*)$/s.exec(text) ?? [];
  return `${sign}, ${first.length} first, ${last.length} last`;
};

const addPlaces = (path: string, text: string, add: AddFact): void => {
  const amount = toAmount(text);
  if (amount !== undefined) add(`places: ${path}`, String(amount.decimalPlaces()));
};

/** Codes of a vendor that no list has: which they are is not shown, and that they changed is. */
const isVendorCode = /\.(?:protocol|integration|channel_name)$/;

/** Amounts; a rate or fee may have fewer places by chance. */
const isAmount = /amount$/i;

/**
 * Facts that a text of a success shows beside its form: how long until something expires or settles, the version of a UUID, what
 * of it is masked, the places of an amount.
 */
const textFacts = (body: unknown, documented: ReadonlyMap<string, Member>, add: AddFact) => {
  const created = createdIn(isRecord(body) && isRecord(body.data) ? body.data : body);
  return (text: string, path: string): void => {
    if (documented.get(path)?.format === 'uuid' && isUuid(text)) add(`uuid: ${path}`, `version ${text[14]}`);
    const kind = /expir\w*$/i.test(path) ? 'expiry' : path.endsWith('.estimated_at') ? 'delay' : undefined;
    const span = kind === undefined ? Number.NaN : Date.parse(text) - created;
    if (!Number.isNaN(span)) add(`${kind}: ${path}`, spanStep(span / 1_000));
    if (isVendorCode.test(path)) add(`codes: ${path}`, fingerprint(path, text));
    if (isMasked(text)) add(`mask: ${path}`, maskText(text));
    if (isAmount.test(path)) addPlaces(path, text, add);
  };
};

const forms: Readonly<Record<string, string>> = { CC2: 'cc2', CC3: 'cc3' };

const isMasked = (text: string): boolean => /[*•…]{2,}|…|\.{3}/.test(text);

/** The letter case of a code is worth knowing: which one is open. */
const codeForm = (text: string, name: string): string | undefined => {
  if (!/(?:currency|asset|network|chain)$/i.test(name)) return undefined;
  if (/^[A-Z][A-Z0-9_]{1,15}$/.test(text)) return 'code-upper';
  return /^[a-z][a-z0-9_]{1,15}$/.test(text) ? 'code-lower' : undefined;
};

/** A code to pay that becomes a link is another thing to a client. */
const linkForm = (text: string): string | undefined => {
  if (/^https?:\/\//i.test(text)) return 'url';
  return /^data:/i.test(text) ? 'data-url' : undefined;
};

const namesCurrency = (member: Member | undefined, name: string): boolean =>
  member?.format === 'lower-case-code' || (member === undefined && /(currency|asset)$/i.test(name));

/** Forms of what a client has to open or to compare: a link that ends, what no browser opens, an invoice of another network. */
const closerForm = (described: string, text: string): string => {
  if (described === 'uri') return /^https?:/i.test(text) ? (text.includes('?') ? 'uri-query' : 'uri') : 'uri-other';
  return described === 'uuid' && /[A-F]/.test(text) && !/[a-f]/.test(text) ? 'uuid-upper' : described;
};

const invoiceForm = (text: string, name: string): string | undefined => {
  const [, start = ''] = (name === 'lightningInvoice' && /^(ln(?:bcrt|bc|tbs|tb))\d/i.exec(text)) || [];
  return start === '' ? undefined : `invoice-${start}`;
};

/** The form of a string by the first that fits; plain text has none. */
const formOf = (text: string, member: Member | undefined, name: string): string => {
  if (isMasked(text)) return 'masked';
  if (member?.format === 'text') return codeForm(text, name) ?? linkForm(text) ?? invoiceForm(text, name) ?? 'text';
  if (namesCurrency(member, name) && /^[a-z]{3,5}$/.test(text)) return 'currency-lower';
  const described = describe(text);
  if (described.startsWith('text(')) return 'text';
  if (text.endsWith('+00:00')) return `${described}+00`;
  return forms[described] ?? closerForm(described, text);
};

/** A name that a programmer gives; others are data. */
const isIdentifier = /^[a-z]+(?:[_-]?[a-z]+)*\d{0,2}$/i;

const jsonTypeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

const maxDepth = 24;
const maxItems = 200;

/**
 * Walks a body from its root, and reports every place and its content in the abstract each time that it occurs. All items of a
 * list stand at one place, as do all values of a map, and members whose names are like data.
 */
const walkBody = (body: unknown, documented: ReadonlyMap<string, Member>, shown: ShownPlaces, add: AddFact): void => {
  const addOfText = textFacts(body, documented, add);
  const walkObject = (value: object, path: string, depth: number) => {
    const isMap = documented.get(path)?.type === 'map';
    add(path, isMap ? 'map' : 'object');
    for (const [name, child] of Object.entries(value).slice(0, maxItems)) {
      if (isMap) add(path, `key:${shown.key(path, name) ? name : 'another'}`);
      const below = `${path}.${name}`;
      // A name that the document does not know is kept where it is made of words of interfaces.
      const isNamed = !isMap && (documented.has(below) || isPlainTerm(name));
      if (!isMap && !isNamed && isIdentifier.test(name))
        add(`${path}.hidden-${fingerprint(path, name)}`, jsonTypeOf(child));
      walk(child, name, isNamed ? below : `${path}{*}`, depth + 1);
    }
  };
  /** A member of a set where it may be shown, otherwise the form of the text. */
  const observedIn = (text: string, path: string, name: string): string => {
    const member = documented.get(path);
    if ((member?.known ?? []).length === 0) return formOf(text, member, name);
    return shown.text(text, path, name) ? `enum:${text}` : 'another value';
  };
  const walk = (value: unknown, name: string, path: string, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) {
      add(path, 'array');
      for (const item of value.slice(0, maxItems)) walk(item, name, `${path}[]`, depth + 1);
    } else if (isRecord(value)) walkObject(value, path, depth);
    else if (typeof value === 'string') {
      add(path, observedIn(value, path, name));
      addOfText(value, path);
    } else add(path, jsonTypeOf(value));
  };
  walk(body, '', '$', 0);
};

/** Collects the facts that replies show, in the abstract, by the probe that asked. */
export interface FactLedger {
  readonly add: (reply: Reply, otherKey: boolean) => void;
  /** The facts of probes that have ended; each probe is taken once. */
  readonly take: (hasEnded: (probe: string) => boolean) => readonly ObservedFact[];
  /** Milliseconds by which the clock of the service was ahead of ours at most. */
  readonly clockAheadMs: () => number;
}

/** From the most to the least particular; the first that fits counts. */
const absences: { readonly [Thing in Absence['of']]: `${Thing} not found` } = {
  'bank account': 'bank account not found',
  withdrawal: 'withdrawal not found',
  business: 'business not found',
  subaccount: 'subaccount not found',
  customer: 'customer not found',
};

const kinds: readonly MessageKind[] = [
  ...Object.values(absences),
  'verification required',
  'no permission',
  'invalid key',
];

const kindOf = (message: unknown): string =>
  typeof message === 'string' ? (kinds.find((kind) => isOfKind(message, kind)) ?? 'another kind') : 'none';

/** Statuses whose messages the document shows. */
const worded: ReadonlySet<number> = new Set([401, 403, 404]);

const mediaType = /^(?:application|text)\/(?:problem\+)?(?:json|html|plain|xml)(?:; ?charset=utf-8)?$/i;

const contentTypeOf = ({ headers }: Reply): string => {
  const observed = headers['content-type'];
  if (observed === undefined) return 'none';
  return mediaType.test(observed) ? observed.toLowerCase().replace('; ', ';') : 'another';
};

/** Another seed draws another case, so that no fact is made of it. */
const isDrawn = ({ drawn, example }: Purpose): boolean => drawn !== undefined && !example;

/** How many pages are asked for, and which of them is past the end, depends on what the listing holds; nobody has none. */
const mayBeChance = (reply: Reply): boolean =>
  isListing(reply.operation) &&
  !/for an? (?:malformed|absent)/.test(reply.request.purpose.probe) &&
  (isSuccess(reply) || Number(sentQuery(reply, 'page')) > 1);

/** A value may be taken from one role alone. Over which rails a person may pay out is observed besides. */
const isOneOrder = (reply: Reply): boolean => {
  const { probe, case: of = '' } = reply.request.purpose;
  return isOfValidOrder(reply)
    ? !/^(?:named, )?over \w+$/.test(of)
    : probe === ordersAgainstRails.id && of.includes(', of ');
};

/** A Date header is cut to the second, so that a clock which is right is never ahead. */
const aheadOf = ({ serverDate, receivedAt }: Reply): number =>
  serverDate === undefined ? 0 : serverDate.getTime() - receivedAt.getTime();

const noted = [
  'allow',
  'cache-control',
  'content-encoding',
  'deprecation',
  'etag',
  'location',
  'ratelimit-limit',
  'retry-after',
  'set-cookie',
  'strict-transport-security',
  'sunset',
  'www-authenticate',
  'x-ratelimit-limit',
  'x-request-id',
];

/** Headers whose values are nobody's: they are shown as they are. */
const plainHeaders = ['cache-control', 'deprecation', 'ratelimit-limit', 'sunset', 'x-ratelimit-limit'];

const isShown = (header: string, value: string): boolean =>
  plainHeaders.includes(header) && /^[\w ,;:=@"./+-]{1,80}$/.test(value) && !value.includes(' or ');

/** The documented members of a body by their paths: of a success of an operation, or of an error. */
type Documented = ReadonlyMap<string, Member>;

const byPath = (schema: Parameters<typeof membersOf>[0] | null): Documented =>
  new Map((schema ? membersOf(schema) : []).map((member) => [member.path, member]));

const documentedErrors = byPath(fullError);
const documentedSuccesses = new Map<OperationId, Documented>();

const documentedIn = (reply: Reply): Documented => {
  const { operation } = reply;
  if (!isSuccess(reply)) return documentedErrors;
  const documented = documentedSuccesses.get(operation) ?? byPath(operationOf(operation).success);
  documentedSuccesses.set(operation, documented);
  return documented;
};

/** The `error` of a refusal, where it is one that may be shown. */
const reasonIn = (body: unknown, shown: ShownPlaces): string | undefined => {
  const reason = isRecord(body) ? body.error : undefined;
  return typeof reason === 'string' && shown.text(reason, '$.error', 'error') ? reason : undefined;
};

const addBody = (reply: Reply, shown: ShownPlaces, add: AddFact): void => {
  const { body, empty } = reply;
  if (body === undefined) {
    add('$', empty ? 'empty' : 'no json');
    return;
  }
  const reason = isSuccess(reply) ? undefined : reasonIn(body, shown);
  walkBody(body, documentedIn(reply), shown, (path, observed) =>
    add(path, path === '$.error' && reason !== undefined ? `enum:${reason}` : observed),
  );
};

/** A success has facts of its operation, a refusal those of its status. */
const addReply = (reply: Reply, shown: ShownPlaces, add: AddFact): void => {
  const prefix = isSuccess(reply) ? '' : `${reply.status} `;
  const addOfKind: AddFact = (key, observed) => add(prefix + key, observed);
  addOfKind('header content-type', contentTypeOf(reply));
  for (const header of noted) {
    const value = reply.headers[header];
    if (value !== undefined) addOfKind(`header ${header}`, isShown(header, value) ? value : 'present');
  }
  addBody(reply, shown, addOfKind);
  if (worded.has(reply.status) && isRecord(reply.body)) addOfKind('kind of message', kindOf(reply.body.message));
};

type Counted = Omit<ObservedFact, 'times'> & { times: number };

/** Facts show, besides the values that are known, those of `shownValues`. */
export const createFacts = (shownValues: ReadonlySet<string> = new Set()): FactLedger => {
  const counted = new Map<string, Map<string, Counted>>();
  let clockAheadMs = 0;
  const adderOf = ({ operation, request: { purpose } }: Reply): AddFact => {
    const { probe } = purpose;
    const counts = counted.get(probe) ?? new Map<string, Counted>();
    counted.set(probe, counts);
    return (key, actual) => {
      const fact = `${operation}\n${key}\n${actual}`;
      const known = counts.get(fact);
      if (known) known.times += 1;
      else counts.set(fact, { operation, key, actual, times: 1 });
    };
  };
  const shownBy = ({ operation }: Reply): ShownPlaces => {
    const { text, key } = shownIn(operation, 'reply');
    return { key, text: (value, path, name) => shownValues.has(value) || text(value, path, name) };
  };
  return {
    add: (reply, otherKey) => {
      clockAheadMs = Math.max(clockAheadMs, aheadOf(reply));
      if (!isFromService(reply)) return;
      const add = adderOf(reply);
      const { purpose } = reply.request;
      addSpeed(reply, add);
      if (isDrawn(purpose)) return;
      if (otherKey || !mayBeChance(reply))
        add(`status: ${purpose.probe}${otherKey ? ', with another key' : ''}`, String(reply.status));
      if (isOneOrder(reply)) add(`status: ${purpose.probe}, ${purpose.case}`, String(reply.status));
      const shown = shownBy(reply);
      addReply(reply, shown, add);
      // Another account has other data.
      if (!otherKey || !isSuccess(reply)) addTerms(reply, shown, add);
    },
    take: (hasEnded) =>
      [...counted].flatMap(([probe, counts]) => {
        if (!hasEnded(probe)) return [];
        counted.delete(probe);
        return [...counts.values()];
      }),
    clockAheadMs: () => clockAheadMs,
  };
};
