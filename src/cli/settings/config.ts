// The choices of a call that judges: settings, requirements, waivers, baseline and names.
import { join, resolve } from 'node:path';
import { type Baseline, readBaseline } from '#baseline';
import { isRequirementId, type RequirementId, requirements } from '#contract';
import type { ChosenClasses } from '#facts';
import { Refused } from '#lib';
import { type Gate, type Parties, type RecordingSummary, sanitise, sanitiseLines } from '#reporting';
import { type Profile, secretsOf } from '#run';
import { labelOf, readRelease, readSettings, release as releaseFormat, type Settings } from '#target';
import { readWaivers, type Waiver } from '#waivers';
import type { CommandCall } from '../call.ts';
import type { runOptions, targetOptions, Values } from '../options.ts';
import { reportsFolder } from '../output/folder.ts';
import { isHarmless } from '../output/publish.ts';
import { programName } from '../own-package.ts';
import {
  demandedRequirements,
  type LeavingOut,
  leavingOut,
  rulesAlongside,
  seedFor,
  selectRequirements,
} from './selection.ts';
import { keysOf } from './settings-now.ts';

type ReasonById = ReadonlyMap<RequirementId, string>;

/** The choices of a run, made before the first request. */
export interface Config {
  readonly settings: Settings;
  readonly profile: Profile;
  readonly gate: Gate;
  readonly seed: number;
  readonly directory: string;
  /** The version under test, by its vendor's name. */
  readonly release?: string | undefined;
  readonly report?: Parties | undefined;
  readonly selected?: ReadonlySet<RequirementId> | undefined;
  /** Rules of the whole service that a run of one endpoint also tests, with the same requests. */
  readonly alongside?: ReadonlySet<RequirementId>;
  /** Requirements that the configuration file leaves out, with the reason; never selected. */
  readonly leftOut?: ReasonById | undefined;
  /**
   * Rules across endpoints of which the file leaves some out. If such a rule stays untested, the user is the reason.
   */
  readonly partly?: ReasonById | undefined;
  /**
   * Requirements with values that the file leaves out. If the other values keep the promise, the requirement is
   * untested by the user.
   */
  readonly lessened?: ReasonById | undefined;
  /** Values that the file leaves out; the run places no order with them. */
  readonly values?: LeavingOut['values'];
  readonly required?: ReadonlySet<RequirementId> | undefined;
  /** The required ones that were named by their own id. */
  readonly requiredWhole?: ReadonlySet<RequirementId> | undefined;
  /** The size of a recording; then nothing is sent. */
  readonly recording?: RecordingSummary;
  readonly baseline?: Baseline | undefined;
  /** Classes of changes that the configuration file changes. */
  readonly classes?: ChosenClasses;
  readonly waivers?: readonly Waiver[] | undefined;
}

/** A recording is judged without a target. */
export type JudgingConfig = Omit<Config, 'settings'>;

/** A shorter key could be part of any word. */
const minTraceable = 8;

const mentions = (arg: string, key: string): boolean =>
  arg === key || arg.endsWith(`=${key}`) || (key.length >= minTraceable && arg.includes(key));

const hasKey = (args: readonly string[], { service }: Settings): boolean =>
  (service ? secretsOf(service) : []).some((key) => args.some((arg) => mentions(arg, key)));

/**
 * Reads the settings of a call.
 * @throws UnusableSettings, or Refused if a key is among the arguments.
 */
export function settingsFor({
  options,
  terminal,
  file,
  say,
}: CommandCall<Partial<Values<typeof targetOptions>> & { readonly quiet?: boolean }>): Settings {
  const settings = readSettings({
    options: { baseUrl: options.baseUrl, readOnly: options.readOnly },
    settingsFile: options.settings,
    configured: file.settings,
    cwd: terminal.cwd,
    env: terminal.env,
  });
  if (hasKey(terminal.args, settings))
    throw new Refused(
      'an argument contains a key, and other processes and logs can see it; ask the vendor for a new key',
    );
  if (hasKey([file.text], settings))
    throw new Refused(
      'a key stands in the configuration file; move it to the environment or .env, and ask the vendor for a new one',
    );
  // Before any key leaves, because it cannot be recalled. Warnings are printed with --quiet too.
  if (settings.service && !options.quiet) say(`Sources      ${sanitiseLines(settings.origins ?? '')}`);
  for (const doubt of settings.doubts ?? []) terminal.err.write(`${sanitise(doubt)}\n`);
  return settings;
}

const askedOf = (only: readonly string[], leftOut: ReasonById): Pick<Config, 'selected' | 'alongside'> => {
  if (only.length === 0 && leftOut.size === 0) return {};
  const named = only.length === 0 ? new Set(requirements.map(({ id }) => id)) : selectRequirements(only);
  const kept = (ids: Iterable<RequirementId>) => new Set([...ids].filter((id) => !leftOut.has(id)));
  const selected = kept(named);
  const alongside = kept(rulesAlongside(only, named));
  if (selected.size > 0) return { selected, ...(alongside.size > 0 && { alongside }) };
  throw new Refused(
    'leaveOut in the configuration file leaves out every selected requirement; delete entries there, or select others',
  );
};

