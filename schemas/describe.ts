import {
  countryCodes,
  isCalendarDay,
  isDecimal,
  isE164,
  isEmailAddress,
  isNilUuid,
  isTimeOfDay,
  isUri,
  isUuid,
} from './value-rules.ts';

/** Words of such interfaces. A text with other words may be a name, a key or a number of somebody. */
const words: ReadonlySet<string> = new Set(
  (
    'a accepted access account accounts action actions active added additional address age agent all allowed amount ' +
    'amounts and api applicant approved archived arn arrival asset assets at attempt attempts attributes available ' +
    'awaiting balance balances bank banktransfer batch beneficiary beta billing birth blocked branch bulk business by ' +
    'can canceled cancelled capabilities capability card case category chain change channel chargeback check checks ' +
    'city class client closed code codes comment company complete completed compliance conditions config ' +
    'configuration confirmation confirmations confirmed contact context contract conversion converted cost count ' +
    'country created credit crypto currencies currency cursor custom customer daily data date day days debit decimals ' +
    'declined default delay delivery denied deposit description destination details device direction disabled ' +
    'discount display document documents done due duration email enabled end entity entry error errors estimate ' +
    'estimated event exchange executed expected expired expires expiry explorer express external extra failed failure ' +
    'fast featured features fedwire fee fees fiat field fields file filled final finished first fixed flag flags flow ' +
    'for format free frequency from frozen full funds gateway gender gross group hash has hold href icon id ids ' +
    'identification identifier identity image in inactive included incoming incomplete index individual info initiated ' +
    'input instant institution instruction instructions integration internal invalid invoice is issued issuer issuing ' +
    'item items key kind kyb kyc label language last ledger legal lend level limit limits line link links list local ' +
    'locale location locked logo main manual mask masked max maximum memo merchant message meta metadata method ' +
    'methods middle min minimum mobile mobilemoney mode model modes momo money month more name names native net ' +
    'network networks new next nickname none not note notes number object of off offramp on onboarding onramp only ' +
    'open operation option optional options order origin other out outgoing output owner page pagination paid parent ' +
    'partial partially partner path payment payments payout pending percentage period phone pix place plan platform ' +
    'points policy position precision preferred prev previous price pricing priority process processed processing ' +
    'processor product profile profiles progress protocol provider purpose qr quantity queued quote rail rails range ' +
    'rate rates reason reasons received recipient record records reference referral refund refunded region registered ' +
    'rejected rejection related released remaining remarks request requested required requirement requirements reserved ' +
    'resource response restricted result resubmission retry returned review reward risk role route routing rule rules ' +
    'scheduled scheme scope score security segment self sell send sender sent sepa sequence service session ' +
    'settled settlement shared short side signature size slip source spei speed spread stage standard start started ' +
    'state statement status step sub subaccount subdivision submitted submission subtotal success successful suffix ' +
    'suspended swap swift symbol system tag tags target tax taxes taxonomy tenant terms test text the tier time ' +
    'timestamp timezone title to total totals trace tracking trade transaction transactions transfer transit trust ' +
    'tx type types uaefts under unit units unlocked unverified updated upgradeable upgraded uri url usage used user ' +
    'valid validated validation value values vendor verification verified version via view visible volume waiting ' +
    'wallet warning warnings webhook website window wire withdraw withdrawal withdrawals workflow year zone'
  ).split(' '),
);

/** For codes of several parts: currencies, networks, schemes and kinds of documents. */
const partsOfCodes: ReadonlySet<string> = new Set(
  (
    'ach amoy arbitrum avalanche base bitcoin brl btc celo cop erc eth ethereum eur fuji gbp hedera liquid lightning ' +
    'mainnet mxn ngn optimism polygon proof same sepolia sol solana stellar testnet trc tron trx usd usdc usdt wallets'
  ).split(' '),
);

