import { depositCurrencies, onrampAssets, rails } from '#contract';
import { otherRealNames, realRails } from './real-rails.ts';
import { sentMember } from './sent-body.ts';
import { textOfSegment } from './sent-segment.ts';

// These rules do not use the generators: a slip of a generator must not pass for a promise.

/** Matches the codes in any letter case, with anything blank or invisible around them. */
const inAnyGuise = (codes: readonly string[]): RegExp =>
  new RegExp(`^[\\s\\p{C}]*(?:${codes.join('|')})[\\s\\p{C}]*$`, 'iu');

const currency = inAnyGuise(depositCurrencies);
const asset = inAnyGuise(onrampAssets);

/** The deposit that was sent has a text as its currency that is none of the twelve, however they may be written. */
export const isUnlistedCurrency = (sent: string | undefined): boolean =>
  isTextUnlike(currency, sent, 'currency');

/** The onramp that was sent has a text as its asset that is none of the three, however they may be written. */
export const isUnlistedAsset = (sent: string | undefined): boolean => isTextUnlike(asset, sent, 'to.asset');

const isTextUnlike = (listed: RegExp, sent: string | undefined, path: string): boolean => {
  const value = sentMember(sent, path);
  return typeof value === 'string' && !listed.test(value);
};

/** The currency that was sent is a listed one, but not as the document writes it. */
export const isRecasedCurrency = (sent: string | undefined): boolean =>
  isTextLike(currency, sent, 'currency') &&
  !depositCurrencies.some((code) => code === sentMember(sent, 'currency'));

/** The asset that was sent is a listed one, but not as the document writes it. */
export const isRecasedAsset = (sent: string | undefined): boolean =>
  isTextLike(asset, sent, 'to.asset') && !onrampAssets.some((code) => code === sentMember(sent, 'to.asset'));

const isTextLike = (listed: RegExp, sent: string | undefined, path: string): boolean => {
  const value = sentMember(sent, path);
  return typeof value === 'string' && listed.test(value);
};

/** Only the letters and digits of a rail: `same-day ach` and full-width letters may be read as one of the five. */
const letters = (rail: string): string =>
  [...rail.normalize('NFKC').toUpperCase()].filter((character) => /[\p{L}\p{N}]/u.test(character)).join('');

const five = new Set(rails.map(letters));
const existing = new Set([...realRails, ...otherRealNames].map(letters));

/** The offramp that was sent names a rail that is none anywhere. */
export const isNonsenseRail = (sent: string | undefined): boolean => {
  const rail = sentMember(sent, 'to.payment_rail');
  if (typeof rail !== 'string' || rail.trim() === '') return false;
  return !five.has(letters(rail)) && !existing.has(letters(rail));
};

/** The offramp that was sent names a rail of banking that is none of the five. */
export const isRealButUnlistedRail = (sent: string | undefined): boolean => {
  const rail = sentMember(sent, 'to.payment_rail');
  return typeof rail === 'string' && !five.has(letters(rail)) && existing.has(letters(rail));
};

/** The path segment that was sent, percent-encoded or not, is one segment and none of the codes that the document lists. */
export const isStrangeCurrency = (segment: string): boolean => {
  const text = textOfSegment(segment);
  return text !== undefined && !currency.test(text) && !asset.test(text);
};
