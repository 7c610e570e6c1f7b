// Names for two runs, and the differences between the runs themselves, in words.
import { changedText, type RunDifference } from '#facts';
import { texts } from '../text.ts';
import type { Comparison } from './compare-runs.ts';
import { type ComparedRun, catalogueOf, dayAndTime, depthText, differingSettings } from './compared-run.ts';

/** The release of a run, else its time; both if two releases have the same name. */
export const namesOf = (runs: readonly ComparedRun[]): readonly string[] => {
  const isOneTarget = new Set(runs.map(({ target }) => target.label)).size === 1;
  const starts = runs.map(({ startedAt }) => startedAt);
  const named = runs.map(({ target, release }) => texts(!isOneTarget && target.label, release).join(' '));
  return runs.map(({ startedAt, release }, at) => {
    const name = named[at] ?? '';
    const isEnough = release !== undefined && named.filter((each) => each === name).length === 1;
    return isEnough ? name : texts(name !== '' && name, dayAndTime(startedAt, starts)).join(' ');
  });
};

/** The releases, else `the older run` and `the newer run`. */
export const runNames = ({
  before,
  after,
}: Pick<Comparison, 'before' | 'after'>): readonly [older: string, newer: string] => {
  const isNamed = before.release !== undefined && after.release !== undefined && before.release !== after.release;
  return isNamed ? [String(before.release), String(after.release)] : ['the older run', 'the newer run'];
};

/** `seed: before 1, now 2`; empty if both are equal. */
const changeText = (name: string, old: string | number, now: string | number): string[] =>
  old === now ? [] : [`${name}: ${changedText(String(old), String(now))}`];

/** `the run of 2.15`, or `the newer run`. */
const isRelease = (which: string): string => (/^the \w+ run$/.test(which) ? which : `the run of ${which}`);

/** `RAMP_AMOUNT differs (before 10, now 11)`. */
export const differenceText = (
  { name, before, after }: Pick<RunDifference, 'name' | 'before' | 'after'>,
  [older, newer]: readonly [older: string, newer: string] = ['the older run', 'the newer run'],
): string => {
  if (name === 'profile') return `profile: ${changedText(String(before), String(after))}`;
  if (before === undefined || after === undefined) {
    const which = before === undefined ? newer : older;
    if (name === '--only') return `only ${which} has --only`;
    if (name === 'interrupted') return `${isRelease(which)} was interrupted`;
    if (name === 'without a result') return `tests of ${which} have no result`;
    return `${name} is set only in ${which}`;
  }
  const [old, now] = [before, after].map((value) => value.replaceAll(', ', ' '));
  return `${name} differs (${changedText(String(old), String(now))})`;
};

const maxReasons = 3;

/** The first names, and the number of the others. */
export const shortList = (all: readonly string[]): readonly string[] => [
  ...all.slice(0, maxReasons),
  ...(all.length > maxReasons ? [`${all.length - maxReasons} more settings differ`] : []),
];

export const onlyInBoth = '--only in both';

/** How the runs themselves differ. */
export const runText = ({ before, after }: Pick<Comparison, 'before' | 'after'>): string[] => {
  const names = runNames({ before, after });
  const sides = [
    [names[0], before],
    [names[1], after],
  ] as const;
  const isNarrowedAlike = before.narrowed === after.narrowed;
  return [
    ...changeText('profile', depthText(before), depthText(after)),
    ...changeText('gate', before.gate, after.gate),
    ...changeText('seed', before.seed, after.seed),
    ...shortList(differingSettings(before, after).map((each) => differenceText(each, names))),
    ...(isNarrowedAlike && before.narrowed ? [onlyInBoth] : []),
    ...sides.flatMap(([name, run]) =>
      texts(
        run.narrowed && !isNarrowedAlike && `only ${name} has --only`,
        run.interrupted && `${isRelease(name)} was interrupted`,
      ),
    ),
  ];
};

export const harnessText = ({ before, after }: Comparison): string[] => [
  ...changeText('harness', before.harness.version, after.harness.version),
  ...changeText('catalogue', catalogueOf(before), catalogueOf(after)),
];
