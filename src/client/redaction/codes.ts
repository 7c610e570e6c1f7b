import { STATUS_CODES } from 'node:http';
import { isCode as isKnownCode, isPlainTerm } from '#schemas';

/** A code of a currency, asset, network or rail, of one letter case. */
export const isCode = (text: string): boolean =>
  isKnownCode(text) && (text === text.toUpperCase() || text === text.toLowerCase());

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
export const isPlainName = (text: string): boolean => isPlainTerm(text) || isCode(text);

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
