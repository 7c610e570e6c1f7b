// Compares the form of two refusals, without knowing the language: splits each into pieces (list entry, line, part
// between semicolons), and masks variable parts.

import { STATUS_CODES } from 'node:http';
import { isRecord, type Reply } from '#evidence';
import { memoByReply, unreadableIn } from './answerer.ts';

interface Piece {
  /** Names of the members around the text, or of a member beside it; no index. */
  readonly member: string;
  /** Every code beside or above the text. */
  readonly codes: string;
  readonly text: string;
}

/** Members that are never masked, because codes distinguish the reasons of a service. */
const codeNames = /^(?:code|type|error|reason|tag|error_?code)$/i;

/** Members that name a member; `path` and `loc` do so only as lists. */
const memberNames = /^(?:field|property|property_?name|param|parameter|pointer|member|attribute|target|loc|path)$/i;

/** Members that differ from answer to answer, or repeat the request. */
const leftOut =
  /^(?:timestamp|time|date|instance|stack|links?|href|url|help|docs?|documentation(?:_url)?|input|received|rejected_?value|id|.*[_-]id|[a-z]+Id|trace.*|correlation.*)$/i;

/** Limits for an error body, because a search in megabytes of text would stop the run. */
const [maxDepth, maxParts, maxLength] = [6, 60, 2_000];

const isPath = (name: string, value: unknown): boolean => /^(?:path|loc)$/i.test(name) && !Array.isArray(value);

const isCode = (name: string, value: unknown, status: number): boolean =>
  codeNames.test(name) && (typeof value === 'string' || typeof value === 'number') && value !== status;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 1 &&
  value.every((item) => typeof item === 'string' && /^\w{2,20}$/.test(item));

const splitText = (text: string): readonly string[] =>
  text
    .slice(0, maxLength)
    .split(/[\n;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const piecesOf = memoByReply(({ body, status, empty }: Reply): readonly Piece[] => {
  const pieces: Piece[] = [];
  const walk = (value: unknown, member: string, codes: string, depth: number): void => {
    if (depth > maxDepth || pieces.length > maxParts) return;
    if (typeof value === 'string') {
      for (const text of splitText(value)) pieces.push({ member, codes, text });
      return;
    }
    if (isTexts(value)) {
      pieces.push({ member, codes, text: value.slice(0, maxParts).join(', ') });
      return;
    }
    if (Array.isArray(value)) {
      for (const item of value.slice(0, maxParts)) walk(item, member, codes, depth + 1);
      return;
    }
    if (!isRecord(value)) {
      if (typeof value === 'number' && value !== status) pieces.push({ member, codes, text: String(value) });
      return;
    }
    const members = Object.entries(value).slice(0, maxParts);
    const own = members.filter(([name, it]) => isCode(name, it, status)).map(([name, it]) => `${name}=${String(it)}`);
    const marks = members
      .filter(
        ([name, it]) => memberNames.test(name) && !isPath(name, it) && (typeof it === 'string' || Array.isArray(it)),
      )
      .map(([, it]) =>
        [it]
          .flat()
          .filter((part) => typeof part === 'string')
          .join('.'),
      );
    const [within, below] = [[member, ...marks].join('|'), [codes, ...own].join('|')];
    const before = pieces.length;
    for (const [name, it] of members) {
      const isSaid = isCode(name, it, status) || memberNames.test(name) || leftOut.test(name);
      if (!isSaid) walk(it, `${within}.${name}`, below, depth + 1);
    }
    if (pieces.length === before && own.length + marks.length > 0)
      pieces.push({ member: within, codes: below, text: '' });
  };
  walk(body, '', '', 0);
  return pieces.length > 0 ? pieces : [{ member: empty ? 'empty' : '', codes: '', text: '' }];
});

export interface Mask {
  readonly values?: readonly string[];
  /** The name of the only changed member. */
  readonly member?: string;
  /** Every other text of the request. */
  readonly free?: readonly string[];
}

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Undefined for most texts, because they contain none of the values. */
const wordsIn = (text: string, values: readonly string[]): RegExp | undefined => {
  const lower = text.toLowerCase();
  const known = values.filter((value) => value !== '' && lower.includes(value.toLowerCase()));
  if (known.length === 0) return undefined;
  const longestFirst = known.toSorted((one, other) => other.length - one.length);
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longestFirst.map(escaped).join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
};

/** The name in the spellings of frameworks, with the members around it. */
const memberPattern = (path: string): RegExp => {
  const name = escaped(path.split('.').at(-1) ?? '').replaceAll('_', '[ _-]?');
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:\\w+\\.)*${name}(?![\\p{L}\\p{N}])`, 'giu');
};

const varying: readonly (readonly [RegExp, string])[] = [
  [/\bhttps?:\/\/\S+/gi, '<url>'],
  [/(?:\/[\w.{}:%-]+){2,}\/?/g, '<path>'],
  [/\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?/g, '<instant>'],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '<id>'],
  [/\b(?:0x)?(?=[\da-f]*\d)[\da-f]{8,}\b/gi, '<hex>'],
];

const numbers = /\p{Nd}[\p{Nd}.,'’\u00a0\u202f]*/gu;

const masked = (text: string, { values = [], member, free = [] }: Mask): string => {
  let left = text;
  if (member !== undefined) left = left.replace(memberPattern(member), '\u00f8');
  for (const [pattern, token] of varying) left = left.replace(pattern, token);
  const documented = wordsIn(left, values);
  if (documented) left = left.replace(documented, '\u00a7');
  const sent = wordsIn(
    left,
    free.filter((value) => value.length > 2),
  );
  if (sent) left = left.replace(sent, '\u00a4');
  return (
    left
      .replace(numbers, '#')
      .replace(/["'`“”„«»‘’]/g, '')
      // A list of values becomes one mark, whatever its length and separators.
      .replace(/\u00a7(?:[\s,|/]*(?:\p{L}{1,4}\s+)?\u00a7)+/gu, '\u00a7')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase()
  );
};

