import { depositCurrencies, onrampAssets, rails } from '#contract';
import { isRecord, jsonIn, valueAt } from '#evidence';
import { isUuid } from '#schemas';
import { otherRealNames, realRails } from './codes.ts';

// These rules do not use the generators, so that a mistake in a generator is not judged as a broken promise.

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

const textOfSegment = (segment: string): string | undefined => {
  const text = decoded(segment);
  return text === undefined || text.trim() === '' || /^\.{1,2}$/.test(text) || /[/\\?#]|%[\da-f]{2}/i.test(text)
    ? undefined
    : text;
};

/** Java accepts five groups of any length, and pads them. */
const fiveGroups = /^[0-9a-f]+(?:-[0-9a-f]+){4}$/i;
/** 128 bits in base 64 or base 32. */
const compact = /^(?:[\w-]{22}(?:==)?|[0-9a-z]{26})$/i;

const isUuidInSomeReading = (text: string): boolean => {
  const inner = text.trim().replace(/^urn:uuid:/i, '');
  const digits = inner.replaceAll(/[\s{}()-]/g, '');
  return /^[0-9a-f]{32}$/i.test(digits) || fiveGroups.test(inner) || compact.test(inner);
};

/** True for one segment, percent-encoded or not, that is neither empty nor a UUID in any reading. */
export const isMalformedId = (segment: string): boolean => {
  const text = textOfSegment(segment);
  return text !== undefined && (isNil(text) || !isUuidInSomeReading(text));
};

const isNil = (text: string): boolean => /^0{8}(?:-0{4}){3}-0{12}$/.test(text);

/** True for text that is no whole positive number within a listing's range. */
export const isMalformedBound = (text: string): boolean => {
  const plain = text.normalize('NFKC').trim();
  if (!/^[+-]?\p{Nd}+(?:\.0*)?$/u.test(plain)) return true;
  const number = Number(plain);
  return Number.isNaN(number) ? false : number <= 0 || number > Number.MAX_SAFE_INTEGER;
};

/** True for a legal header value without spaces around it that is no valid key. */
export const isAlteredKey = (sent: string, ...valid: readonly string[]): boolean =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(sent) && !valid.some((key) => key.trim() === sent);

/** The sent value at a dotted path; undefined if the text is no JSON or lacks the member. */
const sentMember = (sent: string | undefined, path: string): unknown => valueAt(jsonIn(sent), path);

export const isNoJsonObject = (sent: string): boolean => !isRecord(jsonIn(sent));

const usual: Readonly<Record<string, (value: unknown) => boolean>> = {
  amount: (value) => typeof value === 'number' && value > 0 && /^\d+(?:\.\d{1,8})?$/.test(String(value)),
  chain: (value) => typeof value === 'string' && /^[A-Za-z][\w-]{1,39}$/.test(value),
  destination_address: (value) => isVisible(value),
  sender_address: (value) => isVisible(value),
  accountNumber: (value) => isVisible(value),
  client_onramp_reference: isUuid,
  client_offramp_reference: isUuid,
};

const isVisible = (value: unknown): boolean => typeof value === 'string' && /^[!-~]{1,500}$/.test(value);

export const hasOddMember = (sent: string | undefined, path: string): boolean => {
  const { [path.split('.').at(-1) ?? '']: isUsual } = usual;
  const value = sentMember(sent, path);
  return isUsual !== undefined && value !== undefined && !isUsual(value);
};

/** Matches codes in any letter case, with blanks or invisible characters around them. */
const inAnyGuise = (codes: readonly string[]): RegExp =>
  new RegExp(`^[\\s\\p{C}]*(?:${codes.join('|')})[\\s\\p{C}]*$`, 'iu');

const currency = inAnyGuise(depositCurrencies);
const asset = inAnyGuise(onrampAssets);

const textIn = (sent: string | undefined, path: string): string | undefined => {
  const value = sentMember(sent, path);
  return typeof value === 'string' ? value : undefined;
};

type IsSuch = (sent: string | undefined) => boolean;

const isUnlike =
  (listed: RegExp, path: string): IsSuch =>
  (sent) => {
    const text = textIn(sent, path);
    return text !== undefined && !listed.test(text);
  };

const isLikeButNone =
  (listed: RegExp, codes: readonly string[], path: string): IsSuch =>
  (sent) => {
    const text = textIn(sent, path);
    return text !== undefined && listed.test(text) && !codes.includes(text);
  };

/** True for text that is none of the twelve currencies in any spelling. */
export const isUnlistedCurrency = isUnlike(currency, 'currency');

/** True for text that is none of the three assets in any spelling. */
export const isUnlistedAsset = isUnlike(asset, 'to.asset');

/** True for a listed currency in another spelling than the document's. */
export const isRecasedCurrency = isLikeButNone(currency, depositCurrencies, 'currency');

/** True for a listed asset in another spelling than the document's. */
export const isRecasedAsset = isLikeButNone(asset, onrampAssets, 'to.asset');

/** A service may read `same-day ach` and full-width letters as one of the five rails. */
const letters = (rail: string): string =>
  [...rail.normalize('NFKC').toUpperCase()].filter((character) => /[\p{L}\p{N}]/u.test(character)).join('');

const five = new Set(rails.map(letters));
const existing = new Set([...realRails, ...otherRealNames].map(letters));

export const isNonsenseRail: IsSuch = (sent) => {
  const rail = textIn(sent, 'to.payment_rail') ?? '';
  return rail.trim() !== '' && !five.has(letters(rail)) && !existing.has(letters(rail));
};

/** True for a rail of banking outside of the document's five. */
export const isUnlistedRail: IsSuch = (sent) => {
  const rail = letters(textIn(sent, 'to.payment_rail') ?? '');
  return !five.has(rail) && existing.has(rail);
};

/** True for one segment, percent-encoded or not, that is no code of the document. */
export const isStrangeCurrency = (segment: string): boolean => {
  const text = textOfSegment(segment);
  return text !== undefined && !currency.test(text) && !asset.test(text);
};
