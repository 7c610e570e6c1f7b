import type { Check } from '#checks';
import type { Replay } from '#contract';
import type { Reply } from '#evidence';
import { type Probe, probesOf, type Source } from '#probes';
import { attributionFor } from './attribute.ts';
import type { CheckOutcome } from './judge.ts';
import { inputsOf, type World } from './world.ts';

/** Most cases that the search for a smaller one may send. */
const maxCases = 24;

/** Requests of a run after which no search goes on: about half of a gate's, the rest is for what is not tested yet. */
const maxRequests = 1_000;

/** The data of a source with another result of one probe in it. */
const withResult = async (
  world: World,
  source: Source<unknown>,
  probe: Probe<unknown>,
  result: unknown,
): Promise<unknown> => {
  if (source === probe) return result;
  if (source.kind === 'probe') return world.get(source);
  const inputs = await inputsOf(source, (it) => withResult(world, it, probe, result));
  return source.derive(inputs);
};

const drawnIn = (source: Source<unknown>, reply: Reply | undefined): Probe<unknown> | undefined => {
  const { probe: id, drawn } = reply?.request.purpose ?? {};
  if (drawn === undefined) return undefined;
  return probesOf(source).find((probe) => probe.id === id && probe.drawn !== undefined);
};

/**
 * The outcome with the smallest case that shows its findings: where the first guilty case was drawn, smaller ones are sent.
 */
export const shrink = async (
  check: Check,
  outcome: CheckOutcome,
  world: World,
): Promise<{ readonly outcome: CheckOutcome; readonly replay?: Replay }> => {
  const { source, judge, requirement } = check;
  const guilty = outcome.findings[0]?.shownBy;
  const probe = drawnIn(source, guilty);
  const drawn = probe?.drawn;
  if (probe === undefined || drawn === undefined) return { outcome };
  /** Findings that show in one case; other data of the check may break the promise too. */
  const judged = async (result: unknown) => {
    const data = await withResult(world, source, probe, [result]);
    const isOfCase = ({ shownBy }: CheckOutcome['findings'][number]) =>
      shownBy?.request.purpose.probe === probe.id;
    const context = { ...world.setting, attribution: attributionFor(check, world) };
    return judge(data, context).findings.filter(isOfCase);
  };
  const results = (await world.get(probe)) as readonly unknown[];
  const fails = async (result: unknown) => (await judged(result).catch(() => [])).length > 0;
  const smaller = await world.further(probe, (service) =>
    drawn.shrink(service, { fails, results, maxCases, goesOn: () => world.furtherSent < maxRequests }),
  );
  if (smaller === undefined) return { outcome };
  const findings = await judged(smaller.result);
  const { seed, path } = smaller;
  return { outcome: { ...outcome, findings }, replay: { requirement, seed, path, probe: probe.id } };
};
