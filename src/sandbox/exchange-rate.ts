import { type Amount, multiply } from './money.ts';

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

/** Asset for one unit of a fiat currency; undefined for an unknown currency. An asset without a rate counts as a dollar. */
export function onrampRate(currency: string, asset: string): Amount | undefined {
  const dollars = rateOf(dollarsPerFiat, currency);
  return dollars === undefined ? undefined : multiply(dollars, rateOf(assetPerDollar, asset) ?? '1');
}

/** Fiat currency for one unit of an asset. What has no rate counts as a dollar: the rules decide what is traded. */
export function offrampRate(asset: string, currency: string): Amount {
  return multiply(rateOf(dollarsPerAsset, asset) ?? '1', rateOf(fiatPerDollar, currency) ?? '1');
}
