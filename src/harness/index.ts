/** What a suite works with: tests named by requirement, matchers that report findings, roles and properties. */
export type { Reply } from '#client';
export {
  answering,
  depositCurrencies,
  holding,
  type Input,
  listings,
  type OperationId,
  onrampAssets,
  operationIds,
  operationOf,
  type RequirementId,
  rails,
} from '#contract';
export type { Conformance } from './conformance.ts';
export type { Expect, Matchers, Promised } from './expect.ts';
export { isOfCircumstance, isOfKind, type MessageKind } from './message.ts';
export type { Sequences, Step } from './model.ts';
export { ifPossible, orReason } from './possible.ts';
export { messageOf, type Refusal } from './refusal.ts';
export { codeAt, counterAt, idOf, isTimestamp, sameBalances, writtenIdOf } from './reply.ts';
export type { Rule } from './rule.ts';
export { flow, inStages, test } from './test.ts';
export { pause } from './time.ts';
export { Deviation } from './verdicts.ts';
export { isRecord, type View, viewOf } from './view.ts';
