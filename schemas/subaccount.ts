import { z } from 'zod';
import { closedSet, countryCode, emailAddress, flag, mapOf, openSet, text, timestamp, uri, uuid } from './formats.ts';
import { depositCurrencies, waysToPay } from './orders.ts';

const requiredAction = z.looseObject({ type: openSet(['kyc']), description: text(), url: uri() });

/** The capabilities of a subaccount in one currency; the two required members come with the status `locked`. */
const currencyCapability = z.looseObject({
  status: openSet(['locked', 'approved']),
  canOnramp: flag(),
  canOfframp: flag(),
  canDeposit: flag(),
  canWithdraw: flag(),
  requiredKyc: text().optional(),
  rails: mapOf(openSet(waysToPay), flag()),
  requiredActions: z.array(requiredAction).optional(),
});

/** Networks that the document names for each asset; another is drift. */
export const assetNetworks: Readonly<Record<string, readonly string[]>> = {
  USDT: ['ETH', 'SOL', 'CELO'],
  USDC: ['ETH', 'SOL', 'CELO', 'POLY'],
  EURC: ['ETH', 'SOL', 'CELO'],
  BTC: ['LIGHTNING'],
};

const assetCapability = z.looseObject({
  networks: z.array(openSet(['ETH', 'SOL', 'CELO', 'POLY', 'LIGHTNING'])),
});

export const subaccount = z.looseObject({
  id: uuid(),
  email: emailAddress(),
  status: closedSet(['created', 'approved', 'review']),
  createdAt: timestamp(),
  firstName: text().nullable(),
  lastName: text().nullable(),
  phone: text().nullable(),
  type: closedSet(['individual', 'business']),
  kyc: z.looseObject({
    profiles: z.array(z.looseObject({ country: countryCode(2), status: openSet(['approved']) })),
  }),
  capabilities: z.looseObject({
    currencies: mapOf(openSet([...depositCurrencies, 'AED']), currencyCapability),
    assets: mapOf(openSet(['USDT', 'USDC', 'EURC', 'BTC']), assetCapability),
  }),
});
