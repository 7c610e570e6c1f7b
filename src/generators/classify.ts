import { depositCurrencies, onrampAssets, rails } from '#contract';
import { isRecord, jsonIn, valueAt } from '#evidence';
import { isUuid } from '#schemas';
import { otherRealNames, realRails } from './codes.ts';

// These rules do not use the generators: a slip of a generator must not pass for a promise.

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** The text of a path segment, percent-encoded or not; undefined where it is none, or more than one to some reader. */
const textOfSegment = (segment: string): string | undefined => {
  const text = decoded(segment);
  return text === undefined || text.trim() === '' || /^\.{1,2}$/.test(text) || /[/\\?#]|%[\da-f]{2}/i.test(text)
    ? undefined
    : text;
};

/** Java pads each of five groups of any length. */
const fiveGroups = /^[0-9a-f]+(?:-[0-9a-f]+){4}$/i;
/** 128 bits in base 64 and in base 32. */
const compact = /^(?:[\w-]{22}(?:==)?|[0-9a-z]{26})$/i;

const isUuidInSomeReading = (text: string): boolean => {
  const inner = text.trim().replace(/^urn:uuid:/i, '');
  const digits = inner.replaceAll(/[\s{}()-]/g, '');
  return /^[0-9a-f]{32}$/i.test(digits) || fiveGroups.test(inner) || compact.test(inner);
};

/** The path segment that was sent, percent-encoded or not, is one segment, and no UUID in any reading or that of nothing. */
export const isMalformedId = (segment: string): boolean => {
  const text = textOfSegment(segment);
  return text !== undefined && (isNil(text) || !isUuidInSomeReading(text));
};

const isNil = (text: string): boolean => /^0{8}(?:-0{4}){3}-0{12}$/.test(text);

/** The value of `page` or `limit` is no whole positive number that a listing could have. */
export const isMalformedBound = (text: string): boolean => {
  const plain = text.normalize('NFKC').trim();
  if (!/^[+-]?\p{Nd}+(?:\.0*)?$/u.test(plain)) return true;
  const number = Number(plain);
  return Number.isNaN(number) ? false : number <= 0 || number > Number.MAX_SAFE_INTEGER;
};

/** The header value that was sent is legal, has no spaces around it, and is none of the valid keys. */
export const isAlteredKey = (sent: string, ...valid: readonly string[]): boolean =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(sent) && !valid.some((key) => key.trim() === sent);

/** A member of a body as it was sent, by its dotted path; undefined where the text is no JSON or lacks the member. */
export const sentMember = (sent: string | undefined, path: string): unknown => valueAt(jsonIn(sent), path);

export const isNoJsonObject = (sent: string): boolean => !isRecord(jsonIn(sent));

/** The usual content of a member that no rule fixes, by its name. */
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

/** The body that was sent has the member, and something unusual in it. */
export const hasOddMember = (sent: string | undefined, path: string): boolean => {
  const { [path.split('.').at(-1) ?? '']: isUsual } = usual;
  const value = sentMember(sent, path);
  return isUsual !== undefined && value !== undefined && !isUsual(value);
};

/** Matches the codes in any letter case, with anything blank or invisible around them. */
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

/** The deposit that was sent has a text as its currency that is none of the twelve, however they may be written. */
export const isUnlistedCurrency = isUnlike(currency, 'currency');

/** The onramp that was sent has a text as its asset that is none of the three, however they may be written. */
export const isUnlistedAsset = isUnlike(asset, 'to.asset');

/** The currency that was sent is a listed one, but not as the document writes it. */
export const isRecasedCurrency = isLikeButNone(currency, depositCurrencies, 'currency');

/** The asset that was sent is a listed one, but not as the document writes it. */
export const isRecasedAsset = isLikeButNone(asset, onrampAssets, 'to.asset');

/** Only the letters and digits of a rail: `same-day ach` and full-width letters may be read as one of the five. */
const letters = (rail: string): string =>
  [...rail.normalize('NFKC').toUpperCase()].filter((character) => /[\p{L}\p{N}]/u.test(character)).join('');

const five = new Set(rails.map(letters));
const existing = new Set([...realRails, ...otherRealNames].map(letters));

/** The offramp that was sent names a rail that is none anywhere. */
export const isNonsenseRail: IsSuch = (sent) => {
  const rail = textIn(sent, 'to.payment_rail') ?? '';
  return rail.trim() !== '' && !five.has(letters(rail)) && !existing.has(letters(rail));
};

/** The offramp that was sent names a rail of banking that is none of the five. */
export const isUnlistedRail: IsSuch = (sent) => {
  const rail = letters(textIn(sent, 'to.payment_rail') ?? '');
  return !five.has(rail) && existing.has(rail);
};

/** The path segment that was sent, percent-encoded or not, is one segment and none of the codes that the document lists. */
export const isStrangeCurrency = (segment: string): boolean => {
  const text = textOfSegment(segment);
  return text !== undefined && !currency.test(text) && !asset.test(text);
};
