// Values outside a list of codes, and rails outside of the document.
import fc from 'fast-check';
import { depositCurrencies, onrampAssets, rails } from '#contract';
import { type Cases, codeDescriber, letters, mixed, orOthers, takenBy, withCases, wordsIn } from './cases.ts';

/** Letters of other scripts that look like the Latin capital: Cyrillic, Greek, Armenian, Cherokee. */
const twins: Readonly<Record<string, string>> = {
  A: '\u0410',
  B: '\u0412',
  C: '\u0421',
  E: '\u0415',
  G: '\u050c',
  H: '\u041d',
  I: '\u0406',
  L: '\u13de',
  M: '\u041c',
  N: '\u039d',
  O: '\u041e',
  P: '\u0420',
  R: '\u13a1',
  S: '\u0405',
  T: '\u0422',
  U: '\u054d',
  W: '\u051c',
  X: '\u0425',
  Y: '\u03a5',
  Z: '\u0396',
};

const fullWidth = (letter: string): string => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0);

const twinned = (code: string, place: number): string => {
  const places = [...code].flatMap((letter, index) => (twins[letter] === undefined ? [] : [index]));
  const at = places[place % places.length] ?? 0;
  return code.slice(0, at) + (twins[code.charAt(at)] ?? fullWidth(code.charAt(at))) + code.slice(at + 1);
};

/** A code that looks the same to a reader, but not to a program. */
const twinnedCode = (codes: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...codes), fc.nat({ max: 11 })).map(([code, place]) => twinned(code, place));

const widened = (code: string): string => [...code].map(fullWidth).join('');

/** A code that a compatibility normalization turns into the listed code. */
const fullWidthCode = (codes: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...codes).map(widened);

interface CodeSpace {
  readonly listed: readonly string[];
  /** By kind, the kind of the listed codes first; within a kind the most likely first. */
  readonly real: readonly (readonly string[])[];
  readonly lookAlikes: readonly string[];
}

/** The most tolerant service ignores spaces and letter case. */
const folded = (code: string): string => code.trim().toUpperCase().toLowerCase();

const slip = (listed: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...listed).chain((code) => {
    const swapped = code.charAt(1) + code.charAt(0) + code.slice(2);
    return fc.constantFrom(code.slice(0, -1), code + code.slice(-1), `X${code}`, swapped, `${code}1`);
  });

/** No codes, but a careless look-up, pattern or database may give them a meaning. */
const words = ['constructor', '__proto__', 'toString', 'null', 'undefined', '.*', '*', '%', '0'];

/** A service is most likely to add a currency or token of the listed kind, so more of this kind are tried. */
const [ofTheKind, ofOthers] = [5, 2];

/** Codes that are not listed. Never a listed code in other letter case or between spaces. */
export const unlistedCode = ({ listed, real, lookAlikes }: CodeSpace): Cases<string> => {
  const excluded = new Set(listed.map(folded));
  const isFree = (code: string): boolean => !excluded.has(folded(code));
  const guisesOf = (code: string) => [widened(code), `${code}${code.slice(-1)}`, code.slice(0, -1)];
  const examplesOf = (turn: number): readonly string[] => [
    // A service may accept a code that it knows from other interfaces.
    ...real.flatMap((codes, kind) => takenBy(turn, codes.filter(isFree), kind === 0 ? ofTheKind : ofOthers)),
    '',
    ...takenBy(turn, words, 1),
    ...takenBy(turn, listed, 1).flatMap(guisesOf).filter(isFree),
    'X'.repeat(1000),
  ];
  const free = examplesOf(0);
  const drawn = mixed(
    free,
    ...real.map((codes) => [3, fc.constantFrom(...codes)] as const),
    [2, fc.constantFrom(...lookAlikes)],
    [3, slip(listed)],
    [3, twinnedCode(listed)],
    [2, fullWidthCode(listed)],
    [2, fc.constantFrom(...words)],
    [1, letters('ABCDEFGHIJ', 300, 1200)],
    [2, fc.string({ minLength: 1, maxLength: 12 })],
  );
  const known = [...free, ...words, ...lookAlikes, ...real.flat()];
  return withCases(drawn.filter(isFree), {
    examples: free,
    examplesOf: (turn) => examplesOf(turn).slice(0, free.length),
    describe: codeDescriber({ known, listed }),
  });
};

const otherTexts = wordsIn('ZZZ 123 US no-such-currency undefined __proto__ constructor USD,BRL -1 ~');

const strange = ['no-such-currency', '123', twinned('USD', 0), 'constructor', 'X'.repeat(300), '-1'];