/** Assets, networks, rails and schemes of payment services; no personal name equals one of them. */
const knownCodes: ReadonlySet<string> = new Set(
  [
    ...partsOfCodes,
    ...Intl.supportedValuesOf('currency'),
    ...countryCodes(2),
    ...countryCodes(3),
    ...(
      'aave ada algo apt arb arbt atom aurora avax bch bep2 bep20 bkash bnb boleto bre brl1 brla bsc busd cadc ccd cctp chaps chips ' +
      'clabe cngn cusd dai doge dot ebury eft erc20 erc721 eurc eurs eurt fedach fednow fps ftm gho gno gusd hbar hype imps inj ' +
      'interac kava ksm linea lnurl ltc matic mon mpesa mxnb mxnt near neft ngnc nip nostro npp op osmo pax paxg paynow pol ' +
      'promptpay ptax pyusd rlusd rtgs rtp scroll sei spei spl sui swift ted ton trc10 trc20 tusd uni upi usd0 usdb usde usdg usdp ' +
      'usds usdy usdm wbtc weth wire xdc xlm xmr xrp xsgd xtz zec zelle zksync pix'
    ).split(' '),
  ].map((code) => code.toLowerCase()),
);

const isOnePart = (text: string): boolean => /^[A-Za-z]+\d{0,3}$/.test(text) && knownCodes.has(text.toLowerCase());

/**
 * A code of a currency, asset, network, rail or country: one that is listed, or several words that codes are made of. Any other
 * short word may be a name, such as `WESLEY`.
 */
export const isCode = (text: string): boolean =>
  isOnePart(text) ||
  (/^[A-Z]{2,12}(?:_[A-Z]{2,12}){1,4}$/.test(text) &&
    text
      .toLowerCase()
      .split('_')
      .every((part) => words.has(part) || partsOfCodes.has(part)));

/** A name or state of known words: `updated_at`, `canLend`, `ON_HOLD`, `address2`. */
export const isPlainTerm = (text: string): boolean =>
  text.length <= 48 &&
  /^[A-Za-z]+(?:[_-][A-Za-z]+)*\d?$/.test(text) &&
  text
    .replace(/\d$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[ _-]/)
    .every((word) => words.has(word.toLowerCase()));

const fractionNames = new Map([
  [0, 's'],
  [3, 'ms'],
  [6, 'us'],
  [9, 'ns'],
]);

const dateTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:?\d{2})?$/;

function describeDateTime(text: string): string | undefined {
  const match = dateTime.exec(text);
  if (!match) return undefined;
  const [, day = '', time = '', { length } = '', zone] = match;
  if (!isCalendarDay(day) || !isTimeOfDay(time)) return 'impossible-datetime';
  const described = zone === undefined ? 'local' : zone === 'Z' || zone === '+00:00' ? 'utc' : `offset${zone}`;
  return `datetime-${fractionNames.get(length) ?? `f${length}`}-${described}`;
}

function describeDate(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  return isCalendarDay(text) ? 'date' : 'impossible-date';
}

function describeText(text: string): string {
  if (isUuid(text)) return isNilUuid(text) ? 'nil-uuid' : 'uuid';
  if (isDecimal(text)) return `${text.startsWith('-') ? '-' : ''}decimal(${text.split('.')[1]?.length ?? 0})`;
  const moment = describeDateTime(text) ?? describeDate(text);
  if (moment) return moment;
  if (isE164(text)) return 'e164';
  if (isUri(text)) return 'uri';
  if (isEmailAddress(text)) return 'email';
  if (/^[A-Z]{2,3}$/.test(text)) return `CC${text.length}`;
  return `text(${text.length})`;
}

/** In abstract form; never a part of the value, which may be personal or secret. */
export function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return describeText(value);
  if (typeof value === 'number')
    return !Number.isFinite(value) ? 'number out of range' : value < 0 ? '-number' : 'number';
  if (Array.isArray(value)) return `array(${value.length})`;
  return typeof value;
}

/** A name of known words itself; any other name, which may be data, in abstract form. */
export function describeKey(key: string): string {
  return isPlainTerm(key) ? key : `{${describe(key)}}`;
}

/** A code or state itself; any other text in abstract form. */
export function describeTerm(text: string): string {
  return isCode(text) || isPlainTerm(text) ? text : describe(text);
}
