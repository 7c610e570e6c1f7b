import { type OperationId, operationIds, operationOf, orderIds, owned, ownParameter } from '#contract';
import { type Facts, keyOf, numberIn, readEndpoint, readFacts, readValue, serviceName, textOf } from '#facts';
import { isVariable, type Profile, profiles, roleOf, roleVariables } from '#run';
import { isOpen, wasExecuted } from '../outcomes.ts';
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

/** Settings that decide what a run can see: roles, what orders are made of, permissions. */
const settingsOf = ({ facts = {}, permissions }: ComparedRun): Readonly<Record<string, string>> => {
  const observed = [...readEndpoint(facts[serviceName] ?? {}).values()].filter(({ aspect }) => aspect === 'settings');
  const settings = Object.fromEntries(
    observed.map(({ of: [name = ''], value, aspect }) => [name, textOf(value, aspect)]),
  );
  const { profile: _ofItself, ...others } = settings;
  if (permissions === undefined) return others;
  const { money, readOnly, quiet } = permissions;
  return {
    ...others,
    money: money === true ? 'yes' : 'no',
    'GET only': readOnly ? 'yes' : 'no',
    'quiet account': quiet ? 'yes' : 'no',
  };
};

/** Names of the settings that differ. Of a recording none is known, nor of a run that tested nothing. */
export const differingSettings = (before: ComparedRun, after: ComparedRun): readonly string[] => {
  const runs = [before, after];
  if (runs.some(({ passive, requirements }) => passive || !requirements.some(wasExecuted))) return [];
  const [old, now] = [settingsOf(before), settingsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => old[name] !== now[name]);
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

/** Where an order shows: where it is placed, where it is read again, and in the balances. */
const showingOrders: readonly OperationId[] = [...orderIds, 'balances.read', 'offramp.list', 'offramp.read'];

/** Operations at which a setting lets a run see more; of most roles all, because each is used in many places. */
const operationsOf = (setting: string, isInBoth: boolean): readonly OperationId[] => {
  if (setting === 'RAMP_TAXONOMY_CURRENCIES') return ['taxonomy.list'];
  if (isInBoth) return showingOrders;
  const readers = owned.filter((id) => roleVariables[roleOf(ownParameter(id))] === setting);
  return readers.length > 0 ? readers : operationIds;
};

/** Endpoints of settings that one run has, and the other has not or with another value. */
const endpointsOfSettings = (one: ComparedRun, other: ComparedRun): readonly number[] => {
  const [here, there] = [settingsOf(one), settingsOf(other)];
  return differingSettings(one, other)
    .filter((name) => name in here)
    .flatMap((name) => operationsOf(name, name in there).map((id) => operationOf(id).number));
};

const isCut = ({ interrupted, requirements }: ComparedRun): boolean =>
  interrupted === true || requirements.some(({ outcome }) => outcome === 'no-result');

/** True where a run shows what its release was like: it came to its end, looked at all, and the service answered. */
export const isAncestor = ({ verdict, interrupted, narrowed, requirements }: ComparedRun): boolean => {
  if (verdict === 'refused' || interrupted || narrowed) return false;
  const tested = requirements.filter(wasExecuted).length;
  const lost = requirements.filter((each) => isOpen(each) || each.untestedBy === 'service').length;
  return tested > lost;
};

/** True where a run can tell what changed until a later one: it looked as far, and is an ancestor. */
export const isBasisOf = (earlier: ComparedRun, later: ComparedRun): boolean =>
  depthOf(earlier) >= depthOf(later) && isAncestor(earlier);

/** True where one run could see more of the whole service than the other: by its profile, its settings, or because that was cut. */
export const looksWider = (one: ComparedRun, other: ComparedRun): boolean =>
  depthOf(one) > depthOf(other) || isCut(other) || differingSettings(one, other).length > 0;

/**
 * Says whether one run could see at some endpoints what the other could not: by its profile, by a setting of one of them, or
 * because it tested more of them.
 */
export const looksFurther = (one: ComparedRun, other: ComparedRun): ((endpoints: readonly number[]) => boolean) => {
  if (depthOf(one) > depthOf(other)) return () => true;
  const further = new Set([...endpointsOnlyIn(one, other), ...endpointsOfSettings(one, other)]);
  return (endpoints) => endpoints.some((number) => further.has(number));
};
