import type { Baseline } from '#baseline';
import { type Profile, type RequirementId, requirements } from '#contract';
import type { Gate, RecordingSummary } from '#reporting';
import type { Waiver } from '#waivers';
import { reportsFolder, reportsOption } from '../arguments.ts';
import { demandBaseline } from '../baseline/baseline-choice.ts';
import { type CommandCall, type Option, Refused } from '../command.ts';
import { type Shard, shardIn, shareOf } from '../merge/shard.ts';
import { seedFor } from '../settings/seed.ts';
import { demandedRequirements, leavingOut, selectRequirements } from '../settings/selection.ts';
import { waiversIn } from '../settings/waivers-choice.ts';

export const runOptions: readonly Option[] = [
  {
    name: 'profile',
    value: 'name',
    oneOf: ['smoke', 'gate', 'deep'],
    fallback: 'gate',
    meaning: 'how many cases each rule is tried with',
  },
  {
    name: 'only',
    value: 'what',
    many: true,
    meaning: 'an endpoint (6 or onramp.initiate), requirement id or tag',
  },
  {
    name: 'require',
    value: 'what',
    many: true,
    meaning: 'an endpoint, tag, requirement id or all: exit 3 where one of them is not tested',
  },
  {
    name: 'seed',
    value: 'number|random',
    meaning: 'what is drawn (default: fixed by the catalogue, random in deep)',
  },
  reportsOption('where the reports are written'),
  {
    name: 'gate',
    value: 'name',
    oneOf: ['stated', 'implied', 'shown'],
    fallback: 'implied',
    meaning: 'the least firm kind of requirement that fails the run',
  },
  { name: 'baseline', value: 'name', meaning: 'compare with what was accepted under this name' },
  { name: 'waivers', value: 'file', meaning: 'known deviations that somebody answers for' },
  { name: 'shard', value: 'i/n', meaning: 'run the i-th of n parts, for merge; deep needs --seed' },
  { name: 'quiet', meaning: 'show nothing before the end, and then the verdict alone' },
  { name: 'verbose', meaning: 'show every finding and reason at the end' },
  { name: 'json', meaning: 'the verdict on standard output, all else on standard error' },
];

/** What the arguments of a run ask for. */
export interface RunChoices {
  readonly profile: Profile;
  readonly gate: Gate;
  readonly seed: number;
  readonly directory: string;
  readonly selected?: ReadonlySet<RequirementId>;
  /** What the file of choices leaves out, with the reason; never selected. */
  readonly leftOut?: ReadonlyMap<RequirementId, string>;
  /** Rules across endpoints of which the file leaves some out: one that stays untested is so by the user. */
  readonly partly?: ReadonlyMap<RequirementId, string>;
  /** What must be tested. */
  readonly required?: ReadonlySet<RequirementId>;
  /** The part of the selection that is this machine's; `asked` is then what was selected of all. */
  readonly shard?: Shard;
  readonly asked?: ReadonlySet<RequirementId>;
  /** What was recorded, where nothing is sent. */
  readonly recording?: RecordingSummary;
  readonly baseline?: Baseline;
  readonly waivers?: readonly Waiver[];
}

/** Every shard must draw the same cases. */
const isDrawnAnew = (seed: string | undefined, profile: Profile): boolean =>
  seed === 'random' || (seed === undefined && profile === 'deep');

type Reasons = NonNullable<RunChoices['leftOut']>;

const askedOf = (only: readonly string[], leftOut: Reasons): ReadonlySet<RequirementId> | undefined => {
  if (only.length === 0 && leftOut.size === 0) return undefined;
  const named = only.length === 0 ? new Set(requirements.map(({ id }) => id)) : selectRequirements(only);
  const asked = [...named].filter((id) => !leftOut.has(id));
  if (asked.length > 0) return new Set(asked);
  throw new Refused('the file of choices leaves out all that is to be run; see leaveOut in it');
};

/** The selection of `--only`, the file of choices and `--shard`. */
export const selectionOf = (
  { text, texts }: CommandCall,
  profile: Profile,
  leftOut: Reasons = new Map(),
): Pick<RunChoices, 'selected' | 'shard' | 'asked'> => {
  const asked = askedOf(texts('only'), leftOut);
  const part = text('shard');
  if (part === undefined) return asked ? { selected: asked } : {};
  if (isDrawnAnew(text('seed'), profile))
    throw new Refused(
      '--shard needs --seed with a number, the same number on every machine, such as the number of the CI run',
    );
  return { shard: shardIn(part), ...(asked ? { selected: asked, asked } : {}) };
};

/** Narrows a sharded run to this machine's part. */
export function withShare(choices: RunChoices, sharedAccount: boolean): RunChoices {
  const { shard, asked } = choices;
  return shard === undefined ? choices : { ...choices, selected: shareOf(asked, shard, sharedAccount) };
}

type Demand = Pick<RunChoices, 'required' | 'leftOut' | 'partly'>;

/**
 * What must be tested and what is left out.
 * @throws Refused where both name the same requirement, which no run could satisfy.
 */
function demandIn({ text, texts, given, config }: CommandCall, gate: Gate): Demand {
  const isPart = text('shard') !== undefined;
  if (isPart && given('require'))
    throw new Refused('--require is for the whole: give it to merge, not to a shard');
  const { leftOut, partly } = leavingOut(config?.leaveOut ?? []);
  // A shard is held to no demand: merge reads the file of choices too.
  const named = isPart ? [] : texts('require');
  const left = leftOut.size === 0 ? {} : { leftOut, partly };
  if (named.length === 0) return left;
  const required = demandedRequirements(named, gate);
  const both = [...required].find((id) => leftOut.has(id));
  if (both !== undefined)
    throw new Refused(`${both} is required, and left out in the file of choices; take it out of one of them`);
  return { ...left, required };
}

type JudgingChoices = Pick<RunChoices, 'gate' | 'directory' | 'baseline' | 'waivers'> & Demand;

/** What every command that judges is asked: how, against what, and where it writes. */
export function judgingChoices(call: CommandCall): JudgingChoices {
  const { flag, text, terminal } = call;
  if (flag('quiet') && flag('verbose'))
    throw new Refused('--quiet and --verbose exclude each other; give one');
  const directory = reportsFolder(call);
  const [baseline, waivers] = [text('baseline'), text('waivers')];
  // It was held against its list when the arguments were read.
  const gate = text('gate') as Gate;
  return {
    gate,
    directory,
    ...demandIn(call, gate),
    ...(baseline === undefined ? {} : { baseline: demandBaseline(directory, baseline) }),
    ...(waivers === undefined ? {} : { waivers: waiversIn(waivers, terminal.cwd) }),
  };
}

export function readChoices(call: CommandCall): RunChoices {
  const choices = judgingChoices(call);
  const profile = call.text('profile') as Profile;
  const seed = seedFor(call.text('seed'), profile);
  return { ...choices, profile, seed, ...selectionOf(call, profile, choices.leftOut) };
}

/** Without a choice, everything is run. */
export const idsOf = ({ selected }: Pick<RunChoices, 'selected'>): readonly RequirementId[] =>
  selected ? [...selected] : requirements.map(({ id }) => id);
