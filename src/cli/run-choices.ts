import { resolve } from 'node:path';
import type { Baseline } from '#baseline';
import { type Profile, type RequirementId, requirements } from '#contract';
import type { Gate } from '#reporting';
import type { Waiver } from '#waivers';
import { demandBaseline } from './baseline-choice.ts';
import { type Call, type Option, Refused } from './command.ts';
import { seedFor } from './seed.ts';
import { demandedRequirements, selectRequirements } from './selection.ts';
import { type Shard, shardIn, shareOf } from './shard.ts';
import { waiversIn } from './waivers-choice.ts';

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
  { name: 'reports', value: 'dir', fallback: 'reports', meaning: 'where the reports are written' },
  {
    name: 'gate',
    value: 'name',
    oneOf: ['stated', 'implied', 'shown'],
    fallback: 'implied',
    meaning: 'the least firm kind of requirement that fails the run',
  },
  { name: 'baseline', value: 'name', meaning: 'compare with what was accepted under this name' },
  { name: 'waivers', value: 'file', meaning: 'known deviations that somebody answers for' },
  { name: 'shard', value: 'i/n', meaning: 'prove the i-th of n parts, for merge; needs --seed' },
  { name: 'timings', meaning: 'show where the time of the run went' },
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
  /** What must be tested. */
  readonly required?: ReadonlySet<RequirementId>;
  /** The part of the selection that is this machine's; `asked` is then what was selected of all. */
  readonly shard?: Shard;
  readonly asked?: ReadonlySet<RequirementId>;
  readonly baseline?: Baseline;
  readonly waivers?: readonly Waiver[];
}

/** Every shard must draw the same cases. */
const isDrawnAnew = (seed: string | undefined, profile: Profile): boolean =>
  seed === 'random' || (seed === undefined && profile === 'deep');

const selectionOf = (
  only: readonly string[],
  part: string | undefined,
  drawnAnew: boolean,
): Pick<RunChoices, 'selected' | 'shard' | 'asked'> => {
  const asked = only.length === 0 ? undefined : selectRequirements(only);
  if (part === undefined) return asked ? { selected: asked } : {};
  if (drawnAnew)
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

export const requiredIn = (texts: readonly string[], gate: Gate): Pick<RunChoices, 'required'> =>
  texts.length === 0 ? {} : { required: demandedRequirements(texts, gate) };

export function readChoices({ text, texts, terminal }: Call): RunChoices {
  const only = texts('only');
  if (text('shard') !== undefined && texts('require').length > 0)
    throw new Refused('--require is for the whole: give it to merge, not to a shard');
  const directory = resolve(terminal.cwd, text('reports') ?? 'reports');
  const [baseline, waivers, seed] = [text('baseline'), text('waivers'), text('seed')];
  // Both were held against their lists when the arguments were read.
  const [profile, gate] = [text('profile') as Profile, text('gate') as Gate];
  return {
    profile,
    gate,
    seed: seedFor(seed, profile),
    directory,
    ...selectionOf(only, text('shard'), isDrawnAnew(seed, profile)),
    ...requiredIn(texts('require'), gate),
    ...(baseline === undefined ? {} : { baseline: demandBaseline(directory, baseline) }),
    ...(waivers === undefined ? {} : { waivers: waiversIn(waivers, terminal.cwd) }),
  };
}

/** What is run when nothing is chosen is everything. */
export const idsOf = ({ selected }: Pick<RunChoices, 'selected'>): readonly RequirementId[] =>
  selected ? [...selected] : requirements.map(({ id }) => id);
