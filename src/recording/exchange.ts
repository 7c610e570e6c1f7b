import { isUtf8 } from 'node:buffer';
import type { RecordedExchange } from '#client';
import { type Credential, jsonIn } from '#evidence';
import type { HarEntry } from './har.ts';
import type { RecordedRoute } from './route.ts';

type NamedValue = readonly [name: string, value: string];

/** HTTP/2 writes method and path as headers; Chrome joins repeated ones by line breaks. */
const pairsIn = (headers: HarEntry['request']['headers']): readonly NamedValue[] =>
  headers
    .filter(({ name }) => !name.startsWith(':'))
    .flatMap(({ name, value }) => value.split('\n').map((line): NamedValue => [name, line]));

const byName = (pairs: readonly NamedValue[]): Record<string, string> =>
  Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));

/** Whether the headers are those that left: a browser shows others of a request that a worker or a cache has answered. */
const areComplete = ({ request: { headers } }: HarEntry): boolean =>
  headers.some(({ name }) => /^(?:host|:authority)$/i.test(name));

const keyHeader = 'x-api-key';

export const sendsKey = ({ request: { headers } }: HarEntry): boolean =>
  headers.some(({ name, value }) => name.toLowerCase() === keyHeader && value !== '');

/** An empty key stands for one that the recording does not show. */
const credentialOf = (entry: HarEntry, path: string, showsKeys: boolean): Credential => {
  const value = byName(pairsIn(entry.request.headers))[keyHeader];
  if (value !== undefined) return { in: 'header', value };
  const inQuery = new URLSearchParams(path.split('?', 2)[1]).get(keyHeader);
  if (inQuery !== null)
    return { in: 'other places', places: [{ in: 'query', name: keyHeader }], value: inQuery };
  return showsKeys && areComplete(entry) ? { in: 'none' } : { in: 'header', value: '' };
};

/** Only what the document names: the names of others might be anybody's data. */
const queryOf = (path: string): Record<string, string> => {
  const query = new URLSearchParams(path.split('?', 2)[1]);
  return Object.fromEntries(
    ['page', 'limit'].flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])),
  );
};

/** Some recorders keep the body in its coding; by then it is no text. */
const isCoded = (bytes: Buffer): boolean => !isUtf8(bytes);

/** Recorders that cut a body say how long it was. */
const isCut = (bytes: Buffer, size = 0): boolean => bytes.length < size && !isCoded(bytes);

/** The body of the answer; undefined where the recorder left it out, or a part of it. */
const bytesOf = ({ response: { status, content, bodySize, headers } }: HarEntry): Buffer | undefined => {
  const text = content?.text;
  if (typeof text === 'string') {
    const bytes = Buffer.from(text, content?.encoding?.toLowerCase() === 'base64' ? 'base64' : 'utf8');
    return isCut(bytes, content?.size ?? undefined) ? undefined : bytes;
  }
  const announced = byName(pairsIn(headers))['content-length'];
  const isEmpty = status === 204 || content?.size === 0 || bodySize === 0 || announced === '0';
  return isEmpty ? Buffer.alloc(0) : undefined;
};

/** The content type as the recorder names it, or the document's where the recorder left all headers out. */
const typeOf = ({ response: { headers, content } }: HarEntry, bytes: Buffer): readonly NamedValue[] => {
  const isNamed = headers.some(({ name }) => name.toLowerCase() === 'content-type');
  const named = content?.mimeType?.includes('/') ? content.mimeType : undefined;
  const type = named ?? (headers.length === 0 ? 'application/json' : undefined);
  return isNamed || type === undefined || bytes.length === 0 ? [] : [['content-type', type]];
};

const answerHeadersOf = (entry: HarEntry, bytes: Buffer): readonly NamedValue[] => [
  ...pairsIn(entry.response.headers).filter(
    ([name]) => name.toLowerCase() !== 'content-encoding' || isCoded(bytes),
  ),
  ...typeOf(entry, bytes),
];

/** Whether what was recorded crossed the wire to its end, and is no answer out of a browser's cache. */
const isAnswered = ({ response: { status }, _fromCache }: HarEntry): boolean =>
  status >= 200 && status <= 599 && status !== 304 && !_fromCache;

const whenOf = ({ startedDateTime }: HarEntry): Date | undefined => {
  const instant = new Date(startedDateTime);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
};

/** The request and its answer; undefined where the recording shows no answer, or not all of it. */
export const exchangeIn = (
  entry: HarEntry,
  { operation, parameters, path }: RecordedRoute,
  showsKeys: boolean,
): RecordedExchange | undefined => {
  const [bytes, startedAt] = [bytesOf(entry), whenOf(entry)];
  if (!isAnswered(entry) || bytes === undefined || startedAt === undefined) return undefined;
  const body = entry.request.postData?.text ?? undefined;
  const query = queryOf(path);
  return {
    operation,
    input: {
      ...parameters,
      ...(Object.keys(query).length > 0 ? { query } : {}),
      ...(body === undefined ? {} : { body: jsonIn(body) }),
    },
    path,
    headers: byName(pairsIn(entry.request.headers)),
    body,
    credential: credentialOf(entry, path, showsKeys),
    status: entry.response.status,
    answerHeaders: answerHeadersOf(entry, bytes),
    bytes,
    startedAt,
    elapsedMs: Math.round(entry.time),
  };
};
