/**
 * An exact decimal in the form in which it travels: text without exponent. The arithmetic is of our own, because checks
 * rely on decimal.js.
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

/** Rounded up at the given places; for amounts that are not negative. */
export function divideUp(left: Amount, right: Amount, places: number): Amount {
  const { a, b } = aligned(left, right);
  const shifted = a * 10n ** BigInt(places);
  return written({ units: (shifted + b - 1n) / b, places });
}

/** Exactly so many places: padded, or cut toward zero. */
export function withPlaces(amount: Amount, places: number): Amount {
  const { units, places: had } = scaled(amount);
  const moved = places - had;
  return written({ units: moved < 0 ? units / 10n ** BigInt(-moved) : units * 10n ** BigInt(moved), places });
}

/** Without trailing zeros beyond the second place. */
export function trimmed(amount: Amount): Amount {
  const { places } = scaled(amount);
  if (places <= 2) return withPlaces(amount, 2);
  const kept = amount.replace(/0+$/, '');
  return scaled(kept).places < 2 ? withPlaces(kept, 2) : kept;
}

/** The decimal that a JSON number was written as, up to the digits a double keeps. */
export function amountOf(value: number): Amount {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const { units, places } = scaled(mantissa);
  const shift = places - Number(exponent);
  return shift >= 0 ? written({ units, places: shift }) : written({ units: units * 10n ** BigInt(-shift), places: 0 });
}
