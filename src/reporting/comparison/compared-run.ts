import { operationIds, operationOf } from '#contract';
import {
  type Facts,
  keyOf,
  lessIn,
  numberIn,
  type RunDifference,
  reachOf,
  readFacts,
  readValue,
  serviceName,
  settingDifferences,
} from '#facts';
import { isVariable, type Profile, profiles } from '#run';
import { hasNoResult, wasExecuted } from '../outcomes.ts';
import { groupBy } from '../text.ts';
import type { Verdict } from '../verdict.ts';

/** The members of a run that a comparison needs: from a verdict, or from a line of the history. */
export type ComparedRun = Omit<
  Verdict,
  'format' | 'exitCode' | 'endedAt' | 'counts' | 'coverage' | 'requests' | 'waivers'
>;

/** `2026-11-02 10:05` in UTC; with seconds or milliseconds if another instant would read the same. */
export const dayAndTime = (instant: string, others: readonly string[] = []): string => {
  const isShared = (length: number) =>
    others.some((other) => other !== instant && other.startsWith(instant.slice(0, length)));
  const [minute, second, millisecond] = [16, 19, 23];
  const length = [minute, second].find((it) => !isShared(it)) ?? millisecond;
  return instant.slice(0, length).replace('T', ' ');
};

/** The version of the catalogue. Earlier verdicts have only the version of the harness. */
export const catalogueOf = ({ harness }: Pick<ComparedRun, 'harness'>): string => harness.catalogue ?? harness.version;

const depths: readonly (Profile | 'passive')[] = ['passive', ...profiles];

/** `a recording`, or the profile. */
export const depthText = ({ passive, profile }: ComparedRun): string => (passive ? 'a recording' : profile);

const depthOf = ({ passive, profile }: ComparedRun): number => depths.indexOf(passive ? 'passive' : profile);

const speed = { aspect: 'speed', of: [] } as const;

/** True if the run keeps its facts. The history keeps the facts of the latest runs only. */
export const keepsFacts = ({ facts = {} }: ComparedRun): boolean =>
  Object.entries(facts).some(
    ([endpoint, own]) => endpoint !== serviceName && Object.keys(own).some((key) => key !== keyOf(speed)),
  );

/** The facts of a run; undefined if it keeps none. */
export const observedFacts = (run: ComparedRun): Facts | undefined =>
  keepsFacts(run) ? readFacts(run.facts ?? {}) : undefined;

/** Slower: the median of three runs of each release is higher by half and by 100 ms. */
export const slower = { runs: 3, factor: 1.5, ms: 100 };

export const middleOf = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** The times of each endpoint in ms, from all kept runs of the same release and target. */
export const speedsOf = (run: ComparedRun, kept: readonly ComparedRun[]): ReadonlyMap<string, readonly number[]> => {
  const others = kept.filter(
    ({ runId, release, target }) => runId !== run.runId && release === run.release && target.label === run.target.label,
  );
  const speeds = [run, ...others].flatMap(({ facts = {} }) =>
    Object.entries(facts).flatMap(([endpoint, own]) => {
      const ms = numberIn(readValue(own, speed));
      return ms > 0 ? [[endpoint, ms] as const] : [];
    }),
  );
  return new Map(
    [...groupBy(speeds, ([endpoint]) => endpoint)].map(([endpoint, own]) => [endpoint, own.map(([, ms]) => ms)]),
  );
};

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

const permissionsOf = ({ permissions }: ComparedRun): Readonly<Record<string, string>> => {
  if (permissions === undefined) return {};
  const { money, readOnly, quiet } = permissions;
  return { money: yesOrNo(money === true), 'GET only': yesOrNo(readOnly), 'quiet account': yesOrNo(quiet) };
};

const permissionDifferences = (before: ComparedRun, after: ComparedRun): readonly RunDifference[] => {
  const [old, now] = [permissionsOf(before), permissionsOf(after)];
  return Object.keys(old)
    .filter((name) => name in now && old[name] !== now[name])
    .map((name) => {
      const isMoreAfter = (now[name] === 'yes') === (name !== 'GET only');
      return { name, before: old[name], after: now[name], wider: isMoreAfter ? 'after' : 'before' };
    });
};

/** Settings and permissions that differ. A recording, and a run that tested nothing, have no known settings. */
export const differingSettings = (before: ComparedRun, after: ComparedRun): readonly RunDifference[] => {
  if ([before, after].some(({ passive, requirements }) => passive || !requirements.some(wasExecuted))) return [];
  const [old, now] = [before, after].map(({ facts = {} }) => readFacts({ [serviceName]: facts[serviceName] ?? {} }));
  const differing = settingDifferences(old ?? {}, now ?? {}).filter(({ name }) => name !== 'profile');
  return [...differing, ...permissionDifferences(before, after)];
};

