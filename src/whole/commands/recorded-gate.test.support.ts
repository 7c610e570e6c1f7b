import { tmpdir } from 'node:os';
import type { AnyCheck } from '#checks';
import type { RequirementId } from '#contract';
import { sentSetting } from '#evidence';
import { type CheckOutcome, RunState, runChecks, transportTo } from '#harness';
import type { Profile } from '#run';
import { type Fault, startSandbox } from '#sandbox';
import { openTarget, readSettings } from '#target';
import { type Entry, recorder } from '../../recording/recorder.test.support.ts';
import { allOf } from '../../testing/in-process.test.support.ts';
import '#suites';

/** A gate as a recording proxy saw it, and the gate's own findings. */
export interface RecordedGate {
  readonly entries: readonly Entry[];
  readonly found: ReadonlySet<RequirementId>;
}

interface Asked {
  readonly env?: Readonly<Record<string, string>>;
  readonly profile?: Profile;
  /** Faults or variations of every request. No two of them may decide the same policies. */
  readonly as?: readonly Fault[];
}

const foundBy = ({ requirement }: AnyCheck, { findings }: CheckOutcome) => (findings.length > 0 ? [requirement] : []);

/** Runs every check against a service, by default a new sandbox, and records the exchanges. */
export async function recordGate({ env = {}, profile = 'gate', as = [] }: Asked = {}): Promise<RecordedGate> {
  const settings = readSettings({ options: {}, cwd: tmpdir(), env });
  const { target, close } = await openTarget(settings, {
    sandbox: () => startSandbox({ always: allOf(as) }),
  });
  const { transport, entries } = recorder(transportTo(target));
  const runState = new RunState({
    transport,
    setting: sentSetting({ target, profile }),
    seed: 1,
  });
  try {
    const { reports } = await runChecks({}, { session: { runState, report: foundBy } });
    return { entries, found: new Set(reports.flat()) };
  } finally {
    await transport.close();
    await close();
  }
}
