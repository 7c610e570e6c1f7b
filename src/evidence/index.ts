export { isRecord } from '#schemas';
// The evidence of a run: replies with the reason for each request, and the facts known before the first of them.

export { codeAt, counterAt, idIn, idOf, isTimestamp, sameBalances, writtenIdOf } from './reading.ts';
export type {
  CallInput,
  Credential,
  KeyPlace,
  Purpose,
  Reply,
  SentRequest,
  WireNote,
  WireProblem,
} from './reply.ts';
export { createRoles, type Roles } from './roles.ts';
export { amountIn, idParametersOf, idsIn, jsonIn, sentQuery, sentSegment, subaccountOf } from './sent.ts';
export { createKeys, type Keys, type Setting } from './setting.ts';
export { notSet, Untested } from './untested.ts';
export { NotApplicable, recordsIn, toAmount, type View, valueAt, viewOf } from './view.ts';
