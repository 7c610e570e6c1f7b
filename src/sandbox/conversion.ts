import { frozen, type Owned, ownedBy, ownRecord, seededId, subaccounts } from './identity.ts';
import { multiply, subtract, withPlaces } from './money.ts';
import { seededInstant } from './offramp.ts';

const pairs = [
  ['usd', 'ngn', '1538.25'],
  ['usd', 'brl', '5.4321'],
  ['brl', 'usd', '0.184123'],
  ['eur', 'usd', '1.0825'],
] as const;

function record(family: string, number: number) {
  const [fromCurrency, toCurrency, rate] = pairs[number % pairs.length] ?? pairs[0];
  const amount = `${50 + number * 10}.25`;
  const fee = multiply(amount, '0.004');
  const net = subtract(amount, fee);
  return {
    id: seededId(family, number),
    fromCurrency,
    toCurrency,
    amount: withPlaces(amount, 12),
    feeAmount: withPlaces(fee, 12),
    netAmount: withPlaces(net, 12),
    estimatedReceived: withPlaces(multiply(net, rate), 12),
    rate: withPlaces(rate, 12),
    createdAt: seededInstant(number),
  };
}

type Conversion = ReturnType<typeof record>;

function seeded(owner: string, family: string, number: number): Owned<Conversion> {
  return { owner, origin: 'seeded', record: record(family, number) };
}

export const seededConversions: readonly Owned<Conversion>[] = frozen([
  ...Array.from({ length: 18 }, (_, number) => seeded(subaccounts.individual, '0f01', number)),
  ...Array.from({ length: 3 }, (_, number) => seeded(subaccounts.business, '0f02', 100 + number)),
]);

export const conversion = {
  listing: (all: readonly Owned<Conversion>[], subaccountId: string): readonly Owned<Conversion>[] =>
    ownedBy(all, subaccountId).toReversed(),
  find: ownRecord<Conversion>,
  listed: (record: Conversion): unknown => record,
  retrieved: (record: Conversion): unknown => record,
};
