import type { Limits } from './limits.ts';
import { notHttp, oversized, smuggling, type TransportFailure, violation } from './transport-failure.ts';

/** The first final answer in the bytes of a connection. */
export interface Frame {
  readonly kind: 'frame';
  readonly status: number;
  /** Names and values in turn. */
  readonly rawHeaders: readonly Buffer[];
  readonly body: Buffer;
  /** The end of the answer; bytes behind it belong to none. */
  readonly end: number;
}

/** Undefined while more bytes are due. */
type ReadResult = Frame | TransportFailure | undefined;

interface FramedHead {
  readonly status: number;
  readonly rawHeaders: readonly Buffer[];
  readonly end: number;
}

const lineEnd = '\r\n';

const invalid = (reason: string): TransportFailure =>
  violation('PROTO_INVALID', 'head', 'an HTTP/1.1 message', reason);

function headersIn(lines: readonly string[]): readonly Buffer[] | undefined {
  const pairs = lines.map((line) => /^([!#$%&'*+.^`|~\w-]+):[ \t]*(.*?)[ \t]*$/s.exec(line));
  if (pairs.includes(null)) return undefined;
  return pairs
    .flatMap((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''])
    .map((text) => Buffer.from(text, 'latin1'));
}

function headAt(
  bytes: Buffer,
  from: number,
  { headerBytes, headerFields }: Limits,
): FramedHead | TransportFailure | undefined {
  const end = bytes.indexOf(`${lineEnd}${lineEnd}`, from, 'latin1');
  if ((end === -1 ? bytes.length : end) - from > headerBytes) return oversized();
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', from, end).split(lineEnd);
  const status = /^HTTP\/1\.[01] (\d{3})(?: .*)?$/s.exec(first)?.[1];
  if (status === undefined) return first.startsWith('HTTP/') ? invalid('another first line') : notHttp();
  const rawHeaders = headersIn(lines);
  if (rawHeaders === undefined) return invalid('a line that is no header');
  if (lines.length > headerFields)
    return violation('HEADERS_TOO_LARGE', 'head', `at most ${headerFields} headers`, `${lines.length}`);
  return { status: Number(status), rawHeaders, end: end + 2 * lineEnd.length };
}

const valuesOf = ({ rawHeaders }: FramedHead, name: string): readonly string[] =>
  rawHeaders.flatMap((field, at) =>
    at % 2 === 0 && field.toString('latin1').toLowerCase() === name
      ? [(rawHeaders[at + 1] as Buffer).toString('latin1')]
      : [],
  );

interface Extent {
  readonly body: Buffer;
  readonly end: number;
}

function chunksFrom(bytes: Buffer, start: number): Extent | TransportFailure | undefined {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const lineAt = bytes.indexOf(lineEnd, at, 'latin1');
    if (lineAt === -1) return undefined;
    const size = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/is.exec(bytes.toString('latin1', at, lineAt))?.[1];
    if (size === undefined) return invalid('a line that is no chunk');
    const from = lineAt + lineEnd.length;
    const length = Number.parseInt(size, 16);
    if (length === 0) return afterTrailers(bytes, from, parts);
    at = from + length + lineEnd.length;
    if (bytes.length < at) return undefined;
    parts.push(bytes.subarray(from, from + length));
  }
}

function afterTrailers(bytes: Buffer, from: number, parts: readonly Buffer[]): Extent | undefined {
  const body = () => Buffer.concat(parts);
  if (bytes.toString('latin1', from, from + lineEnd.length) === lineEnd)
    return { body: body(), end: from + lineEnd.length };
  const last = bytes.indexOf(`${lineEnd}${lineEnd}`, from, 'latin1');
  return last === -1 ? undefined : { body: body(), end: last + 2 * lineEnd.length };
}

/** RFC 9112 6.3, in its order. */
function extentOf(bytes: Buffer, head: FramedHead, closed: boolean): Extent | TransportFailure | undefined {
  const { status, end } = head;
  const codings = valuesOf(head, 'transfer-encoding');
  const lengths = new Set(valuesOf(head, 'content-length'));
  if (status === 204 || status === 304) return { body: Buffer.alloc(0), end };
  if (codings.length > 0 && lengths.size > 0) return smuggling();
  if (codings.join().toLowerCase().endsWith('chunked')) return chunksFrom(bytes, end);
  if (lengths.size > 1) return smuggling();
  const [length] = lengths;
  if (length === undefined) return closed ? { body: bytes.subarray(end), end: bytes.length } : undefined;
  if (!/^\d{1,15}$/.test(length)) return invalid('a length that is no number');
  const last = end + Number(length);
  return bytes.length < last ? undefined : { body: bytes.subarray(end, last), end: last };
}

/** Finds the final answer in what a connection has brought so far, by HTTP's own rules of where an answer ends. */
export function frameIn(bytes: Buffer, closed: boolean, limits: Limits): ReadResult {
  let head = headAt(bytes, 0, limits);
  while (head !== undefined && 'status' in head && head.status < 200) {
    if (head.status === 101) return violation('PROTO_UPGRADE', 'status', 'no change of protocol', '101');
    head = headAt(bytes, head.end, limits);
  }
  if (head === undefined || !('status' in head)) return head;
  const extent = extentOf(bytes, head, closed);
  if (extent === undefined || 'kind' in extent) return extent;
  return { kind: 'frame', status: head.status, rawHeaders: head.rawHeaders, ...extent };
}
