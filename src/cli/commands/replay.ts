import { isRequirementId, type RequirementId } from '#contract';
import { openSession, runChecks } from '#harness';
import { Refused } from '#lib';
import { findingText, type JudgedFinding, type JudgedRequirement, ownNumbers, plural, type Verdict } from '#reporting';
import { type Plan, reported, secretsOf, type Target, type TestReport } from '#run';
import { labelOf, openTarget, type Settings, Unreachable } from '#target';
import type { CallEnd, CallOf, CommandCall } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { replayOptions } from '../options.ts';
import { reportsFolder } from '../output/folder.ts';
import { lines, publish } from '../output/publish.ts';
import { readLastRun } from '../output/verdict-file.ts';
import { describeBounds } from '../run/announce.ts';
import { planFor } from '../run/plan.ts';
import { asking, createProgress, type Progress, watched } from '../run/progress.ts';
import { verdictOf } from '../run/verdict-of.ts';
import { settingsFor } from '../settings/config.ts';
import { type Interruption, interruptible } from '../terminal/interruption.ts';
import { notA } from '../terminal/printable.ts';

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

interface Tried {
  readonly verdict: Verdict;
  readonly reports: readonly TestReport[];
}

const outcomeOf = ({ requirement, finding }: FoundBefore, { verdict, reports }: Tried): ReplayOutcome => {
  const judged = verdict.requirements.find(({ id }) => id === requirement.id);
  const same = judged?.findings.find(({ id }) => id === finding.id);
  if (same) return deviating('still there', `: ${findingText(same)}`);
  const [other] = judged?.findings ?? [];
  if (other) return deviating('still deviates', `, in another way: ${findingText(other)}`);
  const report = reports.find((each) => each.requirement === requirement.id);
  if (report === undefined) return unplayable(judged?.reason ?? 'its test did not run');
  const { reasons = [], judgements, observations } = report;
  const why = reported(reasons);
  if (why !== undefined) return unplayable(why.failed ? `${why.code}: ${why.reason}` : why.reason);
  if (judgements + observations.length > 0) return fixed;
  return unplayable('the test judged nothing, because this case does not exist at this service');
};

/** Ids of other findings with the same claim, which a report joins with this one. */
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
  if (verdict.passive)
    throw new Refused('the last verdict is of a recording, which cannot be repeated; run against the service first');
  const known = namedFindings(verdict);
  if (known.length === 0) throw new Refused('there is no finding to replay: the last run found nothing');
  return known;
}

function findingOf(verdict: Verdict, { argument = '' }: CommandCall): FoundBefore {
  const known = findingsOf(verdict);
  const found = known.find(({ finding }) => finding.id === argument);
  if (found) return found;
  // A vendor knows the id of the requirement from findings.md.
  const own = known.filter(({ requirement }) => requirement.id === argument);
  const [only, ...more] = own;
  if (only && more.length === 0) return only;
  if (only)
    throw new Refused(
      `${argument} has ${own.length} findings; name one of them, or use --all: ${own.map(({ finding }) => finding.id).join(', ')}`,
    );
  const ids = known.map(({ finding }) => finding.id);
  const some = ids.slice(0, 8).join(', ');
  if (argument === '') throw new Refused(`no finding was named; name one of the last run, or use --all: ${some}`);
  throw new Refused(notA(argument, 'finding of the last run', ids, `: ${some}`));
}

/**
 * A replay at another service than before needs an explicit target: `fixed` would otherwise be reported for the wrong
 * service.
 */
function demandTarget({ typed }: CommandCall, { target }: Verdict, settings: Settings): void {
  const label = labelOf(settings);
  const named = settings.service !== undefined && ['baseUrl', 'settings', 'target'].some((name) => typed.has(name));
  if (named || label === target.label) return;
  const remedy = 'add the --settings, --target or --base-url of the service on which to try the finding';
  throw new Refused(`the last run tested ${target.label}, and these settings aim at ${label}: ${remedy}`);
}

/** Runs requirements again, with one case or with all cases of the seed. */
type Again = (
  ids: readonly RequirementId[],
  more?: {
    readonly seed?: number | undefined;
    readonly replay?: Plan['replay'];
    readonly onPlan?: (plan: Parameters<typeof describeBounds>[0]) => void;
  },
) => Promise<Tried>;

