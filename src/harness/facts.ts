import { isFromService } from '#attribution';
import { isOfKind, type MessageKind } from '#checks';
import { type ShownPlaces, shownIn } from '#client';
import { type Absence, isListing, isSuccess, type ObservedFact, type OperationId, operationOf } from '#contract';
import { isRecord, jsonTypeOf, type Purpose, type Reply, sentQuery, toAmount } from '#evidence';
import { spanStep } from '#lib';
import { isOfNobody } from '#probes';
import { describe, fullError, isPlainTerm, isUuid, type Member, membersOf } from '#schemas';
import { type AddFact, addTerms, createdIn, fingerprint } from './terms.ts';

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
  isListing(reply.operation) && !isOfNobody(reply) && (isSuccess(reply) || Number(sentQuery(reply, 'page')) > 1);

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
      if (purpose.apart) add(`status: ${purpose.probe}, ${purpose.case}`, String(reply.status));
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
