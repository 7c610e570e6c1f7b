import { depositCurrencies, onrampAssets, rails } from '#contract';
import { sentMember } from './classify-body.ts';
import { textOfSegment } from './classify-request.ts';
import { otherRealNames, realRails } from './real-rails.ts';

// These rules do not use the generators: a slip of a generator must not pass for a promise.

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
export const isRealButUnlistedRail: IsSuch = (sent) => {
  const rail = letters(textIn(sent, 'to.payment_rail') ?? '');
  return !five.has(rail) && existing.has(rail);
};

/** The path segment that was sent, percent-encoded or not, is one segment and none of the codes that the document lists. */
export const isStrangeCurrency = (segment: string): boolean => {
  const text = textOfSegment(segment);
  return text !== undefined && !currency.test(text) && !asset.test(text);
};
