import { createHmac } from 'node:crypto';
import type { ShownPlaces } from '#client';
import { isListing, isSuccess } from '#contract';
import { isRecord, type Reply, recordsIn, toAmount, valueAt } from '#evidence';
import { numberStep, spanStep, speedStep } from '#lib';
import { isOfValidOrder } from '#probes';
import { isUuid, type Member } from '#schemas';

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

const addStep = (key: string, value: unknown, add: AddFact): void => {
  const amount = toAmount(value);
  if (amount !== undefined) add(key, numberStep(amount.toNumber()));
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
      for (const limit of limits) addStep(`limit: ${place} ${limit}`, valueAt(each, `limits.${limit}`), add);
      addStep(`fee: ${place}`, valueAt(each, 'fee.amount'), add);
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

/** Fees as a share of what they are taken from, of orders that are alike in every run. */
const addFeeRate = ({ body, request }: Reply, add: AddFact): void => {
  const [fees, gross, net] = ['data.totalFees', 'to.gross_amount', 'to.net_amount'].map((path) =>
    toAmount(valueAt(body, path)),
  );
  const whole = gross ?? toAmount(valueAt(body, 'data.targetAmount'));
  const taken = gross && net ? gross.minus(net) : fees;
  if (whole === undefined || taken === undefined || !whole.gt(0)) return;
  // Cents would be rounded into another rate.
  add(`fee rate: ${request.purpose.case ?? ''}`, numberStep(taken.div(whole).toDecimalPlaces(4).toNumber()));
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
  if (operation === 'subaccount.read') addCapabilities(reply, places, add);
  if (isListing(operation)) addDirection(body, add);
  if (isOfValidOrder(reply)) addFeeRate(reply, add);
};

export const addSpeed = (reply: Reply, add: AddFact): void => {
  if (isSuccess(reply)) add('speed', speedStep(reply.elapsedMs));
};

/** Facts that a text of a success shows beside its form: how long until something expires, the version of a UUID. */
export const textFacts = (body: unknown, documented: ReadonlyMap<string, Member>, add: AddFact) => {
  const created = createdIn(isRecord(body) && isRecord(body.data) ? body.data : body);
  return (text: string, path: string): void => {
    if (documented.get(path)?.format === 'uuid' && isUuid(text)) add(`uuid: ${path}`, `version ${text[14]}`);
    const span = /expir\w*$/i.test(path) ? Date.parse(text) - created : Number.NaN;
    if (!Number.isNaN(span)) add(`expiry: ${path}`, spanStep(span / 1_000));
  };
};
