import type { Found } from '#checks';
import { CallRefused, NoAnswer, ProtocolViolation } from '#client';
import type { Exchange, Observation, UntestedReason } from '#contract';
import { type Reply, Untested } from '#evidence';
import type { World } from './world.ts';

/** The source of a judgement's data: a world, or a recording of one. */
export type Evidence = Pick<World, 'get' | 'failuresOf' | 'setting'> &
  // Nothing can be asked again of a recording.
  Partial<Pick<World, 'again' | 'unanswered'>> & { readonly replies: readonly Reply[] };

/** How a check ended, before it is reported. */
export interface CheckOutcome {
  readonly findings: readonly Found[];
  readonly judged: readonly Reply[];
  readonly observations: readonly Observation[];
  readonly untested?: UntestedReason;
  readonly broken?: { readonly code: string; readonly message: string };
  /** The requests that got no reply. */
  readonly unanswered?: readonly Exchange[];
}

const nothing = { findings: [], judged: [], observations: [] } as const;

const exchangeOf = ({ exchange }: NoAnswer | ProtocolViolation): readonly Exchange[] =>
  exchange ? [exchange()] : [];

/** The place of a mistake of ours; its message may hold a payload's value and is left out. */
const firstFrame = ({ stack }: Error): string =>
  stack
    ?.split('\n')
    .find((line) => line.trim().startsWith('at '))
    ?.trim() ?? 'no stack';

const ofRefusedCall = ({ kind, reason }: CallRefused): CheckOutcome => {
  if (kind === 'budget') return { ...nothing, broken: { code: 'BUDGET_SPENT', message: reason } };
  if (kind === 'ledger') return { ...nothing, broken: { code: 'LEDGER_UNWRITABLE', message: reason } };
  return { ...nothing, untested: { by: 'user', reason } };
};

/** The outcome of a check without a judgement: the service's fault, a missing role, no answer, or our own mistake. */
export const ofFailure = (error: unknown): CheckOutcome => {
  if (error instanceof Untested) return { ...nothing, untested: { by: error.by, reason: error.message } };
  if (error instanceof CallRefused) return ofRefusedCall(error);
  if (error instanceof ProtocolViolation)
    return {
      ...nothing,
      findings: [{ ...error.problem, operation: error.operation }],
      unanswered: exchangeOf(error),
    };
  if (error instanceof NoAnswer)
    return {
      ...nothing,
      broken: { code: error.code, message: error.message },
      unanswered: exchangeOf(error),
    };
  const message = error instanceof Error ? `${error.name}: ${firstFrame(error)}` : 'unknown';
  return { ...nothing, broken: { code: 'HARNESS_MISTAKE', message } };
};
