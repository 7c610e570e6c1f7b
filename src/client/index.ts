// The only way to the service, with one method for each operation of the contract. It sends, records and redacts
// exchanges, and reports transport faults. It never judges a reply, follows a redirect, or sends an order twice.

export { type Api, createApi, noteServedBefore } from './api.ts';
export { type RecordedExchange, replyFrom } from './form-reply.ts';
export { requestIds } from './key-parts.ts';
export { type LedgerOrder, listing, openLedger, putOff, readLedger } from './ledger.ts';
export { CallRefused, NoAnswer, ProtocolViolation, wantsCertificate } from './no-answer.ts';
export { LostOrders } from './order-guard.ts';
export { type ShownPlaces, shownIn } from './redaction.ts';
export type { Limits } from './request.ts';
export { createTransport, optionsFor, type Transport, type TransportOptions } from './transport.ts';
export { version } from './version.ts';
export type { Behind } from './watch.ts';
