// Every decision of the sandbox that could be made wrongly, as a service makes it that keeps every promise. All are pure:
// the records that they are given are frozen.

export { authentication } from './authentication.ts';
export { balances } from './balances-seed.ts';
export { body } from './body.ts';
export { businessKyc } from './business-kyc-seed.ts';
export { conversion } from './conversion-seed.ts';
export { deposit } from './deposit-record.ts';
export { error } from './error.ts';
export { creation } from './identity.ts';
export { individualKyc } from './individual-kyc-seed.ts';
export { lightningOfframp } from './lightning-offramp-record.ts';
export { offramp } from './offramp-record.ts';
export { onramp } from './onramp-record.ts';
export { order } from './order.ts';
export { pagination } from './pagination.ts';
export { rails } from './rails.ts';
export { recipient } from './recipient.ts';
export { bankAccount, kyc, subaccount } from './subaccount-seed.ts';
export { taxonomy } from './taxonomy-seed.ts';
export { withdrawal } from './withdrawal-seed.ts';