/** The day of an instant in UTC: YYYY-MM-DD. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

const hourMs = 3_600_000;

/** The latest current day on earth: the Line Islands are 14 hours ahead of UTC. */
export const latestDayOf = (instant: Date): string => dayOf(new Date(instant.getTime() + 14 * hourMs));

/** @throws Refused with every problem of the file, each with its line */
export const waiversIn = (file: string, cwd: string): readonly Waiver[] =>
  readWaivers(resolve(cwd, file), sanitise(file), latestDayOf(new Date()));

export const baselinesIn = (directory: string): string => join(directory, 'baselines');

/** @throws Refused if there is no baseline of this name, or if it cannot be read */
export function demandBaseline(directory: string, name: string): Baseline {
  const root = baselinesIn(directory);
  const baseline = readBaseline(root, name);
  if (baseline) return baseline;
  throw new Refused(
    `there is no baseline ${name} in ${root}; make one with ${programName} run and ${programName} baseline accept ${name}`,
  );
}

/** A service is compared only with its own accepted baseline. Checked before the first request. */
function demandSameTarget(baseline: Baseline | undefined, settings: Settings): void {
  const label = labelOf(settings);
  if (baseline === undefined || baseline.target === label) return;
  throw new Refused(
    `the baseline ${baseline.name} belongs to ${baseline.target}, but this run tests ${label}; name a baseline of the tested service`,
  );
}

/**
 * Uses the option, then RAMP_RELEASE, then the configuration file.
 * @throws Refused for a text that no report may contain, UnusableSettings if the variable cannot be used
 */
function releaseIn(call: CommandCall<JudgingOptions>): string | undefined {
  const { options, terminal, typed } = call;
  const { settings: settingsFile, release } = options;
  const { cwd, env } = terminal;
  const named = typed.has('release') ? release : (readRelease({ settingsFile, cwd, env }) ?? release);
  if (named === undefined) return undefined;
  const { data, error } = releaseFormat.safeParse(named);
  if (data === undefined) throw new Refused(`--release ${error.issues[0]?.message}`);
  if (!isHarmless({ file: 'release', text: data }, { secrets: keysOf(call) }))
    throw new Refused(
      '--release looks like a key, an address or a number of an account, and every report would show it; write a version, such as 2.3',
    );
  return data;
}

/** @throws Refused for a name that no report may contain */
function partiesIn({ file }: CommandCall): Parties | undefined {
  for (const [name, text] of Object.entries(file.report ?? {}))
    if (text !== undefined && !isHarmless({ file: name, text }))
      throw new Refused(
        `report.${name} of the configuration file looks like a key, an address or a number of an account; write a name`,
      );
  return file.report;
}

type JudgingOptions = Pick<
  Values<typeof runOptions>,
  'gate' | 'release' | 'require' | 'waivers' | 'reports' | 'quiet' | 'verbose'
> &
  Partial<Pick<Values<typeof runOptions & typeof targetOptions>, 'only' | 'baseline' | 'settings'>>;

/** Decides how a command judges, what it compares with, and where it writes. */
export function judgingConfig(
  call: CommandCall<JudgingOptions>,
  { profile, seed }: Pick<Config, 'profile' | 'seed'>,
): JudgingConfig {
  const { options, terminal, file } = call;
  const { gate, baseline, waivers, only = [] } = options;
  const directory = reportsFolder(call);
  const left: Partial<LeavingOut> = file.leaveOut.length === 0 ? {} : leavingOut(file.leaveOut);
  const { leftOut = new Map() } = left;
  return {
    profile,
    seed,
    gate,
    directory,
    release: releaseIn(call),
    report: partiesIn(call),
    ...left,
    ...(options.require.length > 0 && {
      required: demandedRequirements(options.require, gate, left),
      requiredWhole: new Set(options.require.filter(isRequirementId)),
    }),
    baseline: baseline === undefined ? undefined : demandBaseline(directory, baseline),
    classes: file.classes,
    waivers: waivers === undefined ? undefined : waiversIn(waivers, terminal.cwd),
    ...askedOf(only, leftOut),
  };
}

/** @throws UnusableSettings, or Refused, for all problems that can be known before the first request. */
export function readConfig(call: CommandCall<Values<typeof targetOptions & typeof runOptions>>): Config {
  // First, because it recognises keys among the arguments, which no message may repeat.
  const settings = settingsFor(call);
  const { profile, seed, showRefusals } = call.options;
  if (showRefusals && !call.terminal.err.live)
    throw new Refused('--show-refusals needs a terminal on standard error; no file may contain the printed answers');
  const config = judgingConfig(call, { profile, seed: seedFor(seed, profile) });
  demandSameTarget(config.baseline, settings);
  return { ...config, settings };
}

/** All requirements, if none were selected. */
export const idsOf = ({ selected }: Pick<Config, 'selected'>): readonly RequirementId[] =>
  selected ? [...selected] : requirements.map(({ id }) => id);
