import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { parseMIMEType } from 'undici';
import type { WireProblem } from '#evidence';
import { codeOf } from '#lib';
import { type PathStep, scan, type Trap } from './json-scan.ts';
import { problemAt, type TransportFailure, tooManyCodings, truncated, violation } from './no-answer.ts';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number; finishFlush?: number }) => Buffer;

/** RFC 9110 says zlib for `deflate`; many services send the raw form. */
const inflate: Decoder = (bytes, bound) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, bound) : inflateRawSync(bytes, bound);

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflate],
]);

interface Decoded {
  readonly kind: 'decoded';
  readonly bytes: Buffer;
  readonly problem?: WireProblem;
  /** True if a known coding cannot be decoded. Bytes with an unknown coding are read unchanged. */
  readonly unreadable?: true;
}

/**
 * Names that services send and that are no known coding. Other names may be text of the service, so reports must not
 * show them.
 */
const nameableCodings = /^(?:utf-?8|us-ascii|iso-8859-1|none|binary|text|json|base64|chunked|compress|zstd)$/;

const miscoded = (coding: string, observed: string): WireProblem => {
  const named = decoders.has(coding) || nameableCodings.test(coding) ? coding : 'another coding';
  return problemAt('header content-encoding', 'CONTENT_CODING', 'the coding of the body', `${named}${observed}`);
};

const bomb = (bound: number): TransportFailure =>
  violation('BODY_BOMB', '$', `at most ${bound} bytes when decoded`, 'more');

const sample = 1024;

/** No readable text compresses so well. */
const absurdRatio = 200;

/**
 * Recognises a decompression bomb by its first kilobyte. To decode each bomb up to the bound would use tens of
 * megabytes, because memory outside the heap is released late.
 */
function isBombAtFirstSight(bytes: Buffer, decoder: Decoder): boolean {
  const isBrotli = decoder === brotliDecompressSync;
  const finishFlush = isBrotli ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  try {
    decoder(bytes.subarray(0, sample), { maxOutputLength: sample * absurdRatio, finishFlush });
    return false;
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE';
  }
}

/** RFC 9110 allows any number of codings; this limit is our own. */
const maxCodings = 3;

function decodeOnce(bytes: Buffer, decoder: Decoder, bound: number): Buffer | TransportFailure | undefined {
  const isLarge = bytes.length * absurdRatio >= bound * 2;
  if (isLarge && isBombAtFirstSight(bytes, decoder)) return bomb(bound);
  try {
    return decoder(bytes, { maxOutputLength: bound });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return bomb(bound);
    return codeOf(error) === 'Z_BUF_ERROR' ? truncated('the compressed body ends too early') : undefined;
  }
}

/** Decodes the content codings, the last one first, as far as the bytes really have them. */
export function decodeContent(
  bytes: Buffer,
  contentEncoding: string | undefined,
  bound: number,
): Decoded | TransportFailure {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > maxCodings && bytes.length > 0) return tooManyCodings(maxCodings);
  let plain = bytes;
  for (const coding of bytes.length === 0 ? [] : codings.reverse()) {
    const decoder = decoders.get(coding);
    const decoded = decoder && decodeOnce(plain, decoder, bound);
    if (decoded === undefined) {
      if (decoder === undefined)
        return {
          kind: 'decoded',
          bytes: plain,
          problem: miscoded(coding, ', which is none of gzip, br, deflate'),
        };
      const problem = miscoded(coding, ', and bytes that are not coded so');
      return { kind: 'decoded', bytes: plain, problem, unreadable: true };
    }
    if (!Buffer.isBuffer(decoded)) return decoded;
    plain = decoded;
  }
  return { kind: 'decoded', bytes: plain };
}

export interface ContentType {
  /** Media type in lower case without parameters; undefined without a header, empty if malformed. */
  readonly essence: string | undefined;
  readonly charset: string | undefined;
  readonly problem?: WireProblem;
}

const typeIn = (value: string): ContentType => {
  const type = parseMIMEType(value);
  if (type === 'failure') return { essence: '', charset: undefined };
  return { essence: type.essence, charset: type.parameters.get('charset')?.toLowerCase() };
};