/**
 * Variables without which this run left out tests of an earlier run. In CI nothing else shows that a variable is gone.
 */
export const lostVariables = (before: ComparedRun, after: ComparedRun): readonly string[] => {
  const tested = new Set(before.requirements.filter(wasExecuted).map(({ id }) => id));
  const lacks = after.requirements.flatMap(({ id, lacks: own = [] }) => (tested.has(id) ? own : []));
  return [...new Set(lacks)].filter(isVariable);
};

/**
 * Endpoints of requirements that one run tested and the settings of the other left out. Rules of the whole service do
 * not count.
 */
const endpointsOnlyIn = (one: ComparedRun, other: ComparedRun): ReadonlySet<number> => {
  const left = new Set(other.requirements.filter((each) => each.untestedBy === 'user').map(({ id }) => id));
  const more = one.requirements.filter((each) => wasExecuted(each) && left.has(each.id));
  return new Set(more.filter(({ endpoints }) => endpoints.length < 8).flatMap(({ endpoints }) => endpoints));
};

const isAmount = (name: string): boolean => /^RAMP_AMOUNTS?$/.test(name);

/** Endpoints at which the settings of one run showed more than, or something else than, those of the other run. */
const endpointsOfSettings = (one: ComparedRun, other: ComparedRun, anyAmount: boolean): readonly number[] =>
  differingSettings(other, one)
    .filter(({ name, wider }) => wider !== 'before' && !(anyAmount && isAmount(name)))
    .flatMap(({ name }) => reachOf(name))
    .flatMap((endpoint) => operationIds.filter((id) => id === endpoint).map((id) => operationOf(id).number));

/** True if the run represents its release: it was complete, not narrowed, and the service answered. */
export const isAncestor = ({ verdict, interrupted, narrowed, requirements }: ComparedRun): boolean => {
  if (verdict === 'refused' || interrupted || narrowed) return false;
  const tested = requirements.filter(wasExecuted).length;
  const lost = requirements.filter((each) => hasNoResult(each) || each.untestedBy === 'service').length;
  return tested > lost;
};

/** True if the earlier run can be compared with the later run: it has the same or a deeper profile, and is complete. */
export const isBasisOf = (earlier: ComparedRun, later: ComparedRun): boolean =>
  depthOf(earlier) >= depthOf(later) && isAncestor(earlier);

/** Requirements without a result hide what their requests would show. */
const lostEndpoints = ({ requirements }: ComparedRun): readonly string[] => {
  const lost = requirements.filter(({ outcome }) => outcome === 'no-result').flatMap(({ endpoints }) => endpoints);
  return operationIds.filter((id) => lost.includes(operationOf(id).number));
};

const shortcomings = (run: ComparedRun, other: ComparedRun, side: 'before' | 'after'): readonly RunDifference[] => {
  const lost = lostEndpoints(run);
  return [
    ...(run.narrowed && !other.narrowed ? [lessIn('--only', side)] : []),
    ...(run.interrupted ? [lessIn('interrupted', side)] : []),
    ...(lost.length > 0 ? [lessIn('without a result', side, lost)] : []),
  ];
};

/** All differences between the runs themselves that decide what each run can see. */
export const runDifferences = (before: ComparedRun, after: ComparedRun): readonly RunDifference[] => {
  const [old, now] = [depthText(before), depthText(after)];
  const wider = depthOf(before) > depthOf(after) ? 'before' : 'after';
  return [
    ...(old === now ? [] : [{ name: 'profile', before: old, after: now, wider } as const]),
    ...differingSettings(before, after),
    ...shortcomings(before, after, 'before'),
    ...shortcomings(after, before, 'after'),
  ];
};

/**
 * Says whether one run could see more at some endpoints than the other: by its profile, by a setting of an endpoint, or
 * by more tested requirements.
 */
export const looksFurther = (
  one: ComparedRun,
  other: ComparedRun,
  { anyAmount = false } = {},
): ((endpoints: readonly number[]) => boolean) => {
  if (depthOf(one) > depthOf(other)) return () => true;
  const further = new Set([...endpointsOnlyIn(one, other), ...endpointsOfSettings(one, other, anyAmount)]);
  return (endpoints) => endpoints.some((number) => further.has(number));
};
