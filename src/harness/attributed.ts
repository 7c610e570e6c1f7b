// The attribution of gathered replies, and the replies that each check may use.
import { type Attribution, attribute, countAnswers, type Responder } from '#attribution';
import { type AnyCheck, isUniversal, sourcesOf, type UniversalCheck } from '#checks';
import { NoAnswer, ProtocolViolation } from '#client';
import { operationOf } from '#contract';
import type { Reply, SentExchange } from '#evidence';
import { isValidRequest, probesOf } from '#probes';
import { type AnswerCount, type AnsweredBy, isError, type TestReport } from '#run';
import type { Attributed, JudgedState } from './judged-state.ts';

/** All checks share it until a new reply arrives. */
const attributed = (runState: JudgedState): Attributed => {
  const { replies, unanswered = [], setting, setAside } = runState;
  const upTo = `${replies.length + unanswered.length}, ${runState.disturbances ?? 0}`;
  if (runState.attributed?.upTo === upTo) return runState.attributed;
  const isKnownLockOut = (reply: Reply) => runState.run?.lockOuts.has(reply) ?? false;
  // The service refused these for now, and answered another order of their kind.
  const putOff = new Set(
    replies.flatMap(({ before, status }) => (before?.status === 503 && status !== 503 ? [before] : [])),
  );
  const isSetAside = (reply: Reply) =>
    putOff.has(reply) || setAside?.has(reply) === true || runState.isDisturbed?.(reply) === true;
  const calm = replies.filter((reply) => !isSetAside(reply));
  const gatewayErrors = unanswered
    .filter((error) => error instanceof NoAnswer)
    .filter(({ code }) => code === 'GATEWAY');
  const failedAtGateway = new Set(gatewayErrors.map(({ operation }) => operation));
  const attributionFor = attribute({
    replies: calm,
    setting,
    isValidRequest,
    isKnownLockOut,
    isSetAside,
    failedAtGateway,
  });
  const byProbe = new Map<string, { readonly at: number; readonly reply: Reply }[]>();
  for (const [at, reply] of replies.entries()) {
    const own = byProbe.get(reply.request.purpose.probe);
    if (own) own.push({ at, reply });
    else byProbe.set(reply.request.purpose.probe, [{ at, reply }]);
  }
  runState.attributed = { upTo, attributionFor, byProbe, ofCheck: new Map() };
  return runState.attributed;
};

/** The attribution of every reply so far, for one check. */
export const attributionFor = ({ requirement }: AnyCheck, runState: JudgedState): Attribution =>
  attributed(runState).attributionFor(requirement);

const byCode: Readonly<Partial<Record<NoAnswer['code'], AnsweredBy>>> = {
  RATE_LIMITED: 'limit',
  GATEWAY: 'gateway',
  BLOCKED: 'block',
};

const responderIn = (error: unknown): Pick<Responder, 'by' | 'name'> | undefined => {
  if (error instanceof ProtocolViolation) return { by: 'service' };
  if (!(error instanceof NoAnswer) || error.whyHeldBack !== undefined) return undefined;
  return { by: byCode[error.code] ?? 'nobody', name: error.product };
};

const lineOf = ({ operation, status, request: { purpose }, exchange }: Reply): string => {
  const { method, path } = operationOf(operation);
  return `${exchange.startedAt} ${method} ${path}${purpose.case === undefined ? '' : `, ${purpose.case}`}: ${status}`;
};

export const answersIn = (runState: JudgedState): readonly AnswerCount[] => {
  const known = attributed(runState);
  const { of } = known.attributionFor();
  known.answers ??= countAnswers([
    ...runState.replies.map((reply) => {
      const responder = of(reply);
      return { ...responder, request: responder.by === 'service' ? undefined : lineOf(reply) };
    }),
    ...(runState.unanswered ?? []).flatMap((error) => responderIn(error) ?? []),
  ]);
  return known.answers;
};

export const probedReplies = (check: AnyCheck, runState: JudgedState): readonly Reply[] => {
  const { byProbe } = attributed(runState);
  const ids = new Set(sourcesOf(check).flatMap((source) => probesOf(source).map(({ id }) => id)));
  return [...ids]
    .flatMap((id) => byProbe.get(id) ?? [])
    .toSorted((one, other) => one.at - other.at)
    .map(({ reply }) => reply);
};

export const repliesOfUniversal = (check: UniversalCheck, runState: JudgedState): readonly Reply[] => {
  const { ofCheck } = attributed(runState);
  const replies = ofCheck.get(check) ?? runState.replies.filter(check.of);
  ofCheck.set(check, replies);
  return replies;
};

/** The replies of a check that are known before its judgement. */
export const repliesFor = (check: AnyCheck, runState: JudgedState): readonly Reply[] => {
  const own = isUniversal(check) ? repliesOfUniversal(check, runState) : [];
  return own.length > 0 ? own : probedReplies(check, runState);
};

const maxLines = 4;

/** Requests with errors come first if the check failed. */
export const requestsOf = (
  check: AnyCheck,
  runState: JudgedState,
  hasHeld: boolean,
): NonNullable<TestReport['requests']> => {
  const replies = repliesFor(check, runState);
  const errors = replies.filter(isError);
  const kept = new Set(hasHeld ? [] : [...errors, ...replies].slice(0, maxLines));
  return { answered: replies.length, lines: replies.filter((reply) => kept.has(reply)).map(lineOf) };
};

export const unansweredIn = ({ unanswered = [] }: JudgedState): readonly SentExchange[] =>
  unanswered.flatMap((error) => {
    const isSent = error instanceof ProtocolViolation || (error instanceof NoAnswer && error.whyHeldBack === undefined);
    return isSent && error.sent !== undefined ? [error.sent()] : [];
  });
