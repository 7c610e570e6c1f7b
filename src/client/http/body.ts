import { isUtf8 } from 'node:buffer';
import { parseMIMEType } from 'undici';
import type { WireProblem } from '#evidence';
import { type PathStep, scan, type Trap } from './json-scan.ts';
import { problemAt } from './transport-failure.ts';

export interface ContentType {
  /** Media type in lower case, without its parameters; undefined where there is none, empty where it is malformed. */
  readonly essence: string | undefined;
  readonly charset: string | undefined;
}

export function readContentType(header: string | undefined): ContentType {
  if (header === undefined) return { essence: undefined, charset: undefined };
  const type = parseMIMEType(header);
  if (type === 'failure') return { essence: '', charset: undefined };
  return { essence: type.essence, charset: type.parameters.get('charset')?.toLowerCase() };
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

/** The media type where it is a known one; any other is text of the service's own. */
const describeType = ({ essence }: ContentType): string => {
  if (essence === undefined) return 'no content type';
  return nameable.has(essence) || essence === 'application/json' ? essence : 'another content type';
};

interface ParsedJson {
  /** Undefined where the text could not, or must not, be parsed. */
  readonly value: unknown;
  readonly problems: readonly WireProblem[];
}

/** Prints a path without a name that the payload made up. */
type PrintPath = (path: readonly PathStep[]) => string;

const descriptions: Readonly<Record<Trap['code'], { expected: string; observed: string }>> = {
  JSON_DEPTH: { expected: 'at most 64 levels', observed: 'more than 64 levels' },
  JSON_SIZE: {
    expected: 'at most 100000 members and 100000 items',
    observed: 'more than 100000 members or items',
  },
  JSON_DUP_KEY: { expected: 'each member once', observed: 'the same member again' },
  JSON_PROTO_KEY: { expected: 'no member that names a prototype', observed: 'such a member' },
  JSON_SURROGATE: { expected: 'whole characters', observed: 'half of a surrogate pair' },
  JSON_NUMBER: { expected: 'a number that a double holds', observed: 'one beyond any double' },
  JSON_DIGITS: { expected: 'a number that survives reading', observed: 'one that changes when read' },
};

/** V8 quotes the text in its message, so only the offset is taken from it. */
function syntaxProblem(error: unknown, length: number): WireProblem {
  const message = error instanceof Error ? error.message : '';
  const offset = /position (\d+)/.exec(message)?.[1] ?? (message.includes('end of JSON') ? length : undefined);
  const where = offset === undefined ? '' : ` at offset ${offset}`;
  return problemAt('$', 'JSON_SYNTAX', 'JSON', `another syntax${where}`);
}

/** Copies a value without prototypes and without halves of characters; the scan has bounded its depth. */
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
  /** Text of the body where its bytes are UTF-8. */
  readonly text: string;
  readonly empty: boolean;
  readonly problems: readonly WireProblem[];
}

/** Memory of a member or an item beyond its text, about. */
const partBytes = 80;

/** The approximate memory of a body's value: many small parts take more than their text. */
export function weightOf({ value, text }: Pick<Body, 'value' | 'text'>): number {
  if (value === undefined) return 0;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x2c || code === 0x5b || code === 0x7b) parts += 1;
  }
  return text.length + parts * partBytes;
}

const hasBom = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

export const isHtml = (text: string): boolean => /^\s*</.test(text);

/** The text of the bytes and what is wrong with its encoding; undefined where it is not UTF-8. */
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

/** Describes a body by its type, and markup under another type as markup. */
const observedIn = (text: string, type: ContentType): string => {
  const described = describeType(type);
  return isHtml(text) && !/html|xml/.test(described) ? `markup under ${described}` : described;
};

/** Reads the decoded bytes of a body as JSON, and names what prevents it. */
export function readBody(bytes: Buffer, type: ContentType, printPath: PrintPath): Body {
  if (bytes.length === 0) return { value: undefined, text: '', empty: true, problems: [] };
  const { text, problems } = decodeText(bytes, type);
  if (text === undefined) return { value: undefined, text: '', empty: false, problems };
  const isLikeJson = /^\s*[{[]/.test(text);
  if (isHtml(text) || (!isJson(type) && !isLikeJson)) {
    const unusable = problemAt('$', 'NOT_JSON', 'a JSON body', observedIn(text, type));
    return { value: undefined, text, empty: false, problems: [...problems, unusable] };
  }
  if (!isJson(type))
    problems.push(problemAt('header content-type', 'CONTENT_TYPE', 'application/json', describeType(type)));
  const parsed = parseJson(text, printPath);
  // A body in another charset fails to parse for that reason alone.
  const misencoded = parsed.value === undefined && !isUtf8Charset(type);
  return {
    value: parsed.value,
    text,
    empty: false,
    problems: misencoded ? problems : [...problems, ...parsed.problems],
  };
}
