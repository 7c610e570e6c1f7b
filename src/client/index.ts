// The only way to the service: one method per operation, derived from the contract's table. It sends, records and
// says what crossed the wire wrongly; it never judges a reply, follows a redirect or sends an order twice. What is
// kept of an exchange is redacted here, before anything else sees it.

export { type Api, type ApiOptions, type CallOptions, createApi } from './api.ts';
export { type RecordedRequest, sendBare } from './bare.ts';
export { describeCase } from './case.ts';
export { CallRefused, NoAnswer, type NoAnswerCode, ProtocolViolation, type RefusalKind } from './failure.ts';
export { type Ledger, openLedger } from './ledger.ts';
export type { OrderOutcome, Settlement } from './ledger-entry.ts';
export { type LedgerOrder, linesOfLedger, readLedger, unreadLinesOf } from './ledger-read.ts';
export { mark } from './marks.ts';
export { type RecordedExchange, replyFrom } from './recorded.ts';
export { createRedactor, type Redactor, type Shown, type Side, shownIn } from './redaction.ts';
export { listenForStop, sendStop } from './stop.ts';
export { createTransport, type Transport, type TransportOptions } from './transport.ts';
export { version } from './version.ts';
