import { isUtf8 } from 'node:buffer';
import type { WireProblem } from '#evidence';
import { type PrintPath, parseJson } from '../json/json.ts';
import { type ContentType, describeType, isJson, isUtf8Charset, wrongType } from './content-type.ts';

export interface Body {
  /** Parsed JSON; undefined when empty or unusable. */
  readonly value: unknown;
  /** Text of the body where its bytes are UTF-8. */
  readonly text: string;
  readonly empty: boolean;
  readonly problems: readonly WireProblem[];
}

/** Of a member or an item beyond its text, about. */
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

const problem = (code: string, expected: string, observed: string): WireProblem => ({
  code,
  where: '$',
  expected,
  observed,
});

const hasBom = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

export const isHtml = (text: string): boolean => /^\s*</.test(text);

/** The text of the bytes and what is wrong with its encoding; undefined where it is not UTF-8. */
function decodeText(bytes: Buffer, type: ContentType): { text: string | undefined; problems: WireProblem[] } {
  const bom = hasBom(bytes);
  const problems: WireProblem[] = [];
  if (bom) problems.push(problem('BODY_BOM', 'no byte order mark', 'one'));
  if (!isUtf8(bytes))
    return { text: undefined, problems: [...problems, problem('BODY_ENCODING', 'UTF-8', 'other bytes')] };
  if (!isUtf8Charset(type))
    problems.push(problem('BODY_ENCODING', 'UTF-8', 'another charset in the content type'));
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
    const unusable = problem('NOT_JSON', 'a JSON body', observedIn(text, type));
    return { value: undefined, text, empty: false, problems: [...problems, unusable] };
  }
  if (!isJson(type)) problems.push(wrongType(type));
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