/** One segment of a path that is no code. Never empty, and without dots or slashes. */
export const strangeSegment = (): Cases<string> =>
  withCases(
    mixed(
      strange,
      [3, fc.constantFrom(...otherTexts)],
      [2, twinnedCode(depositCurrencies)],
      [1, letters('ABCDEFGHIJ', 100, 300)],
    ),
    {
      examples: strange,
      examplesOf: orOthers(strange, otherTexts),
      describe: codeDescriber({ known: otherTexts, listed: depositCurrencies }),
    },
  );

/** First codes that the service shows elsewhere, then the most likely mistakes. */
export const unlistedCurrency = (shown: readonly string[] = []): Cases<string> =>
  unlistedCode({
    listed: depositCurrencies,
    real: [
      [...new Set([...shown, ...wordsIn('AED KES JPY GBP XOF CLP PEN UGX ZAR CHF INR CAD CNY')])],
      wordsIn('EURC BTC BTC_LIGHTNING ETH DAI'),
    ],
    lookAlikes: ['USDX', 'US', 'NGNN', 'BRLL', 'US$', 'USD,EUR', 'U.S.D', 'EURO', 'XXX', 'DOLLAR'],
  });

export const unlistedAsset = (): Cases<string> =>
  unlistedCode({
    listed: onrampAssets,
    real: [wordsIn('EURC BTC ETH DAI SOL PYUSD XRP MATIC'), ['USD', 'EUR', 'BRL', 'NGN']],
    lookAlikes: wordsIn('USDTT USD-T USDC.E BTCLIGHTNING BTC-LIGHTNING LIGHTNING USDT,USDC TETHER'),
  });

/** Rails and payment methods of banking or of the document, outside of its five rails. */
export const realRails = wordsIn(
  'SEPA FEDNOW CHAPS FPS PIX SPEI BACS INTERAC UPI SEPA_INSTANT FASTER_PAYMENTS CHIPS FEDWIRE ' + 'NEFT IMPS',
);

/** Names that some service may know as a rail, so that they are no nonsense. */
export const otherRealNames = wordsIn(
  'BANKTRANSFER BANK BANKWIRE BOOK BRE_B CARD CASH CBU CHECK CLABE COELSA CVU DEBIN DOC ' +
    'DOMESTIC_WIRE EFT INSTANT_ACH INTERNAL INTERNATIONAL_WIRE LOCAL MOMO MPESA NEXT_DAY_ACH ' +
    'NIBSS NIP PAYNOW PAYPAL PESONET PROMPTPAY PSE RTGS SCT SCT_INST STANDARD_ACH SWIFT_GPI ' +
    'TARGET2 TED TRANSFIYA UAEFTS VENMO WIRE_TRANSFER ZELLE',
);

// A gate tries the first of these.
const strangeRails = ['XWIRE', 'constructor', 'CARRIER_PIGEON', twinned('WIRE', 0), 'WIRE,ACH', 'X'.repeat(500)];

const inventions = wordsIn(
  'TELEPATHY SMOKE_SIGNAL BOTTLE_POST PONY_EXPRESS XWIRE ACHX SWIFTY RTPP WIRE,ACH ' +
    'SAME_NIGHT_ACH constructor __proto__ .*',
);

/** A service may read `same-day ach` as one of the five rails. */
const bare = (rail: string): string =>
  rail
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const meaningful = new Set([...rails, ...realRails, ...otherRealNames].map(bare));

/** Rails that exist nowhere. Never empty or blank, which may mean no rail, and never a spelling of an existing rail. */
export const nonsenseRail = (): Cases<string> => {
  const drawn = mixed(
    strangeRails,
    [4, fc.constantFrom(...inventions)],
    [2, twinnedCode(rails)],
    [1, letters('QXZJK_', 100, 600)],
    [2, fc.string({ minLength: 6, maxLength: 20 })],
  );
  return withCases(drawn.filter(isNonsense), {
    examples: strangeRails.filter(isNonsense),
    examplesOf: orOthers(strangeRails.filter(isNonsense), inventions),
    describe: codeDescriber({ known: [...strangeRails, ...inventions], listed: rails }),
  });
};

const isNonsense = (rail: string): boolean => rail.trim() !== '' && !meaningful.has(bare(rail));

export const unlistedRail = (): Cases<string> =>
  withCases(fc.noBias(fc.constantFrom<string>(...realRails)), {
    examples: realRails,
    examplesOf: (turn) => takenBy(turn, realRails),
    describe: codeDescriber({ known: realRails }),
  });
