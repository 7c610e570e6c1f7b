import { STATUS_CODES } from 'node:http';
import { amountIn, isRecord, type Reply } from '#evidence';
import { oncePerReply } from './once.ts';

/** Members of an error body that say nothing of the reason, by any name that others give them. */
const withoutReason =
  /^(status|statusCode|timestamp|time|date|path|instance|type|method|url|help|docs?|documentation|id|.*[_-]?id|.*Id|trace.*|stack)$/i;

/** Bounds of what is read of an error body: searching megabytes of text would stop the run. */
const [maxDepth, maxParts, maxLength] = [5, 50, 5_000];

const reasonPhrases = new Set(Object.values(STATUS_CODES).map((phrase) => String(phrase).toLowerCase()));

type TextPart = string | number;

const partsOf = (value: unknown, depth = 0): readonly TextPart[] => {
  if (typeof value === 'string') return reasonPhrases.has(value.trim().toLowerCase()) ? [] : [value];
  if (typeof value === 'number') return [value];
  if (depth >= maxDepth) return [];
  if (Array.isArray(value)) return value.slice(0, maxParts).flatMap((item: unknown) => partsOf(item, depth + 1));
  if (!isRecord(value)) return [];
  const members = Object.entries(value).filter(([name]) => !withoutReason.test(name));
  // A member without a text, such as `minimum: 5000`, says something by its name.
  return members.slice(0, maxParts).flatMap(([name, member]): readonly TextPart[] => {
    if (typeof member === 'number') return /code/i.test(name) ? [] : [name, member];
    // Rails and Django name the member that is wrong so, and in no other way.
    return /amount/i.test(name) ? [name, ...partsOf(member, depth + 1)] : partsOf(member, depth + 1);
  });
};

/**
 * All that an error body says of its reason, in any members: `message` as a text or a list, `error.code`, `details`,
 * `title` and `detail`. The names of statuses are left out.
 */
export const refusalText = oncePerReply(({ body }: Pick<Reply, 'body'>): string =>
  partsOf(body).join(' ; ').slice(0, maxLength),
);

/** Text in which codes such as `LIMIT_EXCEEDED` read as words. */
export const inWords = (text: string): string => text.replaceAll(/(?<=[A-Z])_(?=[A-Z])/g, ' ');

/** The reason of a refusal, codes such as `LIMIT_EXCEEDED` in words. */
export const wordsOf = (reply: Reply): string => inWords(refusalText(reply));

/** Scripts without letters of ours put no space between a number and a word. */
const digits =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d_-])\d[\d.,'’\u00a0\u202f]*(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d_-])/gu;

/** A number as people write it: a separator before exactly three digits separates thousands, the last of two kinds decimals. */
const numberIn = (written: string): number => {
  const plain = written.replace(/['’\u00a0\u202f]/g, '').replace(/[.,]+$/, '');
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  if (last === -1) return Number(plain);
  const kinds = new Set(plain.match(/[.,]/g));
  const isThousands = kinds.size === 1 && plain.length - last === 4 && !plain.startsWith('0');
  const [whole, rest] = isThousands ? [plain, ''] : [plain.slice(0, last), plain.slice(last + 1)];
  return Number(`${whole.replace(/[.,]/g, '')}.${rest || '0'}`);
};

/** Numbers that the reason of a refusal names. */
const numbersNamed = (reply: Reply): readonly number[] =>
  [...refusalText(reply).matchAll(digits)].map(([written]) => numberIn(written)).filter(Number.isFinite);

/** Names a step between amounts, which is no amount itself. */
const ofSteps = /\b(?:multiples?|increments?|steps?) of\b|\bdivisible by\b/i;

const ofPlaces = /(\d+|\b(?:no|two))\s*(?:decimal|fractional|digits? after)|places?\D{0,20}(\d+)/i;

const ofWholes = /\bwhole (?:units?|numbers?|amounts?)|\binteger/i;

const placesIn = (text: string): number | undefined => {
  const [, before, after] = ofPlaces.exec(text) ?? [];
  const number = (before ?? after)?.toLowerCase();
  if (number === undefined) return undefined;
  return { no: 0, two: 2 }[number] ?? Number(number);
};

/** The step between amounts that a refusal names, in words such as `a multiple of 10` or `at most 2 decimal places`. */
export const stepNamed = (reply: Reply): number | undefined => {
  const text = refusalText(reply);
  const [, step] = new RegExp(`(?:${ofSteps.source})\\D{0,12}(\\d[\\d.,]*)`, 'i').exec(text) ?? [];
  if (step !== undefined) return numberIn(step) || undefined;
  const places = placesIn(text) ?? (ofWholes.test(text) ? 0 : undefined);
  return places === undefined || places > 12 ? undefined : 10 ** -places;
};

/** Amounts other than the one that was sent which a refusal names: its bounds, where it has such. */
export const amountsNamed = (reply: Reply): readonly number[] =>
  ofSteps.test(refusalText(reply))
    ? []
    : [...new Set(numbersNamed(reply))].filter((amount) => amount > 0 && amount !== amountIn(reply.request.input.body));
