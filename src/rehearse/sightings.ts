// What a client received from a varied service, compared with the answer of the unchanged service in the same state.
import { type OperationId, operationIds, operationOf } from '#contract';
import { firstOf } from '#lib';
import { plural } from '#reporting';
import { defaultPolicies, type Fault, type Hook, replyAsShipped, type SeenRequest, type WireReply } from '#sandbox';

/** The first reply of an endpoint that differed. */
export interface Sighting {
  readonly operation: OperationId;
  /** `from.amount` is "100.00000000" instead of "100.00". */
  readonly changes: readonly string[];
}

const mostLetters = 48;

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Equal for values that differ by chance, such as two new ids or QR codes. */
const formOf = (value: unknown, isOfChance: boolean): unknown => {
  if (typeof value !== 'string') return value;
  const id = /^[\da-f]{8}-[\da-f]{4}-([\da-f])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/i.exec(value);
  if (id && isOfChance) return `id ${id[1]} ${/[A-F]/.test(value)}`;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return value.replaceAll(/\d/g, '0');
  return isOfChance ? value.replaceAll(/[\da-f]{8,}/gi, '') : value;
};

/** Milliseconds. Two replies to one request are closer in time. */
const momentMs = 30_000;

const isByChance = (was: unknown, is: unknown, twin: unknown): boolean =>
  formOf(was, was !== twin) === formOf(is, was !== twin) &&
  (!/^\d{4}-/.test(String(is)) || Math.abs(Date.parse(String(was)) - Date.parse(String(is))) < momentMs);

/** `twin` is a second reply of the unchanged service. Values that differ from it are random. */
interface Compared {
  readonly was: unknown;
  readonly is: unknown;
  readonly twin: unknown;
}

interface Change {
  readonly how: string;
  readonly was: unknown;
  readonly is: unknown;
}

type Changes = Map<string, Change>;

const named = (path: string): string => (path === '' ? 'the body' : path);

const itemOf = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;

const within = ({ was, is, twin }: Compared, key: string | number): Compared => ({
  was: itemOf(was, key),
  is: itemOf(is, key),
  twin: itemOf(twin, key),
});

const itemsOf = (list: readonly unknown[]): string =>
  list
    .map((item) => JSON.stringify(item))
    .toSorted()
    .join();

/** A page in another sort order has other items. */
const idsOf = (list: readonly unknown[]): string =>
  list
    .map((item) => itemOf(item, 'id'))
    .join()
    .toLowerCase();

function compare(compared: Compared, path: string, into: Changes): void {
  const { was, is, twin } = compared;
  if (into.has(path) || JSON.stringify(was) === JSON.stringify(is)) return;
  if (Array.isArray(was) && Array.isArray(is)) {
    if (was.length !== is.length)
      into.set(`${path}[]`, { how: `${named(path)} has ${is.length} items instead of ${was.length}`, was, is });
    else if (itemsOf(was) === itemsOf(is) || idsOf(was) !== idsOf(is))
      into.set(`${path}[]`, { how: `${named(path)} comes in another order, or with other items`, was, is });
    else for (const at of is.keys()) compare(within(compared, at), `${path}[]`, into);
  } else if (isObject(was) && isObject(is)) {
    for (const name of new Set([...Object.keys(was), ...Object.keys(is)]))
      compare(within(compared, name), path === '' ? name : `${path}.${name}`, into);
  } else if (!isByChance(was, is, twin)) {
    const how = is === undefined ? 'left out' : was === undefined ? 'new' : is === null ? 'null' : 'other';
    into.set(path, { how, was, is });
  }
}

const mostShown = 4;

const mostNames = 4;

/** First one change for each member name and each parent: nine rails, or two new currencies, are one difference. */
function variedFirst(changes: Changes): (readonly [path: string, change: Change])[] {
  const seen = new Set<string>();
  const [first, rest]: [(readonly [string, Change])[], (readonly [string, Change])[]] = [[], []];
  for (const [path, change] of changes) {
    const at = path.lastIndexOf('.');
    const kinds = [`${change.how} ${path.slice(at + 1)}`, ...(at < 0 ? [] : [`${change.how} in ${path.slice(0, at)}`])];
    (kinds.some((kind) => seen.has(kind)) ? rest : first).push([path, change]);
    for (const kind of kinds) seen.add(kind);
  }
  return [...first, ...rest];
}

const withState = (path: string, is: unknown): string =>
  isObject(is) && typeof is.status === 'string' ? `${path} (status ${shown(is.status)})` : path;

function textsOf(changes: Changes): readonly string[] {
  const all = variedFirst(changes);
  const namesOf = (wanted: string): readonly string[] =>
    all.flatMap(([path, { how, is }]) => (how === wanted ? [withState(path, is)] : []));
  const groups = (['null', 'left out', 'new'] as const).flatMap((how) => {
    const names = namesOf(how);
    return names.length === 0 ? [] : [`${firstOf(names, mostNames)} ${names.length > 1 ? 'are' : 'is'} ${how}`];
  });
  const whole = all.flatMap(([path, { how }]) => (path.endsWith('[]') && how.includes(' ') ? [how] : []));
  const others = all.filter(([, { how }]) => how === 'other');
  const values = others
    .slice(0, mostShown)
    .map(([path, { was, is }]) => `${path} is ${shown(is)} instead of ${shown(was)}`);
  const more = others.length - values.length;
  return [
    ...whole,
    ...groups,
    ...values,
    ...(more > 0 ? [`${plural(more, 'more member')} ${more > 1 ? 'have other values' : 'has another value'}`] : []),
  ];
}