/** Writes to the folder of the last run, which also has its ledger. */
const runnerOf =
  (verdict: Verdict, target: Target, directory: string, { signal }: Interruption, progress: Progress): Again =>
  async (ids, { seed = verdict.seed, replay, onPlan } = {}) => {
    const { profile, gate } = verdict;
    const config = { profile, gate, seed, directory, selected: new Set(ids) };
    const plan = { ...planFor(target, config), ...(replay && { replay }) };
    progress.phase(undefined);
    onPlan?.(plan);
    const session = openSession(plan, { signal });
    const done = new Set<string>();
    progress.phase('Trying again', () => ({ done: done.size, total: ids.length, waiting: session.progress().waiting }));
    const gathered = await runChecks(plan, { session, onReport: ({ requirement }) => done.add(requirement) });
    progress.phase(undefined);
    return { verdict: verdictOf(config, plan, gathered), reports: gathered.reports };
  };

/**
 * If the smallest case alone does not show the finding, the cases before it may have prepared it, so they are sent too.
 */
async function replayed(again: Again, found: FoundBefore, id: RequirementId): Promise<ReplayOutcome> {
  const { replay } = found.finding;
  const attempt = async (one?: Plan['replay']) =>
    outcomeOf(found, await again([id], { seed: replay?.seed, ...(one && { replay: one }) }));
  const alone = await attempt(replay?.path === undefined ? undefined : replay);
  return alone === fixed && replay?.path !== undefined ? attempt() : alone;
}

type ReplayCall = CallOf<typeof replayOptions>;

interface ReplayEnd extends CallEnd {
  readonly text: string;
}

async function replayOne(again: Again, found: FoundBefore, at: string): Promise<ReplayEnd> {
  const { id } = found.requirement;
  if (!isRequirementId(id))
    throw new Refused(`this version of ramp-conformance has no requirement ${id}; run again, and replay a new finding`);
  const { state, more = '', code } = await replayed(again, found, id);
  return { text: `${state} at ${at}${more}`, code, tried: 1 };
}

/** The seed repeats the same cases, so one run of the requirements tries all findings. */
async function replayAll(call: ReplayCall, again: Again, all: readonly FoundBefore[], at: string): Promise<ReplayEnd> {
  const ids = [...new Set(all.map(({ requirement }) => requirement.id).filter(isRequirementId))];
  const tried = await again(ids, {
    onPlan: (plan) =>
      call.say(`Findings     ${all.length} of ${plural(ids.length, 'requirement')}\n${describeBounds(plan)}`),
  });
  const outcomes = all.map((found) => {
    const isKnown = isRequirementId(found.requirement.id);
    return { found, ...(isKnown ? outcomeOf(found, tried) : unplayable('this version has no such requirement')) };
  });
  const rows = outcomes.map(
    ({ found, state, more = '' }) => `${state.padEnd(18)} ${found.finding.id} ${found.requirement.id}${more}`,
  );
  const codes = outcomes.map(({ code }) => code);
  const fixedCount = codes.filter((code) => code === exitCode.done).length;
  const worst = [exitCode.deviates, exitCode.inconclusive].find((code) => codes.includes(code));
  return {
    text: [...rows, `${fixedCount} of ${plural(all.length, 'finding')} fixed at ${at}`].join('\n'),
    code: worst ?? exitCode.done,
    tried: all.length,
  };
}

async function perform(
  call: ReplayCall,
  verdict: Verdict,
  interruption: Interruption,
  progress: Progress,
): Promise<number | CallEnd> {
  const isAll = call.options.all;
  if (isAll && call.argument !== undefined) throw new Refused('a finding and --all exclude each other; give one');
  const chosen = isAll ? findingsOf(verdict) : [findingOf(verdict, call)];
  const settings = settingsFor(call);
  demandTarget(call, verdict, settings);
  const [first] = chosen;
  const numbers = ownNumbers(verdict);
  if (!isAll && first) {
    const heading = replayHeading(first, alikeIn(verdict, first));
    const secrets = settings.service && secretsOf(settings.service);
    const withheld = publish(call, [lines(call, heading)], undefined, { secrets, numbers });
    if (withheld) return withheld;
  }
  progress.phase(asking(settings));
  await import('#suites');
  const { target, close } = await openTarget(settings, { signal: interruption.signal });
  const again = runnerOf(verdict, target, reportsFolder(call), interruption, progress);
  try {
    const { label } = target;
    const { text, code, tried } = await (isAll || !first
      ? replayAll(call, again, chosen, label)
      : replayOne(again, first, label));
    const end = { code: interruption.code() ?? code, tried };
    return publish(call, [lines(call, text)], end, { secrets: secretsOf(target), numbers });
  } finally {
    await close();
  }
}

/** Tries findings of the last run again, and writes no report. */
export async function replay(call: ReplayCall): Promise<number | CallEnd> {
  const verdict = readLastRun(reportsFolder(call));
  return interruptible(async (interruption) => {
    try {
      return await watched(createProgress(call.people), (progress) => perform(call, verdict, interruption, progress));
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      call.say(`cannot be replayed: ${error.message}`);
      return exitCode.inconclusive;
    }
  });
}
