/**
 * An exact decimal as it travels: text without an exponent. The arithmetic is written here, because the checks use
 * decimal.js.
 */
export type Amount = string;

interface Scaled {
  readonly units: bigint;
  readonly places: number;
}

function scaled(amount: Amount): Scaled {
  const [whole = '0', fraction = ''] = amount.split('.');
  return { units: BigInt(whole + fraction), places: fraction.length };
}

function written({ units, places }: Scaled): Amount {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const cut = digits.length - places;
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

function aligned(left: Amount, right: Amount): { a: bigint; b: bigint; places: number } {
  const a = scaled(left);
  const b = scaled(right);
  const places = Math.max(a.places, b.places);
  return {
    a: a.units * 10n ** BigInt(places - a.places),
    b: b.units * 10n ** BigInt(places - b.places),
    places,
  };
}

export function add(left: Amount, right: Amount): Amount {
  const { a, b, places } = aligned(left, right);
  return written({ units: a + b, places });
}

export function subtract(left: Amount, right: Amount): Amount {
  const { a, b, places } = aligned(left, right);
  return written({ units: a - b, places });
}

export function multiply(left: Amount, right: Amount): Amount {
  const a = scaled(left);
  const b = scaled(right);
  return trimmed(written({ units: a.units * b.units, places: a.places + b.places }));
}

/** Rounds up at `places`, for amounts from zero. */
export function divideUp(left: Amount, right: Amount, places: number): Amount {
  const { a, b } = aligned(left, right);
  const shifted = a * 10n ** BigInt(places);
  return written({ units: (shifted + b - 1n) / b, places });
}

/** Pads with zeros, or truncates, to exactly `places` decimal places. */
export function withPlaces(amount: Amount, places: number): Amount {
  const { units, places: had } = scaled(amount);
  const moved = places - had;
  return written({ units: moved < 0 ? units / 10n ** BigInt(-moved) : units * 10n ** BigInt(moved), places });
}

/** Removes trailing zeros after the second decimal place. */
export function trimmed(amount: Amount): Amount {
  const { places } = scaled(amount);
  if (places <= 2) return withPlaces(amount, 2);
  const kept = amount.replace(/0+$/, '');
  return scaled(kept).places < 2 ? withPlaces(kept, 2) : kept;
}

/** The decimal of a JSON number, within the digits of a double. */
export function amountOf(value: number): Amount {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const { units, places } = scaled(mantissa);
  const shift = places - Number(exponent);
  return shift >= 0 ? written({ units, places: shift }) : written({ units: units * 10n ** BigInt(-shift), places: 0 });
}

const dollarsPerFiat: Readonly<Record<string, Amount>> = {
  USD: '1',
  EUR: '1.0825',
  BRL: '0.1841',
  NGN: '0.00065',
  GHS: '0.0912',
  ZMW: '0.0415',
  TZS: '0.00037',
  MXN: '0.0542',
  COP: '0.00024',
  ARS: '0.00085',
};

const fiatPerDollar: Readonly<Record<string, Amount>> = {
  USD: '1',
  EUR: '0.9238',
  BRL: '5.4321',
  NGN: '1538.25',
  GHS: '10.9649',
  ZMW: '24.0964',
  TZS: '2702.7',
  MXN: '18.4502',
  COP: '4166.67',
  ARS: '1176.47',
};

const assetPerDollar: Readonly<Record<string, Amount>> = {
  USDT: '1.0005',
  USDC: '0.9999',
  BTC_LIGHTNING: '0.0000096',
};

const dollarsPerAsset: Readonly<Record<string, Amount>> = {
  USDT: '0.9995',
  USDC: '0.9998',
  EURC: '1.0825',
  BTC: '104166.5',
};

type Rates = Readonly<Record<string, Amount>>;

function rateOf(rates: Rates, code: string): Amount | undefined {
  return Object.hasOwn(rates, code) ? rates[code] : undefined;
}

/**
 * The amount of the asset for one unit of a fiat currency; undefined for an unknown currency. An asset without a rate
 * counts as a dollar.
 */
export function onrampRate(currency: string, asset: string): Amount | undefined {
  const dollars = rateOf(dollarsPerFiat, currency);
  return dollars === undefined ? undefined : multiply(dollars, rateOf(assetPerDollar, asset) ?? '1');
}

/**
 * The amount of the fiat currency for one unit of an asset. An asset without a rate counts as a dollar; the rules
 * decide which assets are traded.
 */
export function offrampRate(asset: string, currency: string): Amount {
  return multiply(rateOf(dollarsPerAsset, asset) ?? '1', rateOf(fiatPerDollar, currency) ?? '1');
}
