import { type OperationId, operationOf } from '#contract';
import {
  type CallInput,
  type Credential,
  type Detour,
  isRecord,
  jsonIn,
  type KeyPlace,
  type Manner,
  type Purpose,
  type Reply,
  type SentRequest,
} from '#evidence';
import { version } from './version.ts';

/** Every TLS connection that something is sent over has these: said here, so that no variable and no option of Node can lower them. */
export const trust = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

/** Bounds that keep a hostile service from using up the time or the memory of a run. */
export const defaultLimits = {
  connectMs: 10_000,
  headersMs: 10_000,
  /** Longest that one call waits out rate limits, all pauses that it was asked for together: a limit by the minute lifts. */
  patienceMs: 65_000,
  /** The first wait when a limited service names no usable time. */
  unnamedWaitMs: 250,
  /** The wait before a read that a gateway has failed is sent again, twice as long the second time; half the first wait of a hold. */
  gatewayWaitMs: 500,
  /** How long no valid read may have been served before one is asked for again. */
  controlMs: 5_000,
  /** How long an order that has left may still be answered once everything is stopped. */
  orderGraceMs: 2_000,
  headerBytes: 64 * 1024,
  /** Above it, only those are kept by which an answer is read. */
  headerFields: 100,
  /** On the wire and after decoding alike. */
  bodyBytes: 8 * 1024 * 1024,
  /** All answers together that are kept to be judged, as `weightOf` takes them. */
  heldBytes: 96 * 1024 * 1024,
};

export type Limits = Readonly<typeof defaultLimits>;

export interface CallOptions extends Manner {
  /** Bytes to send instead of the JSON of the input's body. */
  readonly rawBody?: string;
  /** The body of the order whose answer was lost, and in whose place this call is made. */
  readonly lost?: unknown;
  /** The page that refused that order. */
  readonly before?: Reply | undefined;
}

export interface RequestPlan {
  readonly operation: OperationId;
  readonly input: CallInput;
  readonly options: CallOptions;
  readonly credential: Credential;
  readonly purpose: Purpose;
  readonly headers: Readonly<Record<string, string>>;
}

/** Halves of characters cannot be encoded; a segment of dots would be taken for a step through the path. */
const encode = (value: string): string => {
  if (/^[\w-]*$/.test(value)) return value;
  const encoded = encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
  return /^\.{1,2}$/.test(encoded) ? encoded.replaceAll('.', '%2E') : encoded;
};

const nowhere = 'a-path-that-cannot-exist';

const detoured = (path: string, detour: Detour | undefined): string => {
  // In place of an id, it would be a malformed one.
  if (detour === 'to nowhere') return `${path.replace(/\/$/, `/${nowhere}`)}/${nowhere}`;
  if (detour === 'a broken escape') return path.replace('}', '}%');
  if (detour === 'a slash more') return `${path}/`;
  if (detour === 'an encoded letter')
    return path.replace(/(?<=^\/v\d\/)./, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  if (detour !== 'capitals') return path;
  return path.replaceAll(/(\{\w+\})|[^{]+/g, (part, name?: string) => name ?? part.toUpperCase());
};

/** Fills a path template, each value as `show` gives it; the key in the query goes last. */
export function pathOf(
  { operation, input, credential, options }: RequestPlan,
  show: (value: string, name: string) => string,
): string {
  const path = detoured(operationOf(operation).path, options.detour).replace(/\{(\w+)\}/g, (_, name: string) =>
    show(String(input[name]), name),
  );
  const query = Object.entries(input.query ?? {}).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encode(name)}=${show(String(each), name)}`),
  );
  if (credential.in === 'other places')
    for (const place of credential.places)
      if (place.in === 'query') query.push(`${place.name}=${show(credential.value, 'x-api-key')}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Basic authentication takes the key for the name of a user who has no password. */
const headerValue = ({ scheme }: KeyPlace, value: string): string => {
  if (scheme === undefined) return value;
  return `${scheme} ${scheme === 'Basic' ? Buffer.from(`${value}:`).toString('base64') : value}`;
};

function credentialHeaders(credential: Credential): Record<string, string> {
  if (credential.in === 'none') return {};
  if (credential.in === 'header') return { 'x-api-key': credential.value };
  const { places, value } = credential;
  const cookies = places.flatMap((place) => (place.in === 'cookie' ? [`${place.name}=${value}`] : []));
  return {
    ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
    ...Object.fromEntries(
      places.flatMap((place) => (place.in === 'header' ? [[place.name, headerValue(place, value)]] : [])),
    ),
  };
}

/** Exact bytes of the body; undefined where none is sent. */
function bodyOf({ input, options }: RequestPlan): string | undefined {
  if (options.rawBody !== undefined) return options.rawBody;
  return input.body === undefined ? undefined : JSON.stringify(input.body);
}

/** The keys of a request that an answer must not repeat; shorter ones would be found everywhere. */
export const secretsIn = (credential: Credential, key = ''): readonly string[] =>
  [...new Set([key, 'value' in credential ? credential.value : ''])].filter(({ length }) => length >= 8);

export interface BuiltRequest {
  readonly method: SentRequest['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** True where a firewall or a gateway that reads bodies may close the connection for what is in the request. */
  readonly mayBeFiltered: boolean;
}

/** Longer requests, and those with markup, escapes, quotes, comments or other alphabets, are what firewalls look for. */
const isPlain = (text: string): boolean => text.length <= 2_000 && !/\.\.|--|[^\w /?=&.,:+@{}[\]"-]/.test(text);

/** A body that is no object is more than a handler looks for. */
const isJsonObject = (body: string): boolean => body.startsWith('{') && isRecord(jsonIn(body));

export function buildRequest(plan: RequestPlan): BuiltRequest {
  const body = bodyOf(plan);
  const { contentType = 'application/json' } = plan.options;
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': `ramp-conformance/${version}`,
    ...(body === undefined || contentType === null ? {} : { 'content-type': contentType }),
    ...plan.headers,
    ...credentialHeaders(plan.credential),
  };
  const method = plan.options.detour === 'HEAD' ? 'HEAD' : operationOf(plan.operation).method;
  const path = pathOf(plan, encode);
  const isOrdinary = isPlain(path + (body ?? '')) && (body === undefined || isJsonObject(body));
  return { method, path, headers, body, mayBeFiltered: !isOrdinary };
}
