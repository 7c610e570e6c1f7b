import { z } from 'zod';
import { gates, line, profiles } from '#contract';
import { release } from './formats.ts';

/** The name of a baseline, which is that of a folder. */
const baselineName = z
  .string('must be a text')
  .regex(/^[\w.-]{1,64}$/, 'must be the name of a baseline: letters, digits, dots, dashes and underscores');

const maxSeed = 2 ** 31 - 1;

const seed = z.union(
  [z.literal('random'), z.int().min(-maxSeed).max(maxSeed)],
  'must be random or a whole number',
);

/** Settings without a variable: options of commands, and members of `ramp-conformance.json` and of each target in it. */
export const choices = {
  profile: {
    value: 'name',
    member: z.enum(profiles, `must be one of ${profiles.join(', ')}`),
    fallback: 'gate',
    meaning: 'how much is sent: what is stated, all, or all with drawn cases',
  },
  gate: {
    value: 'name',
    member: z.enum(gates, `must be one of ${gates.join(', ')}`),
    fallback: 'implied',
    meaning: 'the least firm kind of requirement that fails the run',
  },
  seed: {
    value: 'number|random',
    member: seed,
    meaning: 'what is drawn (default: fixed by the catalogue, random in deep)',
  },
  baseline: {
    value: 'name',
    member: baselineName,
    meaning: 'compare with what was accepted under this name',
  },
  waivers: { value: 'file', member: line(400), meaning: 'known deviations that somebody answers for' },
  require: {
    value: 'what',
    member: z.array(line(120), 'must be a list of texts').min(1, 'must name something'),
    meaning: 'an endpoint, tag, requirement id or all: exit 3 where one of them is not tested',
  },
  release: {
    value: 'text',
    member: release.schema,
    meaning: 'the version under test, as its vendor calls it: a label in every report',
  },
  reports: {
    value: 'dir',
    member: line(400),
    fallback: 'reports',
    meaning: 'where the reports are written',
  },
} as const;
