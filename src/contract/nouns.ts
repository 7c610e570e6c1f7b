/** The nouns of the document: each file has the operations of one, what is special about them, and what they promise. */
export * as balances from './endpoints/balances.ts';
export * as businessKyc from './endpoints/business-kyc.ts';
export * as conversion from './endpoints/conversion.ts';
export * as deposit from './endpoints/deposit.ts';
export * as individualKyc from './endpoints/individual-kyc.ts';
export * as lightningOfframp from './endpoints/lightning-offramp.ts';
export * as offramp from './endpoints/offramp.ts';
export * as onramp from './endpoints/onramp.ts';
export * as subaccount from './endpoints/subaccount.ts';
export * as taxonomy from './endpoints/taxonomy.ts';
export * as withdrawal from './endpoints/withdrawal.ts';
