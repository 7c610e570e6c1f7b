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

/** For every TLS connection. Set here, so that no environment variable or option of Node can weaken it. */
export const trust = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

/** Limits against a hostile service, which could exhaust the time or memory of a run. */
export const defaultLimits = {
  connectMs: 10_000,
  headersMs: 10_000,
  /** Longest sum of pauses in one call for rate limits. It allows a limit per minute. */
  patienceMs: 65_000,
  /** First wait if a limit names no usable time. */
  unnamedWaitMs: 250,
  /**
   * Wait before a repeat after a gateway's failure; twice as long the second time. The first wait of a hold is half as
   * long.
   */
  gatewayWaitMs: 500,
  /** Time without a served valid read, after which a control is sent. */
  controlMs: 5_000,
  /** Time that sent orders still have after the run is stopped. */
  orderGraceMs: 2_000,
  headerBytes: 64 * 1024,
  /** With more headers, only those that are needed to read the answer are kept. */
  headerFields: 100,
  /** Limit on the wire, and after decoding. */
  bodyBytes: 8 * 1024 * 1024,
  /** Limit for all stored answers together, counted by `weightOf`. */
  heldBytes: 96 * 1024 * 1024,
};

export type Limits = Readonly<typeof defaultLimits>;

export interface CallOptions extends Manner {
  /** Replaces the body of the input. */
  readonly rawBody?: string;
  /** The body of the order without an answer, which this call replaces. */
  readonly lost?: unknown;
  /** The page that refused this order. */
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

/** Encodes lone surrogates, which cannot be sent, and segments of dots, which would change the path. */
const encode = (value: string): string => {
  if (/^[\w-]*$/.test(value)) return value;
  const encoded = encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
  return /^\.{1,2}$/.test(encoded) ? encoded.replaceAll('.', '%2E') : encoded;
};

const nowhere = 'a-path-that-cannot-exist';

const detoured = (path: string, detour: Detour | undefined): string => {
  // In place of an id, it would be a malformed id.
  if (detour === 'to nowhere') return `${path.replace(/\/$/, `/${nowhere}`)}/${nowhere}`;
  if (detour === 'a broken escape') return path.replace('}', '}%');
  if (detour === 'a slash more') return `${path}/`;
  if (detour === 'an encoded letter')
    return path.replace(/(?<=^\/v\d\/)./, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  if (detour !== 'capitals') return path;
  return path.replaceAll(/(\{\w+\})|[^{]+/g, (part, name?: string) => name ?? part.toUpperCase());
};

/** `show` formats each value. A key in the query comes last. */
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

/** In basic authentication the key is a user name without a password. */
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

function bodyOf({ input, options }: RequestPlan): string | undefined {
  if (options.rawBody !== undefined) return options.rawBody;
  return input.body === undefined ? undefined : JSON.stringify(input.body);
}

/** A shorter text would match in any answer. */
export const secretsIn = (credential: Credential, key = ''): readonly string[] =>
  [...new Set([key, 'value' in credential ? credential.value : ''])].filter(({ length }) => length >= 8);

export interface BuiltRequest {
  readonly method: SentRequest['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** True if a firewall or gateway may close the connection for the content. */
  readonly mayBeFiltered: boolean;
}

/** Firewalls react to long requests, markup, escapes, quotes, comments and other alphabets. */
const isPlain = (text: string): boolean => text.length <= 2_000 && !/\.\.|--|[^\w /?=&.,:+@{}[\]"-]/.test(text);

/** A handler reads members of an object only. */
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
