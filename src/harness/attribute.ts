import { type Attribution, attribute, countAnswers, type Responder } from '#attribution';
import type { AnyCheck } from '#checks';
import { NoAnswer, ProtocolViolation } from '#client';
import type { AnswerCount, AnsweredBy } from '#contract';
import { isKnownLockOut, isOfValidRequest } from '#probes';
import type { Evidence } from './world.ts';

interface Attributed {
  readonly upTo: number;
  readonly attributionFor: ReturnType<typeof attribute>;
  answers?: readonly AnswerCount[];
}

const latest = new WeakMap<Evidence, Attributed>();

/** Attributes all that was gathered until now. Until more comes in, all checks share it. */
const attributed = (world: Evidence): Attributed => {
  const { replies, unanswered = [], setting } = world;
  const upTo = replies.length + unanswered.length;
  const known = latest.get(world);
  if (known?.upTo === upTo) return known;
  const attributionFor = attribute({ replies, setting, isOfValidRequest, isKnownLockOut });
  const fresh = { upTo, attributionFor };
  latest.set(world, fresh);
  return fresh;
};

/** Attributes all that was gathered until now, for one check. */
export const attributionFor = ({ requirement }: AnyCheck, world: Evidence): Attribution =>
  attributed(world).attributionFor(requirement);

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
export const answersIn = (world: Evidence): readonly AnswerCount[] => {
  const known = attributed(world);
  known.answers ??= countAnswers([
    ...world.replies.map(known.attributionFor().of),
    ...(world.unanswered ?? []).flatMap((error) => responderIn(error) ?? []),
  ]);
  return known.answers;
};
