import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import type { Profile, RequirementId } from '#contract';
import type { Gate } from '#reporting';
import { type Call, type Option, Refused } from './command.ts';
import { selectRequirements } from './selection.ts';

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
}

const greatestSeed = 2 ** 31 - 1;

const seedIn = (text: string | undefined): number => {
  if (text === undefined) return randomInt(1, greatestSeed);
  const seed = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(seed) <= greatestSeed + 1) return seed;
  throw new Refused(`--seed is a whole number of at most 32 bits, such as ${randomInt(1, greatestSeed)}`);
};

export function readChoices({ text, texts, terminal }: Call): RunChoices {
  const only = texts('only');
  return {
    // Both were held against their lists when the arguments were read.
    profile: text('profile') as Profile,
    gate: text('gate') as Gate,
    seed: seedIn(text('seed')),
    directory: resolve(terminal.cwd, text('reports') ?? 'reports'),
    ...(only.length === 0 ? {} : { selected: selectRequirements(only) }),
  };
}
