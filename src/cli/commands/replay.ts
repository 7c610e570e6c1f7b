import {
  type GatheredReports,
  isRequirementId,
  type Plan,
  type RequirementId,
  type Target,
  type TestReport,
} from '#contract';
import { openSession, runChecks } from '#harness';
import { findingText, type JudgedFinding, type JudgedRequirement, plural, type Verdict } from '#reporting';
import { labelOf, openTarget, type Settings, Unreachable } from '#target';
import { type CallEnd, type CallOf, type CommandCall, exitCode, Refused } from '../command.ts';
import type { replayOptions } from '../commands.ts';
import { reportsFolder } from '../output/folder.ts';
import { readLastVerdict } from '../output/verdict-file.ts';
import { describeBounds } from '../run/announce.ts';
import { planFor } from '../run/plan.ts';
import { verdictOf } from '../run/verdict-of.ts';
import { settingsFor } from '../settings/config.ts';
import { type Interruption, interruptible } from '../terminal/interruption.ts';
import { notA } from '../terminal/printable.ts';

/** The end of a replay, as a sentence around the name of the target. */
interface ReplayOutcome {
  readonly state: string;
  readonly more?: string;
  readonly code: number;
}

const fixed: ReplayOutcome = { state: 'fixed', code: exitCode.done };

const unplayable = (why: string): ReplayOutcome => ({
  state: 'cannot be replayed',
  more: `: ${why}`,
  code: exitCode.inconclusive,
});

const deviating = (state: string, more: string): ReplayOutcome => ({ state, more, code: exitCode.deviates });

interface FoundBefore {
  readonly requirement: JudgedRequirement;
  readonly finding: JudgedFinding & { readonly id: string };
}

const isNamed = (finding: JudgedFinding): finding is JudgedFinding & { id: string } => finding.id !== undefined;

const namedFindings = ({ requirements }: Verdict): readonly FoundBefore[] =>
  requirements.flatMap((requirement) =>
    requirement.findings.filter(isNamed).map((finding) => ({ requirement, finding })),
  );

/** Compares the result of a replay with the finding; a test that judged nothing has shown nothing. */
const outcomeOf = (
  { requirement, finding }: FoundBefore,
  { verdict, reports }: { readonly verdict: Verdict; readonly reports: readonly TestReport[] },
): ReplayOutcome => {
  const judged = verdict.requirements.find(({ id }) => id === requirement.id);
  const same = judged?.findings.find(({ id }) => id === finding.id);
  if (same) return deviating('still there', `: ${findingText(same)}`);
  const [other] = judged?.findings ?? [];
  if (other) return deviating('still deviates', `, in another way: ${findingText(other)}`);
  const report = reports.find((each) => each.requirement === requirement.id);
  if (report === undefined) return unplayable(judged?.reason ?? 'its test did not run');
  const { untested, broken, judgements, observations } = report;
  if (untested !== undefined) return unplayable(untested.reason);
  if (broken) return unplayable(`${broken.code}: ${broken.message}`);
  if (judgements + observations.length > 0) return fixed;
  return unplayable('the case was not judged: it is no such case for this service');
};

/** Ids of the other findings with the same claim, which a report shows as one with this. */
const alikeIn = (verdict: Verdict, { requirement, finding }: FoundBefore): readonly string[] =>
  namedFindings(verdict).flatMap(({ requirement: { claim }, finding: { id, code } }) =>
    claim === requirement.claim && code === finding.code && id !== finding.id ? [id] : [],
  );

const replayHeading = ({ requirement, finding }: FoundBefore, alike: readonly string[]): string =>
  [
    `Finding      ${finding.id}, ${requirement.firmness}: ${requirement.claim}`,
    `Requirement  ${requirement.id}`,
    `Was          ${findingText(finding)}`,
    ...(finding.case === undefined ? [] : [`Case         ${finding.case}`]),
    ...(finding.curl === undefined ? [] : [`By hand      ${finding.curl}`]),
    ...(alike.length === 0
      ? []
      : [`Not tried    ${alike.slice(0, 5).join(', ')}, of the same claim: replay --all tries these too`]),
    '',
  ].join('\n');

function findingsOf(verdict: Verdict): readonly FoundBefore[] {
  if (verdict.passive) throw new Refused('the last verdict is of a recording, which cannot be asked again');
  const known = namedFindings(verdict);
  if (known.length === 0) throw new Refused('the last run found nothing that could be replayed');
  return known;
}

function findingOf(verdict: Verdict, { argument = '' }: CommandCall): FoundBefore {
  const known = findingsOf(verdict);
  const found = known.find(({ finding }) => finding.id === argument);
  if (found) return found;
  const ids = known.map(({ finding }) => finding.id);
  const some = ids.slice(0, 8).join(', ');
  if (argument === '') throw new Refused(`name a finding of the last run, or say --all: ${some}`);
  throw new Refused(notA(argument, 'finding of the last run', ids, `: ${some}`));
}

