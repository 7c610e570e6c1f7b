import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeOf, Refused, writeNew } from '#lib';
import { plural, sanitise, type Verdict } from '#reporting';
import { shellWord } from '#run';
import { daysBetween, draftWaivers, expiringDays, type Waiver } from '#waivers';
import type { CallOf, CommandCall } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { waiversOptions } from '../options.ts';
import { reportsFolder } from '../output/folder.ts';
import { type Delivery, lines, publish } from '../output/publish.ts';
import { readLastRun, readLastVerdict } from '../output/verdict-file.ts';
import { programName } from '../own-package.ts';
import { dayOf, waiversIn } from '../settings/config.ts';

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

/** The file that the configuration file names: runs use this file too. */
const fileOf = ({ argument, file }: CommandCall): string =>
  argument ?? [file.defaults.waivers].flat()[0] ?? 'waivers.json';

export async function waiversCheck(call: CallOf<typeof waiversOptions>): Promise<number> {
  const waivers = waiversIn(fileOf(call), call.terminal.cwd);
  const verdict = lastVerdict(call);
  const today = dayOf(new Date());
  const states = waivers.map((waiver) => ({ waiver, state: stateOf(waiver, today, verdict) }));
  const rows = states.map(({ waiver, state }) => {
    const { id, requirement, finding, where, owner, expires, targets } = waiver;
    const days = daysBetween(today, expires);
    const end = days < 0 ? `ended ${expires}` : `${plural(days, 'day')} left`;
    const isMeant = verdict === undefined || targets.includes(verdict.target.label);
    const whose = isMeant ? '' : `; for ${targets.join(', ')}, but the last run tested ${verdict.target.label}`;
    return sanitise(`${state.padEnd(13)} ${id}: ${finding} ${where} of ${requirement}; ${owner}, ${end}${whose}`);
  });
  const failing = states.filter(({ state }) => state === 'expired' || state === 'stale').length;
  const count = `${plural(waivers.length, 'waiver is', 'waivers are')} well formed${failing > 0 ? `, ${failing} would fail a run` : ''}`;
  const lack =
    verdict?.waivers === undefined
      ? ['The last run used no waivers, so nobody can say which waivers are no longer needed.']
      : [];
  const outputs = [...rows, count, ...lack].map((line) => lines(call, line));
  return publish(call, outputs, failing > 0 ? exitCode.deviates : exitCode.done);
}

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
    throw new Refused(`${shown} ${why}; name another file, then copy your completed waivers into it`);
  }
};

export async function waiversDraft(call: CallOf<typeof waiversOptions>): Promise<number> {
  const verdict = readLastRun(reportsFolder(call));
  const { text, drafted, excluded } = draftWaivers(failingIn(verdict), {
    target: verdict.target.label,
    profile: verdict.profile,
  });
  const never = excluded.map(({ finding, kind }) =>
    lines(call, sanitise(`cannot be waived   ${finding.requirement}: ${finding.code} ${finding.where} (${kind})`)),
  );
  const { cwd } = call.terminal;
  const file = call.argument ?? 'waivers.json';
  const draft: Delivery = {
    texts: [{ file, text }],
    search: 'all',
    deliver: () => writeDraft(resolve(cwd, file), sanitise(file), text, cwd),
  };
  const next = `wrote ${plural(drafted.length, 'waiver')} into ${file}
In each waiver, fill in reason, owner, approvedBy, approvedOn and expires. Delete the waivers that nobody approves. Then run
  ${programName} waivers check ${shellWord(sanitise(file))}
A run takes the file by --waivers, or by "waivers" in ramp-conformance.json.`;
  const nothing = 'The last run has no finding that a waiver could cover; nothing was written.';
  const outputs = drafted.length === 0 ? [lines(call, nothing)] : [draft, lines(call, next, 'literal')];
  return publish(call, [...never, ...outputs], exitCode.done, { numbers: [verdict.seed] });
}