const parsedBody = ({ body, raw }: WireReply): unknown => {
  if (raw === undefined) return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  try {
    return JSON.parse(raw.toString());
  } catch {
    return raw.toString();
  }
};

const memberPattern = /"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g;

const membersIn = (text: string): readonly (readonly [name: string, written: string])[] =>
  [...text.matchAll(memberPattern)].map(([, name = '', written = '']) => [name, written]);

const isDate = (written: string): boolean => /^"\d{4}\W/.test(written);

const hasExponent = (written: string): boolean => /^-?\d[\d.]*e/i.test(written);

/** Values that are written differently but mean the same: one date or exponent, and one other value. */
function writtenOtherwise({ body, raw }: WireReply): readonly string[] {
  if (raw === undefined || body === undefined) return [];
  const [usual, own] = [membersIn(JSON.stringify(body)), membersIn(raw.toString())];
  const other = own.filter(([name, written], at) => usual[at]?.[0] === name && usual[at]?.[1] !== written);
  if (usual.length !== own.length) return [];
  const isTold = (written: string): boolean => isDate(written) || hasExponent(written);
  const picked = [other.find(([, written]) => isTold(written)), other.find(([, written]) => !isTold(written))];
  return picked.flatMap((one) => (one ? [`${one[0]} is written ${one[1].slice(0, mostLetters)}`] : []));
}

const headersOf = ({ headers }: WireReply): ReadonlyMap<string, string> =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const slowMs = 500;

function changesOf(request: SeenRequest, is: WireReply): readonly string[] {
  const [was, twin] = [replyAsShipped(request), replyAsShipped(request)];
  if (is.destroy) return ['the connection was closed without an answer'];
  if (was.status !== is.status) {
    const [body, type = ''] = [parsedBody(is), headersOf(is).get('content-type')];
    const as = body === undefined ? ' without a body' : type.includes('json') ? '' : ` as ${type}`;
    return [`the status was ${is.status} instead of ${was.status}${as}`];
  }
  const changes: Changes = new Map();
  compare({ was: parsedBody(was), is: parsedBody(is), twin: parsedBody(twin) }, '', changes);
  const headers = [...headersOf(is)].flatMap(([name, value]) => {
    const usual = headersOf(was).get(name);
    if (usual === value) return [];
    return [`the header ${name} is ${shown(value)}${usual === undefined ? '' : ` instead of ${shown(usual)}`}`];
  });
  const wait = is.delayMs !== undefined && is.delayMs >= slowMs ? [`the answer took ${is.delayMs / 1000} s`] : [];
  const texts = textsOf(changes);
  return [...wait, ...(texts.length > 0 ? texts : writtenOtherwise(is)), ...headers.slice(0, 1)];
}

/** Describes the effect of a deposit on a balance, which no reply shows. */
function creditOf({ operation, body, world: { store } }: SeenRequest, { status }: WireReply): readonly string[] {
  if (operation !== 'deposit.simulate' || status >= 300 || !isObject(body)) return [];
  const { currency, amount } = body;
  const deposit = { currency: String(currency), amount: String(amount) };
  const changes: Changes = new Map();
  const was = defaultPolicies.deposit.effect(store.balancesBefore, deposit);
  compare({ was, is: store.balances, twin: was }, 'balance', changes);
  return textsOf(changes);
}

/** Notes how the replies of a service differ. */
export function watching(service: Fault): { readonly watched: Fault; readonly sightings: () => readonly Sighting[] } {
  const seen = new Map<OperationId, readonly string[]>();
  const reply: Hook = (given, request) => {
    const is = service.reply?.(given, request) ?? given;
    const { operation } = request;
    if (operation === undefined || seen.has(operation)) return is;
    const changes = [...changesOf(request, is), ...creditOf(request, is)];
    if (changes.length > 0) seen.set(operation, changes);
    return is;
  };
  return {
    watched: { ...service, reply },
    sightings: () =>
      operationIds.flatMap((operation) => {
        const changes = seen.get(operation);
        return changes ? [{ operation, changes }] : [];
      }),
  };
}

const mostEndpoints = 2;

const isOfHeader = ({ changes: [first = ''] }: Sighting): boolean => first.startsWith('the header ');

/** The change without its value, for outputs that must not show the value. */
export const withoutValue = (change: string): string => {
  const [path] = /^[\w.[\]{}]+(?= is )/.exec(change) ?? [];
  return `${path ?? 'a member'} has another value, which is not shown because it looks like personal data`;
};

/** `List offramps (endpoint 8): data[].rate is null` */
export function sightingTexts(sightings: readonly Sighting[]): readonly string[] {
  // A header changes with every reply; a member is more likely what a test read.
  const all = sightings.toSorted((one, other) => Number(isOfHeader(one)) - Number(isOfHeader(other)));
  const lines = all
    .slice(0, mostEndpoints)
    .map(
      ({ operation, changes }) =>
        `${operationOf(operation).heading} (endpoint ${operationOf(operation).number}): ${changes.join('; ')}`,
    );
  const others = all.slice(mostEndpoints).map(({ operation }) => operationOf(operation).number);
  return others.length === 0
    ? lines
    : [...lines, `also at endpoint${others.length > 1 ? 's' : ''} ${others.join(', ')}`];
}
