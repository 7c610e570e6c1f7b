import { STATUS_CODES } from 'node:http';
import { amountIn, isRecord, type Reply } from '#evidence';

/** Members of an error body that say nothing of the reason, by any name that others give them. */
const withoutReason =
  /^(status|statusCode|timestamp|time|date|path|instance|type|method|url|help|docs?|documentation|id|.*[_-]?id|.*Id|trace.*|stack)$/i;

/** How deep and how far an error body is read: to search a text of megabytes would stop the run. */
const [deepest, mostParts, longest] = [5, 50, 5_000];

const reasonPhrases = new Set(Object.values(STATUS_CODES).map((phrase) => String(phrase).toLowerCase()));

type Part = string | number;

const partsOf = (value: unknown, depth = 0): readonly Part[] => {
  if (typeof value === 'string') return reasonPhrases.has(value.trim().toLowerCase()) ? [] : [value];
  if (typeof value === 'number') return [value];
  if (depth >= deepest) return [];
  if (Array.isArray(value))
    return value.slice(0, mostParts).flatMap((item: unknown) => partsOf(item, depth + 1));
  if (!isRecord(value)) return [];
  const members = Object.entries(value).filter(([name]) => !withoutReason.test(name));
  // A member without a text, such as `minimum: 5000`, says something by its name.
  return members.slice(0, mostParts).flatMap(([name, member]): readonly Part[] => {
    if (typeof member === 'number') return /code/i.test(name) ? [] : [name, member];
    return partsOf(member, depth + 1);
  });
};

/**
 * All that an error body says of its reason, in any members: `message` as a text or a list, `error.code`, `details`,
 * `title` and `detail`. The names of statuses are left out.
 */
export const refusalText = ({ body }: Pick<Reply, 'body'>): string =>
  partsOf(body).join(' ; ').slice(0, longest);

/** Text in which codes such as `LIMIT_EXCEEDED` read as words. */
export const inWords = (text: string): string => text.replaceAll(/(?<=[A-Z])_(?=[A-Z])/g, ' ');

/** The reason of a refusal, codes such as `LIMIT_EXCEEDED` in words. */
export const wordsOf = (reply: Reply): string => inWords(refusalText(reply));

const digits = /(?<![\p{L}\d_-])\d[\d.,'’\u00a0\u202f]*(?![\p{L}\d_-])/gu;

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
const ofSteps = /\bmultiples?\b|\bincrements?\b|\bsteps? of\b/i;

/** Amounts other than the one that was sent which a refusal names: its bounds, where it has such. */
export const amountsNamed = (reply: Reply): readonly number[] =>
  ofSteps.test(refusalText(reply))
    ? []
    : [...new Set(numbersNamed(reply))].filter(
        (amount) => amount > 0 && amount !== amountIn(reply.request.input.body),
      );
