import { depositCurrencies, onrampAssets, rails } from '#contract';
import { otherRealNames, realRails } from './real-rails.ts';
import { sentMember } from './sent-body.ts';

// These rules stand beside the generators, not behind them: a slip of a generator must not pass for a promise.

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

/** Matches the rails with anything between their letters that is neither letter nor digit. */
const inAnySpelling = (names: readonly string[]): RegExp => {
  const gap = '[^\\p{L}\\p{N}]*';
  const spelled = names.map((name) => [...name.replaceAll('_', '')].join(gap));
  return new RegExp(`^${gap}(?:${spelled.join('|')})${gap}$`, 'iu');
};

const five = inAnySpelling(rails);
const existing = inAnySpelling([...realRails, ...otherRealNames]);

/** The offramp that was sent names a rail that is none anywhere. */
export const isNonsenseRail = (sent: string | undefined): boolean => {
  const rail = sentMember(sent, 'to.payment_rail');
  return typeof rail === 'string' && rail.trim() !== '' && !five.test(rail) && !existing.test(rail);
};

/** The offramp that was sent names a rail of banking that is none of the five. */
export const isRealButUnlistedRail = (sent: string | undefined): boolean => {
  const rail = sentMember(sent, 'to.payment_rail');
  return typeof rail === 'string' && !five.test(rail) && existing.test(rail);
};
