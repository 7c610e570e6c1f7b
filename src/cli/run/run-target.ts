import { valuesShownIn } from '#baseline';
import type { RunPlan } from '#contract';
import { openTarget, type Settings, Unreachable, unprobedTarget } from '#target';
import { demandSameTarget } from '../baseline/baseline-choice.ts';
import { type CommandCall, exitCode } from '../command.ts';
import { sharedTarget } from '../merge/shard.ts';
import { ledgerPlaceIn } from '../orders/orders.ts';
import { beginKeeping, clearFolder, demandFolder, demandLedger } from '../output/folder.ts';
import { holdFolder } from '../output/own-folder.ts';
import { settingsFor } from '../settings/settings.ts';
import { interruptible } from '../terminal/interruption.ts';
import { budgetFor, describeBudget, within } from './budget.ts';
import { unreported } from './collector.ts';
import { concludeRun, type Run } from './conclusion.ts';
import { describeTarget } from './describe-target.ts';
import { judgeRun, type RunEnd } from './judgement.ts';
import { idsOf, type RunChoices, readChoices, withShare } from './run-choices.ts';
import { type SendingRun, testAndConclude } from './run-tests.ts';

export const planFor = (
  target: RunPlan['target'],
  { seed, profile, selected, directory, baseline }: RunChoices,
): RunPlan => {
  const ledger = ledgerPlaceIn(directory, target);
  return {
    target,
    seed,
    profile,
    ...(baseline ? { shownValues: valuesShownIn(baseline.facts) } : {}),
    ...(selected ? { only: [...selected] } : {}),
    ...(ledger ? { ledger } : {}),
  };
};

/** A run that is killed while it probes leaves a verdict that says so. */
function keepNothingYet(run: Run): void {
  const { directory } = run.choices;
  const verdict = () => judgeRun(run, { reports: [], crashed: [], interrupted: true });
  beginKeeping({ directory, secrets: run.secrets, verdict });
}

/** No requirement was put to the target; each says so, so that a report of an earlier run is not taken for this one's. */
const unreached = (choices: RunChoices, message: string): RunEnd => ({
  reports: idsOf(choices).map((requirement) => ({
    ...unreported,
    requirement,
    broken: { code: 'UNREACHABLE', message },
  })),
  crashed: [],
  interrupted: false,
});

/** A run whose target has not been probed yet. */
type Unplanned = Omit<Run, 'plan' | 'secrets'>;

const planned = (run: Unplanned, target: RunPlan['target']): SendingRun => ({
  ...run,
  plan: planFor(target, run.choices),
  secrets: Object.values(target.keys),
});

async function probeAndTest(run: Unplanned, settings: Settings): Promise<number> {
  const { call, choices, interruption } = run;
  const { target, notes, close } = await openTarget(settings, { signal: interruption.signal });
  try {
    const shared = sharedTarget(target, choices.shard);
    const budget = budgetFor(shared, choices);
    const bounded = within(shared, budget);
    if (!call.flag('quiet'))
      call.say(describeTarget(bounded, [...settings.notes, ...notes]) + describeBudget(bounded, budget));
    return await testAndConclude(planned(run, bounded));
  } finally {
    await close();
  }
}

async function aim(run: Unplanned, settings: Settings): Promise<number> {
  const { call, choices, interruption } = run;
  clearFolder(choices.directory);
  if (settings.service) keepNothingYet(planned(run, unprobedTarget(settings, settings.service, false)));
  try {
    return await probeAndTest(run, settings);
  } catch (error) {
    if (interruption.signal.aborted) {
      call.terminal.err.write('Interrupted before the first test; no report was written.\n');
      return interruption.code() ?? exitCode.interrupted;
    }
    if (!(error instanceof Unreachable) || settings.service === undefined) throw error;
    call.terminal.err.write(`${error.message}\n`);
    return concludeRun(
      planned(run, unprobedTarget(settings, settings.service, false)),
      unreached(choices, error.message),
      { unreached: true },
    );
  }
}

/** Holds one target to the document; resolves to the exit code. */
export async function runTarget(call: CommandCall): Promise<number> {
  // First, because it knows a key among the arguments, which nothing may repeat.
  const settings = settingsFor(call);
  const chosen = readChoices(call);
  const choices = withShare(chosen, settings.service !== undefined);
  demandSameTarget(choices.baseline, settings);
  demandFolder(choices.directory);
  demandLedger(choices.directory, settings);
  return holdFolder(choices.directory, () =>
    interruptible((interruption) => {
      const run = { call, choices, startedAt: new Date(), interruption };
      return aim(run, settings);
    }),
  );
}
