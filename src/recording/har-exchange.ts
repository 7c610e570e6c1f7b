import { isUtf8 } from 'node:buffer';
import type { RecordedExchange } from '#client';
import { operationOf } from '#contract';
import { type Credential, jsonIn } from '#evidence';
import { structureProblem } from '#lib';
import { isSuccess } from '#run';
import { inspect, memberAt } from '#schemas';
import type { HarEntry, RecordingFile } from './har.ts';
import type { RecordedRoute } from './route.ts';

type NamedValue = readonly [name: string, value: string];

/** HTTP/2 writes method and path as headers; Chrome joins repeated ones by line breaks. */
const pairsIn = (headers: HarEntry['request']['headers']): readonly NamedValue[] =>
  headers
    .filter(({ name }) => !name.startsWith(':'))
    .flatMap(({ name, value }) => value.split('\n').map((line): NamedValue => [name, line]));

const byName = (pairs: readonly NamedValue[]): Record<string, string> =>
  Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));

/** A browser shows other headers for a request that a worker or a cache has answered. */
const areComplete = ({ request: { headers } }: HarEntry): boolean =>
  headers.some(({ name }) => /^(?:host|:authority)$/i.test(name));

const keyHeader = 'x-api-key';

const marks =
  'anonymi[sz]ed|confidential|filtered|hidden|masked|omitted|private|redacted|removed|sanitized|scrubbed|secret|stripped';

const mark = new RegExp(
  `^(?:[*\\u2022\\u2588.]{2,64}|x{4,64}|(?:${marks})|[<[({]+[^<>[\\](){}]*(?:${marks})[^<>[\\](){}]*[>\\])}]+)$`,
  'i',
);

/** Represents a key that the recording does not show. */
const unshownKey: Credential = { in: 'header', value: '' };

const keyIn = ({ request: { headers } }: HarEntry): string | undefined => byName(pairsIn(headers))[keyHeader];

const isShown = (key: string | undefined): key is string => key !== undefined && key !== '' && !mark.test(key);

/** How reliable the keys of a recording are. */
export interface ShownKeys {
  /** True where a request without a key was sent without one. */
  readonly showsMissing: boolean;
  /** True where the recording has several keys. */
  readonly showsSeveral: boolean;
}

/** Share of accepted requests without a key, up to which a service may have failed to ask for one. */
const keylessShare = 0.1;

const isLetIn = ({ response }: HarEntry): boolean => {
  const status = response?.status ?? 0;
  return (status >= 200 && status < 300) || status === 403;
};

const isKeyless = (entry: HarEntry): boolean => areComplete(entry) && (keyIn(entry) ?? '') === '';

/**
 * A recorder may leave keys out of some requests, or write one word for all: where requests without one were let in at several
 * places, or often, they were hardly sent without.
 */
export const keysShownIn = (entries: readonly HarEntry[], operations: readonly string[]): ShownKeys => {
  const keys = new Set(entries.map(keyIn).filter(isShown));
  const keyless = entries.flatMap((entry, at) => (isKeyless(entry) && isLetIn(entry) ? [operations[at]] : []));
  const isRare = keyless.length <= keylessShare * entries.filter(isLetIn).length;
  return { showsMissing: keys.size > 0 && isRare && new Set(keyless).size <= 1, showsSeveral: keys.size > 1 };
};

const credentialOf = (entry: HarEntry, path: string, shown: ShownKeys): Credential => {
  const inQuery = new URLSearchParams(path.split('?', 2)[1]).get(keyHeader);
  const value = keyIn(entry);
  if (value === undefined) {
    if (inQuery !== null) return { in: 'other places', places: [{ in: 'query', name: keyHeader }], value: inQuery };
    return shown.showsMissing && areComplete(entry) ? { in: 'none' } : unshownKey;
  }
  const isOfKey = entry.response?.status === 401 || entry.response?.status === 403;
  return isShown(value) && (shown.showsSeveral || !isOfKey) ? { in: 'header', value } : unshownKey;
};

