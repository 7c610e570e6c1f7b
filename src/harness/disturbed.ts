// Repeats requests that were answered during a disturbance, or with a notice instead of the record.

import { isDeepStrictEqual } from 'node:util';
import { hasItsForm, isNotice } from '#attribution';
import { type AnyCheck, sourcesOf } from '#checks';
import { isOrder } from '#contract';
import { keyIn, type Reply } from '#evidence';
import { type Mode, probesOf } from '#probes';
import { isSuccess } from '#run';
import { isHeldBack } from './failures.ts';
import type { JudgedState } from './judged-state.ts';
import type { LookBudget } from './look-budget.ts';
import { stateWith } from './stand-ins.ts';

/** Modes whose probes compare no neighbouring requests, so that they can be repeated later. */
const timeless: ReadonlySet<Mode> = new Set(['reads', 'orders', 'wrongKeys']);

export const timelessIn = (checks: readonly AnyCheck[]): ReadonlySet<string> =>
  new Set(
    checks
      .flatMap(sourcesOf)
      .flatMap(probesOf)
      .flatMap(({ id, mode }) => (timeless.has(mode) ? [id] : [])),
  );

const isSameRequest = (one: Reply, other: Reply): boolean =>
  one.operation === other.operation &&
  one.request.method === other.request.method &&
  one.request.path === other.request.path &&
  one.request.sentBody === other.request.sentBody &&
  // The key may be in another place, or in a header with other letter case.
  isDeepStrictEqual(one.request.credential, other.request.credential);

/** True for a read or a refused invalid order; for wrong keys within their limit. */
const mayBeRepeated = ({ operation, request: { purpose } }: Reply): boolean =>
  !isOrder(operation) || purpose.invalid === true || purpose.changed !== undefined;

const isServed = (reply: Reply): boolean => isSuccess(reply) && hasItsForm(reply);

/** A notice may be temporary if other reads are served. */
const isBesideRecord = (reply: Reply): boolean => {
  const { odd, invalid, detour } = reply.request.purpose;
  const isValid = odd === undefined && invalid === undefined && detour === undefined;
  return isValid && !isOrder(reply.operation) && isNotice(reply);
};

/**
 * Sends each disturbed request once more. Returns a run state with the second answers; without a disturbance, returns
 * the given state. Requests that must come last are not sent.
 */
export const repeatDisturbed = async (
  checks: readonly AnyCheck[],
  runState: JudgedState,
  { budget, isKeptForLast }: { readonly budget: LookBudget; readonly isKeptForLast: (reply: Reply) => boolean },
): Promise<JudgedState> => {
  const { resender } = runState;
  const isFull = ({ request }: Reply) => keyIn(request) === runState.setting.keys.full;
  const hasRecords = runState.replies.some((reply) => !isOrder(reply.operation) && isFull(reply) && isServed(reply));
  const isDisturbed = (reply: Reply): boolean =>
    runState.isDisturbed?.(reply) === true || (hasRecords && isFull(reply) && isBesideRecord(reply));
  const disturbed = runState.replies.filter(isDisturbed);
  if (disturbed.length === 0 || resender === undefined) return runState;
  const probes = timelessIn(checks);
  const again = disturbed.filter((reply) => probes.has(reply.request.purpose.probe) && !isKeptForLast(reply));
  const inTurn = [...again.filter(isFull), ...again.filter((reply) => !isFull(reply))];
  const standIns = new Map<unknown, Reply>();
  let mayAsk = await resender.isServing();
  for (const reply of inTurn) {
    const isOfWrongKey = !isFull(reply);
    let second = runState.replies.find((other) => !isDisturbed(other) && isSameRequest(reply, other));
    if (second === undefined && mayAsk && mayBeRepeated(reply) && budget.mayRepeat(isOfWrongKey))
      second = await resender.lookAgain(reply, { recorded: true }).catch((error) => {
        if (!isHeldBack(error)) throw error;
        mayAsk = false;
        return undefined;
      });
    if (second !== undefined && !isDisturbed(second)) standIns.set(reply, second);
  }
  return stateWith(runState, standIns, new Set());
};
