import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import type { Baseline } from '#baseline';
import { type Profile, type RequirementId, requirements } from '#contract';
import type { Gate } from '#reporting';
import type { Waiver } from '#waivers';
import { demandBaseline } from './baseline-choice.ts';
import { type Call, type Option, Refused } from './command.ts';
import { selectRequirements } from './selection.ts';
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
  { name: 'seed', value: 'number', meaning: 'makes the same cases again (default: random)' },
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
  /** The part of the selection that is this machine's; `asked` is then what was selected of all. */
  readonly shard?: Shard;
  readonly asked?: ReadonlySet<RequirementId>;
  readonly baseline?: Baseline;
  readonly waivers?: readonly Waiver[];
}

const greatestSeed = 2 ** 31 - 1;

const seedIn = (text: string | undefined): number => {
  if (text === undefined) return randomInt(1, greatestSeed);
  const seed = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(seed) <= greatestSeed + 1) return seed;
  throw new Refused(`--seed is a whole number of at most 32 bits, such as ${randomInt(1, greatestSeed)}`);
};

/** The seed is asked for, because every shard must draw the same cases. */
const selectionOf = (
  only: readonly string[],
  part: string | undefined,
  seed: string | undefined,
): Pick<RunChoices, 'selected' | 'shard' | 'asked'> => {
  const asked = only.length === 0 ? undefined : selectRequirements(only);
  if (part === undefined) return asked ? { selected: asked } : {};
  if (seed === undefined)
    throw new Refused(
      '--shard needs --seed, the same number on every machine, such as the number of the CI run',
    );
  return { shard: shardIn(part), ...(asked ? { selected: asked, asked } : {}) };
};

/** Narrows a sharded run to this machine's part. */
export function withShare(choices: RunChoices, sharedAccount: boolean): RunChoices {
  const { shard, asked } = choices;
  return shard === undefined ? choices : { ...choices, selected: shareOf(asked, shard, sharedAccount) };
}

export function readChoices({ text, texts, terminal }: Call): RunChoices {
  const only = texts('only');
  const directory = resolve(terminal.cwd, text('reports') ?? 'reports');
  const [baseline, waivers] = [text('baseline'), text('waivers')];
  return {
    // Both were held against their lists when the arguments were read.
    profile: text('profile') as Profile,
    gate: text('gate') as Gate,
    seed: seedIn(text('seed')),
    directory,
    ...selectionOf(only, text('shard'), text('seed')),
    ...(baseline === undefined ? {} : { baseline: demandBaseline(directory, baseline) }),
    ...(waivers === undefined ? {} : { waivers: waiversIn(waivers, terminal.cwd) }),
  };
}

/** What is run when nothing is chosen is everything. */
export const idsOf = ({ selected }: Pick<RunChoices, 'selected'>): readonly RequirementId[] =>
  selected ? [...selected] : requirements.map(({ id }) => id);