const isMarked = (value: unknown): boolean => {
  if (typeof value === 'string') return mark.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(isMarked);
};

/** The same wrong text at this many members is no accident. */
const manyMembers = 3;

const isMaskedBody = (operation: RecordedRoute['operation'], status: number, body: unknown): boolean => {
  const { success } = operationOf(operation);
  if (isMarked(body)) return true;
  if (success === null || !isSuccess({ status })) return false;
  const places = new Map<string, Set<unknown>>();
  for (const { path } of inspect(success, body)) {
    const text = memberAt(body, path);
    if (typeof text === 'string' && text !== '') places.set(text, (places.get(text) ?? new Set()).add(path.at(-1)));
  }
  return [...places.values()].some(({ size }) => size >= manyMembers);
};

/** Other names than the document's might be data. */
const queryOf = (path: string): Record<string, string> => {
  const query = new URLSearchParams(path.split('?', 2)[1]);
  return Object.fromEntries(
    ['page', 'limit'].flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])),
  );
};

/** Some recorders keep the coded body, which is no text. */
const isCoded = (bytes: Buffer): boolean => !isUtf8(bytes);

/** The judge reports a body that is too deep; nothing else walks through it. */
const shallowJson = (text: string): unknown => (structureProblem(text) === undefined ? jsonIn(text) : undefined);

const isJson = (bytes: Buffer): boolean => jsonIn(bytes.toString()) !== undefined;

/** Why an entry is left out: it does not show the service's answer. */
export type LeftOut =
  | 'without an answer'
  | 'out of a cache'
  | 'without its time'
  | 'without its body'
  | 'with a part of its body'
  | 'with masked values'
  | 'with a member that stands twice'
  | 'refused to a key that is not shown'
  | 'with its body in a file that is not there'
  | 'under a path that the document does not have';

type RecordedAnswer = NonNullable<HarEntry['response']>;

/** Recorders that cut a body give its full length; others give the size on the wire, which a coding explains. */
const isCut = (bytes: Buffer, { content, headers }: RecordedAnswer): boolean => {
  const { 'content-encoding': coding = 'identity', 'content-length': length } = byName(pairsIn(headers));
  const isOnWire = coding !== 'identity' || Boolean(content?.compression);
  if (bytes.length === 0 || isCoded(bytes)) return false;
  if (bytes.length < (content?.size ?? 0)) return !isOnWire || !isJson(bytes);
  // The recorder may have counted what it kept.
  return !isOnWire && bytes.length < Number(length ?? 0) && !isJson(bytes);
};

/** Labels such as `base64` stand on plain text too. */
const decoded = (text: string, encoding: string | null | undefined): Buffer =>
  Buffer.from(text, encoding?.toLowerCase() === 'base64' && /^[\w+/=\s-]*$/.test(text) ? 'base64' : 'utf8');

const announcing = ['content-length', 'transfer-encoding', 'content-encoding', 'content-type'];

const bytesOf = (answer: RecordedAnswer, attached: RecordingFile['attached']): Buffer | LeftOut => {
  const { status, content, headers } = answer;
  const named = byName(pairsIn(headers));
  const length = named['content-length'];
  if (typeof content?.text === 'string') {
    const bytes = decoded(content.text, content.encoding);
    if (bytes.length === 0 && (Number(length) > 0 || (content.size ?? 0) > 0)) return 'without its body';
    return isCut(bytes, answer) ? 'with a part of its body' : bytes;
  }
  if (content?._file) return attached?.(content._file) ?? 'with its body in a file that is not there';
  // A recorder that never read the body gives a size of 0 as well.
  const isEmpty = content?.size === 0 && !announcing.some((name) => named[name] !== undefined);
  return status === 204 || length === '0' || isEmpty ? Buffer.alloc(0) : 'without its body';
};

