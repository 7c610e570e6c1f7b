import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shellWord } from '#contract';
import { codeOf, Refused, writeNew } from '#lib';
import { plural, sanitise, type Verdict } from '#reporting';
import { daysBetween, draftWaivers, expiringDays, type Waiver } from '#waivers';
import type { CallOf, CommandCall } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { waiversOptions } from '../options.ts';
import { reportsFolder } from '../output/folder.ts';
import { readLastRun, readLastVerdict } from '../output/verdict-file.ts';
import { keysOf, leaksIn, reportWithheld } from '../output/withholding.ts';
import { programName } from '../own-package.ts';
import { dayOf, waiversIn } from '../settings/config.ts';

/** The state of a waiver in the last run, where it was given the file. */
const lastState = ({ id, requirement, finding }: Waiver, verdict: Verdict | undefined): string => {
  const known = verdict?.waivers?.find(
    (each) => each.id === id && each.requirement === requirement && each.finding === finding,
  );
  return known?.state ?? 'not evaluated';
};

const stateOf = (waiver: Waiver, today: string, verdict: Verdict | undefined): string => {
  const daysLeft = daysBetween(today, waiver.expires);
  if (daysLeft < 0) return 'expired';
  const state = lastState(waiver, verdict);
  return !['stale', 'expired'].includes(state) && daysLeft <= expiringDays ? 'expiring' : state;
};

const lastVerdict = (call: CallOf<typeof waiversOptions>): Verdict | undefined => {
  const directory = reportsFolder(call);
  return existsSync(join(directory, 'verdict.json')) ? readLastVerdict(directory) : undefined;
};

/** Runs are given the file that the configuration file names. */
const fileOf = ({ argument, file }: CommandCall): string =>
  argument ?? [file.defaults.waivers].flat()[0] ?? 'waivers.json';

export async function waiversCheck(call: CallOf<typeof waiversOptions>): Promise<number> {
  const waivers = waiversIn(fileOf(call), call.terminal.cwd);
  const verdict = lastVerdict(call);
  const today = dayOf(new Date());
  const states = waivers.map((waiver) => ({ waiver, state: stateOf(waiver, today, verdict) }));
  for (const { waiver, state } of states) {
    const { id, requirement, finding, where, owner, expires, targets } = waiver;
    const days = daysBetween(today, expires);
    const end = days < 0 ? `ended ${expires}` : `${plural(days, 'day')} left`;
    const isMeant = verdict === undefined || targets.includes(verdict.target.label);
    const whose = isMeant ? '' : `; of ${targets.join(', ')}, and the last run was of ${verdict.target.label}`;
    call.say(sanitise(`${state.padEnd(13)} ${id}: ${finding} ${where} of ${requirement}; ${owner}, ${end}${whose}`));
  }
  const failing = states.filter(({ state }) => state === 'expired' || state === 'stale').length;
  call.say(
    `${plural(waivers.length, 'waiver is', 'waivers are')} well formed${failing > 0 ? `, ${failing} would fail a run` : ''}`,
  );
  if (verdict?.waivers === undefined) call.say('The last run was not given waivers, so none can be found stale.');
  return failing > 0 ? exitCode.deviates : exitCode.done;
}

/** Findings that fail the gate of the run, and that no waiver covers. */
const failingIn = ({ requirements, gate }: Verdict) =>
  requirements
    .filter(({ outcome }) => outcome === 'deviates' || (outcome === 'drifts' && gate === 'shown'))
    .flatMap(({ id: requirement, findings }) =>
      findings.filter(({ waiver }) => waiver === undefined).map((each) => ({ ...each, requirement })),
    );

const writeDraft = (path: string, shown: string, content: string, within: string): void => {
  try {
    writeNew(path, content, { within });
  } catch (error) {
    if (error instanceof Refused) throw error;
    const why = codeOf(error) === 'EEXIST' ? 'is there already' : `cannot be written (${codeOf(error)})`;
    throw new Refused(`${shown} ${why}; name another file, and move over the waivers that you have filled in`);
  }
};

export async function waiversDraft(call: CallOf<typeof waiversOptions>): Promise<number> {
  const verdict = readLastRun(reportsFolder(call));
  const { text, drafted, excluded } = draftWaivers(failingIn(verdict), {
    target: verdict.target.label,
    profile: verdict.profile,
  });
  for (const { finding, kind } of excluded)
    call.say(sanitise(`never waived   ${finding.requirement}: ${finding.code} ${finding.where} (${kind})`));
  if (drafted.length === 0) {
    call.say('The last run has no finding that a waiver could cover; nothing was written.');
    return exitCode.done;
  }
  const file = call.argument ?? 'waivers.json';
  const leaks = leaksIn({ [file]: text }, keysOf(call), [verdict.seed]);
  if (leaks.length > 0) return reportWithheld(call, leaks);
  const { cwd } = call.terminal;
  writeDraft(resolve(cwd, file), sanitise(file), text, cwd);
  call.say(`wrote ${plural(drafted.length, 'waiver')} into ${file}
Fill in reason, owner, approvedBy, approvedOn and expires of each, and remove those that nobody answers for; then
  ${programName} waivers check ${shellWord(sanitise(file))}`);
  return exitCode.done;
}