/** Another service than the one that deviated is asked only where it is named: `fixed` would else be said of the wrong one. */
function demandTarget({ typed }: CommandCall, { target }: Verdict, settings: Settings): void {
  const label = labelOf(settings);
  const named = settings.service !== undefined && ['baseUrl', 'settings', 'target'].some((name) => typed.has(name));
  if (named || label === target.label) return;
  const remedy = 'add the --settings, --target or --base-url of that run, or of another service to try it there';
  throw new Refused(`the last run tested ${target.label}, and these settings aim at ${label}: ${remedy}`);
}

interface Asking {
  readonly verdict: Verdict;
  readonly target: Target;
  readonly interruption: Interruption;
  /** Where the last run wrote, and its ledger is. */
  readonly directory: string;
}

/** One run of requirements: of the one case, or of all that the seed draws. */
const runOf = ({ verdict, target, directory }: Asking, ids: readonly RequirementId[], seed = verdict.seed) => {
  const { profile, gate } = verdict;
  const config = { profile, gate, seed, directory, selected: new Set(ids) };
  return { config, plan: planFor(target, config) };
};

interface Attempt extends Asking {
  readonly found: FoundBefore;
  /** The id of its requirement, which this version has. */
  readonly id: RequirementId;
}

const runOnce = (plan: Plan, { signal }: Interruption): Promise<GatheredReports> =>
  runChecks(plan, { session: openSession(plan, { signal }) });

async function attempt(asked: Attempt, replay: Plan['replay']): Promise<ReplayOutcome> {
  const { found, id, interruption } = asked;
  const { config, plan } = runOf(asked, [id], found.finding.replay?.seed);
  const gathered = await runOnce({ ...plan, ...(replay ? { replay } : {}) }, interruption);
  return outcomeOf(found, { verdict: verdictOf(config, plan, gathered), reports: gathered.reports });
}

/** Where the smallest case alone does not show the finding, the cases before it may have prepared it. */
async function replayed(asked: Attempt): Promise<ReplayOutcome> {
  const { finding } = asked.found;
  if (finding.replay?.path === undefined) return attempt(asked, undefined);
  const alone = await attempt(asked, finding.replay);
  return alone === fixed ? attempt(asked, undefined) : alone;
}

type ReplayCall = CallOf<typeof replayOptions>;

async function replayOne(call: ReplayCall, asked: Asking, found: FoundBefore): Promise<CallEnd> {
  const { id } = found.requirement;
  if (!isRequirementId(id)) throw new Refused(`this version has no requirement ${id}; run again`);
  const { state, more = '', code } = await replayed({ ...asked, found, id });
  call.say(`${state} at ${asked.target.label}${more}`);
  return { code, tried: 1 };
}

/** The seed makes the same cases again, so that one run of their requirements tries all findings. */
async function replayAll(call: ReplayCall, asked: Asking, all: readonly FoundBefore[]): Promise<CallEnd> {
  const { interruption, target } = asked;
  const ids = [...new Set(all.map(({ requirement }) => requirement.id).filter(isRequirementId))];
  const { config, plan } = runOf(asked, ids);
  call.say(`Findings     ${all.length} of ${plural(ids.length, 'requirement')}\n${describeBounds(plan)}`);
  const gathered = await runOnce(plan, interruption);
  const tried = { verdict: verdictOf(config, plan, gathered), reports: gathered.reports };
  const outcomes = all.map((found) => {
    const isKnown = isRequirementId(found.requirement.id);
    const outcome = isKnown ? outcomeOf(found, tried) : unplayable('this version has no such requirement');
    const { state, more = '' } = outcome;
    call.say(`${state.padEnd(18)} ${found.finding.id} ${found.requirement.id}${more}`);
    return outcome;
  });
  const mended = outcomes.filter((outcome) => outcome === fixed).length;
  call.say(`${mended} of ${plural(all.length, 'finding')} fixed at ${target.label}`);
  const codes = outcomes.map(({ code }) => code);
  const worst = [exitCode.deviates, exitCode.inconclusive].find((code) => codes.includes(code));
  return { code: worst ?? exitCode.done, tried: all.length };
}

async function perform(call: ReplayCall, verdict: Verdict, interruption: Interruption): Promise<CallEnd> {
  const isAll = call.options.all;
  if (isAll && call.argument !== undefined) throw new Refused('name one finding, or say --all');
  const chosen = isAll ? findingsOf(verdict) : [findingOf(verdict, call)];
  const settings = settingsFor(call);
  demandTarget(call, verdict, settings);
  const [first] = chosen;
  if (!isAll && first) call.say(replayHeading(first, alikeIn(verdict, first)));
  await import('#suites');
  const { target, close } = await openTarget(settings, { signal: interruption.signal });
  const asked = { verdict, target, interruption, directory: reportsFolder(call) };
  try {
    const ended = isAll || !first ? await replayAll(call, asked, chosen) : await replayOne(call, asked, first);
    return { ...ended, code: interruption.code() ?? ended.code };
  } finally {
    await close();
  }
}

/** Tries findings of the last run again; writes no report. */
export async function replay(call: ReplayCall): Promise<number | CallEnd> {
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
}
