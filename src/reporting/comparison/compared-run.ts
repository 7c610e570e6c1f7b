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

/** A run as far as it can be compared: a verdict, or a line of the history. */
export type ComparedRun = Omit<
  Verdict,
  'format' | 'exitCode' | 'endedAt' | 'counts' | 'coverage' | 'requests' | 'waivers'
>;

/** `2026-11-02 10:05`, in UTC; to the second or the millisecond where another instant would read the same. */
export const dayAndTime = (instant: string, others: readonly string[] = []): string => {
  const isShared = (length: number) =>
    others.some((other) => other !== instant && other.startsWith(instant.slice(0, length)));
  const [minute, second, millisecond] = [16, 19, 23];
  const length = [minute, second].find((it) => !isShared(it)) ?? millisecond;
  return instant.slice(0, length).replace('T', ' ');
};

/** The version of the catalogue; before it had one, that of the harness. */
export const catalogueOf = ({ harness }: Pick<ComparedRun, 'harness'>): string => harness.catalogue ?? harness.version;

const depths: readonly (Profile | 'passive')[] = ['passive', ...profiles];

/** `a recording`, or the profile. */
export const depthText = ({ passive, profile }: ComparedRun): string => (passive ? 'a recording' : profile);

const depthOf = ({ passive, profile }: ComparedRun): number => depths.indexOf(passive ? 'passive' : profile);

const speed = { aspect: 'speed', of: [] } as const;

/** True where a run keeps what it observed; the history keeps it of the latest runs alone. */
export const keepsFacts = ({ facts = {} }: ComparedRun): boolean =>
  Object.entries(facts).some(
    ([endpoint, own]) => endpoint !== serviceName && Object.keys(own).some((key) => key !== keyOf(speed)),
  );

/** Facts that a run observed. */
export const observedFacts = (run: ComparedRun): Facts | undefined =>
  keepsFacts(run) ? readFacts(run.facts ?? {}) : undefined;

/** Slower by half and by 100 ms, in the medians of so many runs of each release. */
export const slower = { runs: 3, factor: 1.5, ms: 100 };

export const middleOf = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** How long the endpoints took, by the kept runs of the release and target of a run. */
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

/** The run with the permission could see more. */
const permissionDifferences = (before: ComparedRun, after: ComparedRun): readonly RunDifference[] => {
  const [old, now] = [permissionsOf(before), permissionsOf(after)];
  return Object.keys(old)
    .filter((name) => name in now && old[name] !== now[name])
    .map((name) => {
      const isMoreAfter = (now[name] === 'yes') === (name !== 'GET only');
      return { name, before: old[name], after: now[name], wider: isMoreAfter ? 'after' : 'before' };
    });
};

/** Settings and permissions that differ. Of a recording none is known, nor of a run that tested nothing. */
export const differingSettings = (before: ComparedRun, after: ComparedRun): readonly RunDifference[] => {
  if ([before, after].some(({ passive, requirements }) => passive || !requirements.some(wasExecuted))) return [];
  const [old, now] = [before, after].map(({ facts = {} }) => readFacts({ [serviceName]: facts[serviceName] ?? {} }));
  const ofSettings = settingDifferences(old ?? {}, now ?? {}).filter(({ name }) => name !== 'profile');
  return [...ofSettings, ...permissionDifferences(before, after)];
};

/** Variables for lack of which a run does not test what an earlier one tested: in CI one that is gone turns nothing red. */
export const lostVariables = (before: ComparedRun, after: ComparedRun): readonly string[] => {
  const tested = new Set(before.requirements.filter(wasExecuted).map(({ id }) => id));
  const lacks = after.requirements.flatMap(({ id, lacks: own = [] }) => (tested.has(id) ? own : []));
  return [...new Set(lacks)].filter(isVariable);
};

/** Endpoints of which one run tested a requirement that the other one left out; rules of the whole service are none. */
const endpointsOnlyIn = (one: ComparedRun, other: ComparedRun): ReadonlySet<number> => {
  const left = new Set(other.requirements.filter((each) => each.untestedBy === 'user').map(({ id }) => id));
  const more = one.requirements.filter((each) => wasExecuted(each) && left.has(each.id));
  return new Set(more.filter(({ endpoints }) => endpoints.length < 8).flatMap(({ endpoints }) => endpoints));
};

const isAmount = (name: string): boolean => /^RAMP_AMOUNTS?$/.test(name);

/** Endpoints of settings for which one run could see more, or something else, than the other. */
const endpointsOfSettings = (one: ComparedRun, other: ComparedRun, anyAmount: boolean): readonly number[] =>
  differingSettings(other, one)
    .filter(({ name, wider }) => wider !== 'before' && !(anyAmount && isAmount(name)))
    .flatMap(({ name }) => reachOf(name))
    .flatMap((endpoint) => operationIds.filter((id) => id === endpoint).map((id) => operationOf(id).number));

/** True where a run shows what its release was like: it came to its end, looked at all, and the service answered. */
export const isAncestor = ({ verdict, interrupted, narrowed, requirements }: ComparedRun): boolean => {
  if (verdict === 'refused' || interrupted || narrowed) return false;
  const tested = requirements.filter(wasExecuted).length;
  const lost = requirements.filter((each) => hasNoResult(each) || each.untestedBy === 'service').length;
  return tested > lost;
};

/** True where a run can tell what changed until a later one: it looked as far, and is an ancestor. */
export const isBasisOf = (earlier: ComparedRun, later: ComparedRun): boolean =>
  depthOf(earlier) >= depthOf(later) && isAncestor(earlier);

/** Requirements without a result leave out what their requests would have shown. */
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

/** All in which two runs themselves differ, as far as it decides what they can see. */
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
 * Says whether one run could see at some endpoints what the other could not: by its profile, by a setting of one of them, or
 * because it tested more of them.
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
