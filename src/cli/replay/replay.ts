import { isRequirementId, type RequirementId, type RunPlan, type Target } from '#contract';
import type { Verdict } from '#reporting';
import { labelOf, openTarget, type Settings, Unreachable } from '#target';
import { reportsFolder, reportsOption } from '../arguments.ts';
import { type Command, type CommandCall, exitCode, Refused } from '../command.ts';
import { readLastVerdict } from '../commands/last-verdict.ts';
import { budgetFor, within } from '../run/budget.ts';
import { judgeRun } from '../run/judgement.ts';
import { planFor } from '../run/run-target.ts';
import { runSuites } from '../run/vitest.ts';
import { settingsFor, targetOptions } from '../settings/settings.ts';
import { type Interruption, interruptible } from '../terminal/interruption.ts';
import { isNo } from '../terminal/typed.ts';
import {
  type FoundBefore,
  namedFindings,
  outcomeOf,
  type ReplayOutcome,
  replayHeading,
  replayText,
} from './replay-outcome.ts';

const codes: Readonly<Record<ReplayOutcome['kind'], number>> = {
  fixed: exitCode.done,
  'still there': exitCode.deviates,
  another: exitCode.deviates,
  'cannot be replayed': exitCode.inconclusive,
};

function findingOf(verdict: Verdict, { argument = '' }: CommandCall): FoundBefore {
  if (verdict.passive) throw new Refused('the last verdict is of a recording, which cannot be asked again');
  const known = namedFindings(verdict);
  const found = known.find(({ finding }) => finding.id === argument);
  if (found) return found;
  const ids = known.map(({ finding }) => finding.id);
  if (ids.length === 0) throw new Refused('the last run found nothing that could be replayed');
  if (argument === '') throw new Refused(`name a finding of the last run: ${ids.slice(0, 8).join(', ')}`);
  throw new Refused(isNo(argument, 'finding of the last run', ids, `: ${ids.slice(0, 8).join(', ')}`));
}

/** Only a service that is named is asked in place of the one that deviated: `fixed` would else be said of the wrong one. */
function demandTarget({ given }: CommandCall, { target }: Verdict, settings: Settings): void {
  const label = labelOf(settings);
  const named = settings.service !== undefined && ['base-url', 'settings', 'target'].some(given);
  if (named || label === target.label) return;
  const remedy =
    'add the --settings, --target or --base-url of that run, or of another service to try it there';
  throw new Refused(`the last run tested ${target.label}, and these settings aim at ${label}: ${remedy}`);
}

interface Attempt {
  readonly verdict: Verdict;
  readonly found: FoundBefore;
  /** Of its requirement, which this version has. */
  readonly id: RequirementId;
  readonly target: Target;
  readonly interruption: Interruption;
  /** Where the last run wrote, and its ledger is. */
  readonly directory: string;
}

/** One run of the requirement: of the one case, or of all that the seed draws. */
async function attempt(
  { verdict, found, id, target, interruption, directory }: Attempt,
  replay: RunPlan['replay'],
): Promise<ReplayOutcome> {
  const { profile, gate, seed } = verdict;
  const selected = new Set([id]);
  const choices = { profile, gate, seed: found.finding.replay?.seed ?? seed, directory, selected };
  const plan = { ...planFor(target, choices), ...(replay ? { replay } : {}) };
  const startedAt = new Date();
  const end = await runSuites(plan, { signal: interruption.signal });
  return outcomeOf(found, { verdict: judgeRun({ plan, choices, startedAt }, end), reports: end.reports });
}

/** Where the smallest case alone does not show the finding, the cases before it may have prepared it. */
async function replayed(given: Attempt): Promise<ReplayOutcome> {
  const { finding } = given.found;
  if (finding.replay?.path === undefined) return attempt(given, undefined);
  const alone = await attempt(given, finding.replay);
  return alone.kind === 'fixed' ? attempt(given, undefined) : alone;
}

async function perform(call: CommandCall, verdict: Verdict, interruption: Interruption): Promise<number> {
  const found = findingOf(verdict, call);
  const settings = settingsFor(call);
  demandTarget(call, verdict, settings);
  const { id } = found.requirement;
  if (!isRequirementId(id)) throw new Refused(`this version has no requirement ${id}; run again`);
  call.say(replayHeading(found));
  const { target, close } = await openTarget(settings, { signal: interruption.signal });
  try {
    const selected = new Set([id]);
    const bounded = within(target, budgetFor(target, { profile: verdict.profile, selected }));
    const directory = reportsFolder(call);
    const outcome = await replayed({ verdict, found, id, target: bounded, interruption, directory });
    call.say(replayText(outcome, target.label));
    return interruption.code() ?? codes[outcome.kind];
  } finally {
    await close();
  }
}

/** Tries a finding of the last run again; writes no report. */
export const replay: Command = {
  name: 'replay',
  summary: 'try one finding of the last run again, and say whether it is fixed',
  argument: 'finding',
  options: [...targetOptions, reportsOption()],
  run: async (call) => {
    const verdict = readLastVerdict(reportsFolder(call));
    return interruptible(async (interruption) => {
      try {
        return await perform(call, verdict, interruption);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        call.say(`cannot be replayed: ${error.message}`);
        return exitCode.inconclusive;
      }
    });
  },
};
