import { createHmac, randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { describe, isCode, isPlainTerm } from '#schemas';

/** Stands for a key, a token or a cookie. */
export const secretWord = '[secret]';

/** Lives as long as the run: equal values carry equal marks within it, and nothing can be compared across runs. */
const key = randomBytes(32);

const digest = (text: string): string => createHmac('sha256', key).update(text).digest('hex').slice(0, 4);

/** Marks that were made: ids and addresses come again and again. */
const known = new Map<unknown, string>();
const maxKnown = 5_000;

/** A value in the abstract with a sign of its identity: `<uuid#3f9a>`, `<text(12)#9c1d>`. */
export function mark(value: unknown): string {
  if (typeof value === 'object' || value === undefined) return `<${describe(value)}>`;
  const marked = known.get(value) ?? `<${describe(value)}#${digest(String(value))}>`;
  if (known.size >= maxKnown) known.clear();
  known.set(value, marked);
  return marked;
}

/** Stands in for a member name that the document does not know, and that may itself be data. */
export const markKey = (name: string): string => `<key#${digest(name)}>`;

/** A code of a currency, asset, network or rail, of one letter case. */
export const isCodeInOneCase = (text: string): boolean =>
  isCode(text) && (text === text.toUpperCase() || text === text.toLowerCase());

/** Members whose value is such a code, by the last word of their name. */
export const namesCode = (name: string): boolean =>
  /(?:currency|asset|networks?|chain|rails?|protocol|method)$/i.test(name);

const stateWords: ReadonlySet<string> = new Set(
  (
    'accepted active approved available awaiting blocked canceled cancelled closed complete completed confirmed ' +
    'created declined disabled done enabled error expired failed for hold in inactive incomplete initiated invalid ' +
    'locked manual new not on open paid partial partially payment pending processed processing progress queued ' +
    'received refunded rejected required resubmission resubmit retry review sent settled started submitted success ' +
    'successful suspended under unverified upgradeable valid verified waiting'
  ).split(' '),
);

/** Describes a state in words that states are made of; any other word could be anything. */
export const isStatus = (text: string): boolean =>
  text.length <= 40 &&
  text
    .toLowerCase()
    .split(/[ _-]/)
    .every((word) => stateWords.has(word));

/** A name such as `mobile_money`, `BANK_TRANSFER` or `pix`. */
export const isPlainName = (text: string): boolean => isPlainTerm(text) || isCodeInOneCase(text);

const reasons: ReadonlySet<string> = new Set([...Object.values(STATUS_CODES).map(String), 'Error']);

/** An `error` member that is the reason phrase of a status, or the document's plain `Error`. */
export const isReason = (text: string): boolean => reasons.has(text);

/** The document's message kinds, in its own words. */
const phrases = [
  'Invalid or missing API key',
  'You do not have permission to access this resource',
  'Subaccount not found',
  'Withdrawal not found',
  'Customer not found',
  'Business not found',
  'Bank account not found',
];

/** A message without its text: its length, and the first phrase in it that the document shows. */
export function describeMessage(text: string): string {
  const lower = text.toLowerCase();
  const phrase = phrases.find((known) => lower.includes(known.toLowerCase()));
  return phrase === undefined ? `<message(${text.length})>` : `<message(${text.length}) ${phrase}>`;
}

/** A body that is no JSON: its kind and length, and the reason phrase that a page of a proxy has for its title. */
export function describeUnparsed(text: string, bytes: number): string {
  const title = /<title>([^<]{1,80})/i.exec(text)?.[1] ?? '';
  const phrase = [...reasons].find((reason) => reason !== 'Error' && title.includes(reason));
  const kind = /^\s*</.test(text) ? 'markup' : 'not json';
  return `<${kind}(${bytes})${phrase === undefined ? '' : ` ${phrase}`}>`;
}
