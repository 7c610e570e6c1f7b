import { tmpdir } from 'node:os';
import fc from 'fast-check';
import type { RequirementId } from '#contract';
import { faultFinder } from '#faults';
import { openSession, plannedChecks, runChecks, type SessionOptions } from '#harness';
import type { Verdict } from '#reporting';
import type { Profile, Target, TestReport } from '#run';
import { type Fault, memorySandbox } from '#sandbox';
import { openTarget, readSettings } from '#target';
import type { FileChoices } from '../cli/call.ts';
import { planFor } from '../cli/run/plan.ts';
import { verdictOf } from '../cli/run/verdict-of.ts';
import { catalogueSeed, leavingOut } from '../cli/settings/selection.ts';
import '#suites';

interface Asked extends SessionOptions {
  readonly profile?: Profile;
  readonly seed?: number;
  readonly only?: readonly RequirementId[];
  readonly leaveOut?: FileChoices['leaveOut'];
  /** Starts the checks in an order that the seed draws, to show that no check depends on another. */
  readonly shuffled?: true;
  readonly shownValues?: readonly string[];
  /** Answers without a socket. */
  readonly dispatcher?: Target['dispatcher'];
}

export interface InProcess {
  readonly target: Target;
  readonly reports: readonly TestReport[];
  /** Requirements in the order in which they started. */
  readonly order: readonly RequirementId[];
  readonly verdict: Verdict;
  readonly refusals: readonly string[];
}

/** A whole run without a process, with the target, session, checks and judge of the command. */
export async function runInProcess(
  env: Readonly<Record<string, string>>,
  {
    profile = 'smoke',
    seed = catalogueSeed(),
    only,
    leaveOut,
    limits,
    prompt,
    signal,
    dispatcher,
    shuffled,
    ...rest
  }: Asked = {},
): Promise<InProcess> {
  // A busy machine is slow, but not a silent service.
  const settings = readSettings({ options: {}, cwd: tmpdir(), env: { RAMP_TIMEOUT_MS: '60000', ...env } });
  const { target: open, close } = await openTarget(settings, {
    ...(limits && { limits }),
    ...(dispatcher && { dispatcher }),
  });
  try {
    const selected = only && new Set(only);
    const left = leaveOut && leavingOut(leaveOut);
    const config = { profile, seed, gate: 'implied' as const, directory: '', selected, ...left };
    const { ledger: _ledger, ...asPlanned } = planFor(open, config);
    const plan = { ...asPlanned, ...rest };
    const waiting = { ...(limits && { limits }), ...(prompt && { prompt }), ...(signal && { signal }) };
    const session = openSession(plan, waiting);
    const planned = plannedChecks(plan);
    const anyOrder = fc.shuffledSubarray([...planned], { minLength: planned.length });
    const [checks = planned] = shuffled ? fc.sample(anyOrder, { seed, numRuns: 1 }) : [];
    const gathered = await runChecks({ checks }, { session });
    const verdict = verdictOf(config, plan, gathered);
    const order = checks.map(({ requirement }) => requirement);
    return {
      target: plan.target,
      reports: gathered.reports,
      order,
      verdict,
      refusals: session.refusals(),
    };
  } finally {
    await close();
  }
}

/** The fault or variation with this id, for every request. */
export const planted = (id: string): Fault => {
  const fault = faultFinder(id);
  if (fault === undefined) throw new Error(`there is no fault ${id}`);
  return fault;
};

/** Several faults together; no two of them may decide the same policies. */
export const allOf = (faults: readonly Fault[]): Fault => ({
  policies: Object.assign({}, ...faults.map(({ policies }) => policies)),
  reply: (first, request) => faults.reduce((reply, { reply: hook }) => hook?.(reply, request) ?? reply, first),
});

/** Runs against a new sandbox in memory, as against a remote service. `env` overrides its settings. */
export function runOnSandbox(
  always?: Fault,
  asked: Asked = {},
  env: Readonly<Record<string, string>> = {},
): Promise<InProcess> {
  const { settings, dispatcher } = memorySandbox({ ...(always && { always }) });
  return runInProcess({ ...settings, RAMP_QUIET_ACCOUNT: 'true', ...env }, { dispatcher, ...asked });
}

/** A run mostly waits, so several run at once, in the order of the items. */
export async function severalAtOnce<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
  most = 4,
): Promise<readonly R[]> {
  const results: R[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: most }, worker));
  return results;
}
