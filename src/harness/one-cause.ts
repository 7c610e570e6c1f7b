// One defect of transport or form in most answers counts once: one requirement reports it with its count, and the
// claims that it prevents have no result.

import { isFromService, isNotice, pageIn } from '#attribution';
import { type AnyCheck, guiltyReplies } from '#checks';
import { ProtocolViolation } from '#client';
import { isPromise, operationOf, type RequirementId, requirementOf } from '#contract';
import { isRecord, type Reply, untested } from '#evidence';
import { isError, isSuccess } from '#run';
import { type CheckOutcome, type CheckOutcomes, ofFailure } from './judge.ts';
import type { JudgedState } from './judged-state.ts';

const framingRule: RequirementId = 'http/is-well-formed';

/** A missing answer proves nothing about the form of answers. */
const isOfTransport = ({ findings }: CheckOutcome): boolean =>
  findings.length > 0 && findings.every(({ code, shownBy }) => shownBy === undefined && code !== 'NO_ANSWER');

interface FormDefect {
  readonly isOfKind: (reply: Reply) => boolean;
  readonly isLacking: (reply: Reply) => boolean;
  /** The requirement that reports the defect; by default the first promise that it breaks. */
  readonly reporter?: RequirementId;
  readonly said: string;
}

const formDefects: readonly FormDefect[] = [
  {
    isOfKind: (reply) => isError(reply) && !reply.empty && isFromService(reply),
    isLacking: (reply) => pageIn(reply) !== undefined,
    reporter: 'http/sends-json',
    said: 'most errors are pages, so nothing of them can be judged',
  },
  {
    isOfKind: (reply) => isError(reply) && isRecord(reply.body) && isFromService(reply),
    isLacking: ({ body }) => isRecord(body) && body.error === undefined && body.message === undefined,
    reporter: 'errors/carry-a-message',
    said: 'most errors have neither error nor message, so nothing else of them can be judged',
  },
  {
    isOfKind: (reply) => isSuccess(reply) && reply.body !== undefined && operationOf(reply.operation).success !== null,
    isLacking: isNotice,
    said: 'most records have another form than the document shows, so nothing else of them can be judged',
  },
];

const comesOf = ({ findings }: CheckOutcome, { isOfKind, isLacking }: FormDefect): boolean =>
  findings.length > 0 &&
  findings.every((found) => {
    const guilty = guiltyReplies(found);
    return guilty.length > 0 && guilty.every((reply) => isOfKind(reply) && isLacking(reply));
  });

/** True if the outcome may have the same cause as others, and must wait for them. */
export const mayShareCause = (outcome: CheckOutcome): boolean =>
  isOfTransport(outcome) || formDefects.some((defect) => comesOf(outcome, defect));

interface Judged {
  readonly checks: readonly AnyCheck[];
  readonly runState: JudgedState;
}

const transportOutcome = (check: AnyCheck, outcome: CheckOutcome, { checks, runState }: Judged): CheckOutcome => {
  const [found] = outcome.findings;
  if (found === undefined) return outcome;
  const { replies, unanswered = [] } = runState;
  const times = unanswered.filter((error) => error instanceof ProtocolViolation && error.code === found.code).length;
  const isOfMost = 2 * times > replies.length + unanswered.length;
  if (!isOfMost || times < 2 || !checks.some(({ requirement }) => requirement === framingRule)) return outcome;
  if (check.requirement === framingRule) return { ...outcome, findings: [{ ...found, times }] };
  const why = `most answers cannot be read: ${found.observed} at ${found.where}, where ${found.expected} was expected`;
  return ofFailure(untested('UNREADABLE', why));
};

/** With fewer answers, the defect may belong to one endpoint. */
const [minTimes, minOperations] = [4, 3];

const ofForm = (outcomes: CheckOutcomes, defect: FormDefect, { replies }: JudgedState): CheckOutcomes => {
  const concerned = [...outcomes].filter(([, outcome]) => comesOf(outcome, defect));
  const kind = replies.filter(defect.isOfKind);
  const lacking = kind.filter(defect.isLacking);
  const isOfMost = 2 * lacking.length > kind.length && lacking.length >= minTimes;
  if (!isOfMost || new Set(lacking.map(({ operation }) => operation)).size < minOperations) return outcomes;
  const promises = concerned.filter(([{ requirement }]) => isPromise(requirementOf(requirement)));
  const first = promises.find(([{ requirement }]) => requirement === defect.reporter) ?? promises[0];
  if (first === undefined) return outcomes;
  const decided = new Map(outcomes);
  for (const [check, outcome] of concerned) {
    const [found] = outcome.findings;
    if (check !== first[0]) decided.set(check, ofFailure(untested('UNREADABLE', defect.said)));
    else if (found) decided.set(check, { ...outcome, findings: [{ ...found, times: lacking.length }] });
  }
  return decided;
};

/** Lets one check report a defect of most answers. */
export const oneCause = (given: CheckOutcomes, judged: Judged): CheckOutcomes => {
  const outcomes = new Map(
    [...given].map(([check, outcome]) => [
      check,
      isOfTransport(outcome) ? transportOutcome(check, outcome, judged) : outcome,
    ]),
  );
  return formDefects.reduce<CheckOutcomes>((all, defect) => ofForm(all, defect, judged.runState), outcomes);
};
