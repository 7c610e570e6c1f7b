import { type Attribution, attribute, countAnswers, type Responder } from '#attribution';
import type { AnyCheck } from '#checks';
import { NoAnswer, ProtocolViolation } from '#client';
import type { AnswerCount, AnsweredBy } from '#contract';
import { isKnownLockOut, isOfValidRequest } from '#probes';
import type { Evidence } from './world.ts';

const attributionOf = ({ replies, setting }: Evidence, requirement?: AnyCheck['requirement']): Attribution =>
  attribute({ replies, setting, isOfValidRequest, isKnownLockOut }, requirement);

/** Attributes all that was gathered until now, for one check. */
export const attributionFor = ({ requirement }: AnyCheck, world: Evidence): Attribution =>
  attributionOf(world, requirement);

const byCode: Readonly<Partial<Record<NoAnswer['code'], AnsweredBy>>> = {
  RATE_LIMITED: 'limit',
  UNAVAILABLE: 'limit',
  GATEWAY: 'gateway',
  BLOCKED: 'block',
};

/** Who ended an exchange without a reply; undefined where nothing was sent. */
const responderIn = (error: unknown): Pick<Responder, 'by' | 'name'> | undefined => {
  if (error instanceof ProtocolViolation) return { by: 'service' };
  if (!(error instanceof NoAnswer) || error.heldBack) return undefined;
  return { by: byCode[error.code] ?? 'nobody', name: error.product };
};

/** Counts all exchanges until now by who answered them. */
export const answersIn = (world: Evidence): readonly AnswerCount[] =>
  countAnswers([
    ...world.replies.map(attributionOf(world).of),
    ...(world.unanswered ?? []).flatMap((error) => responderIn(error) ?? []),
  ]);
