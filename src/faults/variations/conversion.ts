import { type Hook, isRecord } from '../rewriting.ts';
import { alternatives, inPlaces, onSuccess, type Variation, variants } from '../variation.ts';

type Conversion = Record<'amount' | 'feeAmount' | 'netAmount' | 'estimatedReceived' | 'rate', string>;

const inTwelve = (value: number, exact = 12): string => String(inPlaces(12)(value.toFixed(exact)));

const onConversions = (change: (conversion: Conversion) => Partial<Conversion>): Hook =>
  onSuccess(['conversion.list', 'conversion.read'], (body) => {
    if (!isRecord(body)) return;
    const conversions = Array.isArray(body.data) ? body.data : [body];
    for (const conversion of conversions) Object.assign(conversion, change(conversion));
  });

const combinable = variants('conversion', {
  'A conversion costs nothing: the net amount is the amount.': onConversions(({ amount, rate }) => ({
    feeAmount: inTwelve(0),
    netAmount: amount,
    estimatedReceived: inTwelve(Number(amount) * Number(rate)),
  })),
});

const exclusive = alternatives('conversion', {
  'The estimate is rounded to a whole unit, and still has twelve places.': onConversions(({ estimatedReceived }) => ({
    estimatedReceived: inTwelve(Number(estimatedReceived), 0),
  })),
  'The fee is charged on top of the amount, so that the net amount is all of it.': onConversions(({ amount }) => ({
    netAmount: amount,
  })),
});

export const variations: readonly Variation[] = [...combinable, ...exclusive];