export interface MaskedPiece {
  readonly form: string;
  readonly text: string;
  readonly names: ReadonlySet<string>;
  /** True if a number is beside the text. */
  readonly hasNumber: boolean;
}

const namedIn = (text: string, values: readonly string[]): ReadonlySet<string> => {
  const pattern = wordsIn(text, values);
  return new Set((pattern ? (text.match(pattern) ?? []) : []).map((value) => value.toUpperCase()));
};

export const maskedPieces = (reply: Reply, mask: Mask): readonly MaskedPiece[] =>
  piecesOf(reply).map(({ member, codes, text }) => {
    const plain = masked(text, mask);
    const around = mask.member === undefined ? member : member.replace(memberPattern(mask.member), '\u00f8');
    return {
      form: JSON.stringify([reply.status, around, codes, plain]),
      text: `${member} ${text}`,
      names: namedIn(text, mask.values ?? []),
      hasNumber: plain.includes('#'),
    };
  });

/** Texts in a body that are long enough to be distinguished. */
export const textsIn = (body: unknown): readonly string[] => {
  if (typeof body === 'string') return [body];
  return isRecord(body) ? Object.values(body).flatMap(textsIn) : [];
};

const withoutReason =
  /^(status|statusCode|timestamp|time|date|path|instance|type|method|url|help|docs?|documentation|id|.*[_-]?id|.*Id|trace.*|stack)$/i;

const reasonPhrases = new Set(Object.values(STATUS_CODES).map((phrase) => String(phrase).toLowerCase()));

type TextPart = string | number;

const reasonsOf = (value: unknown, depth = 0): readonly TextPart[] => {
  if (typeof value === 'string') return reasonPhrases.has(value.trim().toLowerCase()) ? [] : [value];
  if (typeof value === 'number') return [value];
  if (depth >= maxDepth) return [];
  if (Array.isArray(value)) return value.slice(0, maxParts).flatMap((item: unknown) => reasonsOf(item, depth + 1));
  if (!isRecord(value)) return [];
  const members = Object.entries(value).filter(([name]) => !withoutReason.test(name));
  // The name of a member without a text, such as `minimum: 5000`, says something.
  return members.slice(0, maxParts).flatMap(([name, member]): readonly TextPart[] => {
    if (typeof member === 'number') return /code/i.test(name) ? [] : [name, member];
    // Rails and Django name the wrong member only in this way.
    return /amount/i.test(name) ? [name, ...reasonsOf(member, depth + 1)] : reasonsOf(member, depth + 1);
  });
};

/**
 * All parts of an error body that give its reason, in any members: `message` as a text or list, `error.code`,
 * `details`, `title` and `detail`. Names of statuses are left out.
 */
export const refusalText = memoByReply(({ body }: Pick<Reply, 'body'>): string =>
  reasonsOf(body).join(' ; ').slice(0, maxLength),
);

const none: readonly string[] = [];
/** A cache: the result depends only on the reply and the values. */
const forms = new WeakMap<Reply, Map<readonly string[], ReadonlySet<string>>>();

/** Computed once, because every check of an order needs it. */
const formsOf = (reply: Reply, values: readonly string[]): ReadonlySet<string> => {
  const known = forms.get(reply) ?? new Map<readonly string[], ReadonlySet<string>>();
  forms.set(reply, known);
  const mask: Mask = { values, free: textsIn(reply.request.input.body) };
  const found = known.get(values) ?? new Set(maskedPieces(reply, mask).map(({ form }) => form));
  known.set(values, found);
  return found;
};

const isUnread = (reply: Reply): boolean => !['NOT_JSON', undefined].includes(unreadableIn(reply)?.code);

/** True if each piece of `reply` is also a piece of `other`, so that the refusal adds no reason of its own. */
export const addsNothingTo = (reply: Reply, other: Reply, values = none): boolean => {
  if (reply.status !== other.status || isUnread(reply) || isUnread(other)) return false;
  const known = formsOf(other, values);
  return [...formsOf(reply, values)].every((form) => known.has(form));
};