/** RFC 9110 5.3 joins lines of one header by commas. By 8.3 the last of several content types counts. */
export function readContentType(header: string | undefined): ContentType {
  if (header === undefined) return { essence: undefined, charset: undefined };
  const types = (header.match(/(?:[^",]|"[^"]*")+/g) ?? []).map(typeIn);
  const [first, last] = [types[0], types.at(-1)];
  if (last === undefined || types.length === 1 || types.some(({ essence }) => essence === '')) return typeIn(header);
  const areEqual = types.every(({ essence, charset }) => essence === first?.essence && charset === first?.charset);
  const observed = `${types.length} ${areEqual ? 'equal' : 'different'} values`;
  return { ...last, problem: problemAt('header content-type', 'HEADER_TWICE', 'one value', observed) };
}

/** `application/json` and every type that RFC 6839 builds on JSON. */
const isJson = ({ essence }: ContentType): boolean =>
  essence !== undefined && (essence === 'application/json' || /^[\w.+-]+\/[\w.+-]+\+json$/.test(essence));

const isUtf8Charset = ({ charset }: ContentType): boolean =>
  charset === undefined || ['utf-8', 'utf8', 'us-ascii'].includes(charset);

const nameable: ReadonlySet<string> = new Set([
  'text/html',
  'text/plain',
  'text/json',
  'text/xml',
  'text/javascript',
  'application/xml',
  'application/xhtml+xml',
  'application/javascript',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'application/x-ndjson',
]);

const describeType = ({ essence }: ContentType): string => {
  if (essence === undefined) return 'no content type';
  return nameable.has(essence) || essence === 'application/json' ? essence : 'another content type';
};

interface ParsedJson {
  /** Undefined if the text could not, or must not, be parsed. */
  readonly value: unknown;
  readonly problems: readonly WireProblem[];
}

type PrintPath = (path: readonly PathStep[]) => string;

const descriptions: Readonly<Record<Trap['code'], { expected: string; observed: string }>> = {
  JSON_DEPTH: { expected: 'at most 64 levels', observed: 'more than 64 levels' },
  JSON_SIZE: {
    expected: 'at most 500000 members and 500000 items',
    observed: 'more than 500000 members or items',
  },
  JSON_DUP_KEY: { expected: 'each member once', observed: 'the same member again' },
  JSON_PROTO_KEY: { expected: 'no member that names a prototype', observed: 'such a member' },
  JSON_SURROGATE: { expected: 'whole characters', observed: 'half of a surrogate pair' },
  JSON_NUMBER: { expected: 'a number that a double holds', observed: 'one beyond any double' },
  JSON_DIGITS: { expected: 'a number that a reader keeps exactly', observed: 'a number that changes when it is read' },
};

/** V8 quotes the text in its message, so only the offset of the error is used. */
function syntaxProblem(error: unknown, length: number): WireProblem {
  const message = error instanceof Error ? error.message : '';
  const offset = /position (\d+)/.exec(message)?.[1] ?? (message.includes('end of JSON') ? length : undefined);
  const where = offset === undefined ? '' : ` at offset ${offset}`;
  return problemAt('$', 'JSON_SYNTAX', 'JSON', `another syntax${where}`);
}

/** Removes prototypes and lone surrogates. The scan has already limited the depth. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\ufffd');
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, child] of Object.entries(value)) copy[cleaned(name) as string] = cleaned(child);
  return copy;
}

const needsCleaning = ({ code }: Trap): boolean => code === 'JSON_PROTO_KEY' || code === 'JSON_SURROGATE';

export function parseJson(text: string, printPath: PrintPath): ParsedJson {
  const { traps, unsafe } = scan(text);
  const problems = traps.map(({ code, path }) => ({ code, where: printPath(path), ...descriptions[code] }));
  if (unsafe) return { value: undefined, problems };
  try {
    const value: unknown = JSON.parse(text);
    return { value: traps.some(needsCleaning) ? cleaned(value) : value, problems };
  } catch (error) {
    return { value: undefined, problems: [syntaxProblem(error, text.length)] };
  }
}

export interface Body {
  /** Parsed JSON; undefined when empty or unusable. */
  readonly value: unknown;
  /** The body as text, if its bytes are UTF-8. */
  readonly text: string;
  readonly empty: boolean;
  readonly problems: readonly WireProblem[];
}

/** Approximate bytes of memory for an object or array, and for each member or item, in addition to the text. */
const [openBytes, partBytes] = [80, 40];

/** Approximate bytes of memory of the value: many small parts need more memory than their text. */
export function weightOf({ value, text }: Pick<Body, 'value' | 'text'>): number {
  if (value === undefined) return 0;
  let weight = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x2c) weight += partBytes;
    else if (code === 0x5b || code === 0x7b) weight += openBytes;
  }
  return weight;
}

const hasBom = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

export const isHtml = (text: string): boolean => /^\s*</.test(text);

const isPage = (bytes: Buffer, type: ContentType): boolean => {
  const text = bytes.toString('latin1');
  return (
    isHtml(text.replace(/^\u00ef\u00bb\u00bf/, '')) || (!isJson(type) && !/^(?:\u00ef\u00bb\u00bf)?\s*[{[]/.test(text))
  );
};

function decodeText(bytes: Buffer, type: ContentType): { text: string | undefined; problems: WireProblem[] } {
  const bom = hasBom(bytes);
  const problems: WireProblem[] = [];
  if (bom) problems.push(problemAt('$', 'BODY_BOM', 'no byte order mark', 'one'));
  if (!isUtf8(bytes))
    return {
      text: undefined,
      problems: [...problems, problemAt('$', 'BODY_ENCODING', 'UTF-8', 'other bytes')],
    };
  if (!isUtf8Charset(type))
    problems.push(problemAt('$', 'BODY_ENCODING', 'UTF-8', 'another charset in the content type'));
  return { text: bytes.toString('utf8', bom ? 3 : 0), problems };
}

const observedIn = (text: string, type: ContentType): string => {
  const described = describeType(type);
  return isHtml(text) && !/html|xml/.test(described) ? `markup under ${described}` : described;
};

/** Reads decoded bytes as JSON, and reports what prevents this. */
export function readBody(bytes: Buffer, type: ContentType, printPath: PrintPath): Body {
  if (bytes.length === 0) return { value: undefined, text: '', empty: true, problems: [] };
  if (isPage(bytes, type)) {
    // A page may have any charset.
    const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
    const unusable = problemAt('$', 'NOT_JSON', 'a JSON body', observedIn(text, type));
    return { value: undefined, text, empty: false, problems: [unusable] };
  }
  const { text, problems } = decodeText(bytes, type);
  if (text === undefined) return { value: undefined, text: '', empty: false, problems };
  if (type.problem) problems.push(type.problem);
  if (!isJson(type))
    problems.push(problemAt('header content-type', 'CONTENT_TYPE', 'application/json', describeType(type)));
  const parsed = parseJson(text, printPath);
  // The charset is the only reason why the body cannot be parsed.
  const misencoded = parsed.value === undefined && !isUtf8Charset(type);
  return {
    value: parsed.value,
    text,
    empty: false,
    problems: misencoded ? problems : [...problems, ...parsed.problems],
  };
}
