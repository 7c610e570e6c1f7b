import { type RunPlan, requirements, type TestReport } from '#contract';
import { allureReporter, prepareAllureReport } from '#reporting';
import { openTarget, type Settings, Unreachable, unprobedTarget } from '#target';
import { demandSameTarget } from './baseline-choice.ts';
import { budgetFor, describeBudget, within } from './budget.ts';
import type { Command } from './command.ts';
import { concludeRun, type Run, secretsOf } from './conclusion.ts';
import { executorOf } from './continuous-integration.ts';
import { describeTarget } from './describe-target.ts';
import { exitCode } from './exit-codes.ts';
import { beginKeeping, clearFolder, demandFolder, demandLedger } from './folder.ts';
import { watchSignals } from './interruption.ts';
import { besideRun, judgeRun, type RunEnd, resultsDirIn } from './judgement.ts';
import { boundMemory } from './memory.ts';
import { ledgerPlaceIn, unsettledAt } from './orders.ts';
import { createProgress } from './progress.ts';
import { reconcile } from './reconcile.ts';
import { type RunChoices, readChoices, runOptions, withShare } from './run-choices.ts';
import { settingsFor, targetOptions } from './settings.ts';
import { sharedTarget } from './shard.ts';
import { shelter } from './sheltered-reporter.ts';
import { startTimings } from './timings.ts';
import { runSuites } from './vitest.ts';

const planFor = (target: RunPlan['target'], { seed, profile, selected, directory }: RunChoices): RunPlan => {
  const ledger = ledgerPlaceIn(directory, target);
  return {
    target,
    seed,
    profile,
    ...(selected ? { only: [...selected] } : {}),
    ...(ledger ? { ledger } : {}),
  };
};

const idsOf = ({ selected }: RunChoices) => (selected ? [...selected] : requirements.map(({ id }) => id));

/** A run that was killed left orders behind of which only the ledger knows. */
function tellUnsettled({ call, plan }: Run): void {
  const left = plan.ledger ? unsettledAt(plan.ledger).length : 0;
  if (left > 0)
    call.say(`Ledger       of earlier runs the outcome of ${left} orders is not known; none is sent again`);
}

async function test(run: Run): Promise<number> {
  const { call, choices, plan, interruption } = run;
  const progress = createProgress(call.people, idsOf(choices).length);
  const allure = shelter(
    allureReporter({
      resultsDir: resultsDirIn(choices.directory),
      ...besideRun(choices.directory, executorOf(call.terminal.env)),
      verdict: (reports) => judgeRun(run, { reports, crashed: [], interrupted: interruption.signal.aborted }),
    }),
  );
  tellUnsettled(run);
  const told: TestReport[] = [];
  const soFar = () => ({ reports: told, crashed: [], interrupted: true });
  const { keep } = beginKeeping({
    directory: choices.directory,
    secrets: secretsOf(plan),
    verdict: () => judgeRun(run, soFar()),
  });
  const end = await runSuites(plan, {
    onReport: (report) => {
      told.push(report);
      progress.tell(report);
      keep();
    },
    reporters: [run.timings.reporter, { onTestModuleCollected: prepareAllureReport }, allure.reporter],
    signal: interruption.signal,
  });
  run.timings.mark('results');
  progress.end();
  if (plan.ledger && !end.interrupted) await reconcile(plan.ledger, plan.target);
  return concludeRun(run, end, { tellAllure: end.interrupted || end.crashed.length > 0 || allure.failed() });
}

/** A run that is killed while it probes leaves a verdict that says so. */
function keepNothingYet(run: Run): void {
  const { directory } = run.choices;
  const verdict = () => judgeRun(run, { reports: [], crashed: [], interrupted: true });
  beginKeeping({ directory, secrets: secretsOf(run.plan), verdict });
}

/** No requirement was put to the target; each says so, so that a report of an earlier run is not taken for this one's. */
const unreached = (choices: RunChoices, message: string): RunEnd => ({
  reports: idsOf(choices).map((requirement) => ({
    requirement,
    findings: [],
    observations: [],
    exchanges: [],
    judgements: 0,
    traffic: { sent: 0, retried: 0, rateLimited: 0 },
    broken: { code: 'UNREACHABLE', message },
  })),
  crashed: [],
  interrupted: false,
});

async function aim(run: Omit<Run, 'plan'>, settings: Settings): Promise<number> {
  const { call, choices, interruption } = run;
  const planned = (target: RunPlan['target']): Run => ({ ...run, plan: planFor(target, choices) });
  clearFolder(choices.directory);
  if (settings.service) keepNothingYet(planned(unprobedTarget(settings, settings.service, false)));
  try {
    const { target, notes, close } = await openTarget(settings, { signal: interruption.signal });
    run.timings.mark('probes');
    try {
      const shared = sharedTarget(target, choices.shard);
      const budget = budgetFor(shared, choices);
      const bounded = within(shared, budget);
      call.say(describeTarget(bounded, [...settings.notes, ...notes]) + describeBudget(bounded, budget));
      return await test(planned(bounded));
    } finally {
      await close();
    }
  } catch (error) {
    if (interruption.signal.aborted) {
      call.terminal.err.write('Interrupted before the first test; no report was written.\n');
      return interruption.code() ?? exitCode.interrupted;
    }
    if (!(error instanceof Unreachable) || settings.service === undefined) throw error;
    call.terminal.err.write(`${error.message}\n`);
    return concludeRun(
      planned(unprobedTarget(settings, settings.service, false)),
      unreached(choices, error.message),
      { tellAllure: true, briefly: true },
    );
  }
}

export const run: Command = {
  name: 'run',
  summary: 'hold the target to the document and write the reports',
  options: [...targetOptions, ...runOptions],
  run: async (call) => {
    // First, because it knows a key among the arguments, which nothing may repeat.
    const settings = settingsFor(call);
    const chosen = readChoices(call);
    const choices = withShare(chosen, settings.service !== undefined);
    demandSameTarget(choices.baseline, settings);
    demandFolder(choices.directory);
    demandLedger(choices.directory, settings);
    const interruption = watchSignals();
    boundMemory({ oldMb: 512 });
    const timings = startTimings();
    timings.mark('start');
    try {
      return await aim({ call, choices, startedAt: new Date(), interruption, timings }, settings);
    } finally {
      interruption.stopWatching();
    }
  },
};
