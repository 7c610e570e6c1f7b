import { mkdirSync } from 'node:fs';
import { relative } from 'node:path';
import { type RunPlan, requirements } from '#contract';
import { allureReporter, closingText } from '#reporting';
import { openTarget, type Settings, Unreachable, unprobedTarget } from '#target';
import { demandSameTarget } from './baseline-choice.ts';
import { budgetFor, describeBudget, within } from './budget.ts';
import { type Call, type Command, Refused } from './command.ts';
import { executorOf, tellContinuousIntegration } from './continuous-integration.ts';
import { describeTarget } from './describe-target.ts';
import { exitCode } from './exit-codes.ts';
import { type Interruption, watchSignals } from './interruption.ts';
import { besideRun, deliver, judgeRun, type RunEnd, resultsDirIn } from './judgement.ts';
import { createProgress } from './progress.ts';
import { type RunChoices, readChoices, runOptions } from './run-choices.ts';
import { settingsFor, targetOptions } from './settings.ts';
import { startTimings, type Timings, timingsText } from './timings.ts';
import { runSuites } from './vitest.ts';

interface Run {
  readonly call: Call;
  readonly choices: RunChoices;
  readonly plan: RunPlan;
  readonly startedAt: Date;
  readonly interruption: Interruption;
  readonly timings: Timings;
}

const planFor = (target: RunPlan['target'], { seed, profile, selected }: RunChoices): RunPlan => ({
  target,
  seed,
  profile,
  ...(selected ? { only: [...selected] } : {}),
});

const idsOf = ({ selected }: RunChoices) => (selected ? [...selected] : requirements.map(({ id }) => id));

function demandFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw new Refused(
      `--reports cannot be used (${(error as NodeJS.ErrnoException).code}); name a folder that can be written to`,
    );
  }
}

interface Telling {
  /** Whether Allure's results are still to be written, because no reporter of Vitest did. */
  readonly tellAllure: boolean;
  /** Without the table, which would say the same of every endpoint. */
  readonly briefly?: boolean;
}

/** Judges, writes and tells; resolves to the exit code. */
async function conclude(run: Run, end: RunEnd, { tellAllure, briefly = false }: Telling): Promise<number> {
  const { call, choices, plan, interruption } = run;
  const { keys } = plan.target;
  const verdict = judgeRun(run, end);
  const secrets = [keys.full, ...(keys.restricted === undefined ? [] : [keys.restricted])];
  const { directory } = choices;
  const executor = executorOf(call.terminal.env);
  const written = await deliver({ verdict, reports: end.reports, directory, secrets, tellAllure, executor });
  run.timings.mark('reports');
  if (written.leaked !== undefined) {
    const places = written.leaked.map(({ file, line, kind }) => `  ${file}:${line} ${kind}`);
    call.say(`Withheld: outputs hold what must not leave this machine\n${places.join('\n')}`);
    return exitCode.leaked;
  }
  for (const problem of written.problems) call.say(problem);
  const { colour, width } = call.people;
  const shown = relative(call.terminal.cwd, directory) || '.';
  if (briefly) call.say(`Nothing was tested; reports: ${shown}`);
  else call.say(closingText({ verdict, colour, width, verbose: call.flag('verbose'), directory: shown }));
  if (call.flag('timings')) call.say(timingsText(run.timings.spent()));
  tellContinuousIntegration(call, verdict);
  if (call.flag('json')) call.terminal.out.write(`${JSON.stringify(verdict, null, 2)}\n`);
  return interruption.code() ?? verdict.exitCode;
}

async function test(run: Run): Promise<number> {
  const { call, choices, plan, interruption } = run;
  const progress = createProgress(call.people, idsOf(choices).length);
  const allure = allureReporter({
    resultsDir: resultsDirIn(choices.directory),
    ...besideRun(choices.directory, executorOf(call.terminal.env)),
    verdict: (reports) => judgeRun(run, { reports, crashed: [], interrupted: interruption.signal.aborted }),
  });
  const end = await runSuites(plan, {
    onReport: progress.tell,
    reporters: [run.timings.reporter, allure],
    signal: interruption.signal,
  });
  run.timings.mark('results');
  progress.end();
  return conclude(run, end, { tellAllure: end.interrupted || end.crashed.length > 0 });
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
  try {
    const { target, notes, close } = await openTarget(settings, { signal: interruption.signal });
    run.timings.mark('probes');
    try {
      const budget = budgetFor(target, choices);
      const bounded = within(target, budget);
      call.say(describeTarget(bounded, [...settings.notes, ...notes]) + describeBudget(bounded, budget));
      return await test(planned(bounded));
    } finally {
      await close();
    }
  } catch (error) {
    if (interruption.signal.aborted) {
      call.terminal.err.write('Interrupted before the first test; nothing was written.\n');
      return interruption.code() ?? exitCode.interrupted;
    }
    if (!(error instanceof Unreachable) || settings.service === undefined) throw error;
    call.terminal.err.write(`${error.message}\n`);
    return conclude(
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
    const choices = readChoices(call);
    const settings = settingsFor(call);
    demandSameTarget(choices.baseline, settings);
    demandFolder(choices.directory);
    const interruption = watchSignals();
    const timings = startTimings();
    timings.mark('start');
    try {
      return await aim({ call, choices, startedAt: new Date(), interruption, timings }, settings);
    } finally {
      interruption.stopWatching();
    }
  },
};