/** The document's type, where the recorder left all headers out. */
const typeOf = ({ headers, content }: RecordedAnswer, bytes: Buffer): readonly NamedValue[] => {
  const isNamed = headers.some(({ name }) => name.toLowerCase() === 'content-type');
  const named = content?.mimeType?.includes('/') ? content.mimeType : undefined;
  const type = named ?? (headers.length === 0 ? 'application/json' : undefined);
  return isNamed || type === undefined || bytes.length === 0 ? [] : [['content-type', type]];
};

const answerHeadersOf = (answer: RecordedAnswer, bytes: Buffer): readonly NamedValue[] => [
  ...pairsIn(answer.headers).filter(([name]) => name.toLowerCase() !== 'content-encoding' || isCoded(bytes)),
  ...typeOf(answer, bytes),
];

const isCached = ({ response, _fromCache, _fetchedViaServiceWorker, _fetchType }: HarEntry): boolean =>
  response?.status === 304 || Boolean(_fromCache || _fetchedViaServiceWorker) || /cache|worker/i.test(_fetchType ?? '');

const isUpgrade = (url: string, location: string | undefined): boolean => {
  if (!/^http:/i.test(url) || !URL.canParse(location ?? '', url)) return false;
  return location === undefined || new URL(location, url).href === new URL(url.replace(/^http:/i, 'https:')).href;
};

/**
 * A browser that knows the host to want https notes its own redirect as an exchange, which never left it. Only what it would have asked
 * over http can be one, so that no service hides an answer so.
 */
export const isOfBrowser = ({ request: { url }, response }: HarEntry): boolean => {
  if (response?.status !== 307) return false;
  const { 'non-authoritative-reason': reason, location } = byName(pairsIn(response.headers));
  return (reason !== undefined || response.statusText === 'Internal Redirect') && isUpgrade(url, location);
};

/** Offsets may lack their minutes or their colon. */
const whenOf = ({ startedDateTime }: HarEntry): Date | undefined => {
  const whole = startedDateTime.replace(
    /(T.+[+-]\d\d):?(\d\d)?$/,
    (_, upToHours: string, minutes = '00') => `${upToHours}:${minutes}`,
  );
  const instant = new Date(whole);
  // HAR is of 2009; a year far from that is no time of a recording, and what is reckoned from it reads like the number of an account.
  const year = instant.getUTCFullYear();
  return year >= 2000 && year < 2100 ? instant : undefined;
};

/** The request and its answer, or the reason why the recording is incomplete. */
export const exchangeIn = (
  entry: HarEntry,
  { operation, parameters, path }: RecordedRoute,
  { keys, attached }: { readonly keys: ShownKeys } & Pick<RecordingFile, 'attached'>,
): RecordedExchange | LeftOut => {
  const { response: answer } = entry;
  if (entry.isUnclear) return 'with a member that stands twice';
  if (isCached(entry)) return 'out of a cache';
  if (!answer || answer.status < 200 || answer.status > 599) return 'without an answer';
  const startedAt = whenOf(entry);
  if (startedAt === undefined) return 'without its time';
  const bytes = bytesOf(answer, attached);
  if (typeof bytes === 'string') return bytes;
  const credential = credentialOf(entry, path, keys);
  const isEmpty = keys.showsMissing && keyIn(entry) === '';
  if (credential === unshownKey && !isEmpty && (answer.status === 401 || answer.status === 403))
    return 'refused to a key that is not shown';
  const body = entry.request.postData?.text ?? undefined;
  const sent = body === undefined ? undefined : shallowJson(body);
  if (isMarked(parameters) || isMarked(sent) || isMaskedBody(operation, answer.status, shallowJson(bytes.toString())))
    return 'with masked values';
  const query = queryOf(path);
  return {
    operation,
    input: {
      ...parameters,
      ...(Object.keys(query).length > 0 ? { query } : {}),
      ...(sent === undefined ? {} : { body: sent }),
    },
    path,
    headers: byName(pairsIn(entry.request.headers)),
    body,
    credential,
    status: answer.status,
    answerHeaders: answerHeadersOf(answer, bytes),
    bytes,
    startedAt,
    elapsedMs: Math.round(entry.time),
  };
};
