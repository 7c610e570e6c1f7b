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

/** HTTP/2 writes method and path as headers. Chrome joins repeated headers by line breaks. */
const pairsIn = (headers: HarEntry['request']['headers']): readonly NamedValue[] =>
  headers
    .filter(({ name }) => !name.startsWith(':'))
    .flatMap(({ name, value }) => value.split('\n').map((line): NamedValue => [name, line]));

const byName = (pairs: readonly NamedValue[]): Record<string, string> =>
  Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));

/** If a worker or a cache answered, a browser shows other headers for the request. */
const areComplete = ({ request: { headers } }: HarEntry): boolean =>
  headers.some(({ name }) => /^(?:host|:authority)$/i.test(name));

const keyHeader = 'x-api-key';

const marks =
  'anonymi[sz]ed|confidential|filtered|hidden|masked|omitted|private|redacted|removed|sanitized|scrubbed|secret|stripped';

const mark = new RegExp(
  `^(?:[*\\u2022\\u2588.]{2,64}|x{4,64}|(?:${marks})|[<[({]+[^<>[\\](){}]*(?:${marks})[^<>[\\](){}]*[>\\])}]+)$`,
  'i',
);

/** Replaces a key that the recording does not show. */
const unshownKey: Credential = { in: 'header', value: '' };

const keyIn = ({ request: { headers } }: HarEntry): string | undefined => byName(pairsIn(headers))[keyHeader];

const isShown = (key: string | undefined): key is string => key !== undefined && key !== '' && !mark.test(key);

/** How reliable the recording is about keys. */
export interface ShownKeys {
  /** True if a request without a key in the recording was really sent without one. */
  readonly showsMissing: boolean;
  readonly showsSeveral: boolean;
}

/** Largest share of accepted requests without a key for which the service may have failed to check. */
const keylessShare = 0.1;

const isLetIn = ({ response }: HarEntry): boolean => {
  const status = response?.status ?? 0;
  return (status >= 200 && status < 300) || status === 403;
};

const isKeyless = (entry: HarEntry): boolean => areComplete(entry) && (keyIn(entry) ?? '') === '';

/**
 * A recorder may leave keys out of some requests, or write the same word for all. If requests without a key were
 * accepted in several places, or often, they probably had one.
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

/** The same wrong text in so many members is no accident. */
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

/** Other names than the document's may be personal data. */
const queryOf = (path: string): Record<string, string> => {
  const query = new URLSearchParams(path.split('?', 2)[1]);
  return Object.fromEntries(
    ['page', 'limit'].flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])),
  );
};

/** Some recorders keep the coded body, which is no text. */
const isCoded = (bytes: Buffer): boolean => !isUtf8(bytes);

/** Parsed only if it is not too deep; the judge reports a deeper body. */
const shallowJson = (text: string): unknown => (structureProblem(text) === undefined ? jsonIn(text) : undefined);

const isJson = (bytes: Buffer): boolean => jsonIn(bytes.toString()) !== undefined;

/** Why an entry does not show the service's answer, and is left out. */
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

/**
 * Recorders that cut a body give its full length. Others give the size on the wire, which differs because of a coding.
 */
const isCut = (bytes: Buffer, { content, headers }: RecordedAnswer): boolean => {
  const { 'content-encoding': coding = 'identity', 'content-length': length } = byName(pairsIn(headers));
  const isOnWire = coding !== 'identity' || Boolean(content?.compression);
  if (bytes.length === 0 || isCoded(bytes)) return false;
  if (bytes.length < (content?.size ?? 0)) return !isOnWire || !isJson(bytes);
  // The recorder may have counted only the part that it kept.
  return !isOnWire && bytes.length < Number(length ?? 0) && !isJson(bytes);
};

/** Labels such as `base64` also appear on plain text. */
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
  // A recorder that did not read the body also gives a size of 0.
  const isEmpty = content?.size === 0 && !announcing.some((name) => named[name] !== undefined);
  return status === 204 || length === '0' || isEmpty ? Buffer.alloc(0) : 'without its body';
};

/** The document's type, if the recorder left all headers out. */
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
 * True for a browser's own redirect: it knows that the host wants https, and records an exchange that it never sent.
 * Only a request over http can be one, so no service can hide an answer in this way.
 */
export const isOfBrowser = ({ request: { url }, response }: HarEntry): boolean => {
  if (response?.status !== 307) return false;
  const { 'non-authoritative-reason': reason, location } = byName(pairsIn(response.headers));
  return (reason !== undefined || response.statusText === 'Internal Redirect') && isUpgrade(url, location);
};

/** Offsets may lack the minutes or the colon. */
const whenOf = ({ startedDateTime }: HarEntry): Date | undefined => {
  const whole = startedDateTime.replace(
    /(T.+[+-]\d\d):?(\d\d)?$/,
    (_, upToHours: string, minutes = '00') => `${upToHours}:${minutes}`,
  );
  const instant = new Date(whole);
  // HAR is from 2009. A year far from it is no time of a recording, and differences from it look like account numbers.
  const year = instant.getUTCFullYear();
  return year >= 2000 && year < 2100 ? instant : undefined;
};

/** The request and its answer, or why the entry is incomplete. */
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
