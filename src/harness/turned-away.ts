import { type AnyCheck, isServedRead, isUniversal, mayRefuseCaller, turnedAwayIn } from '#checks';
import { describeAnswer, type Reply, Untested } from '#evidence';
import { probesOf } from '#probes';
import { type CheckOutcome, type Evidence, ofFailure } from './outcome.ts';

/** The replies to a check's own probes. */
const repliesFor = (check: AnyCheck, { replies }: Evidence): readonly Reply[] => {
  const sources = isUniversal(check) ? check.needs : [check.source];
  const probes = new Set(sources.flatMap(probesOf).map(({ id }) => id));
  return replies.filter(({ request }) => probes.has(request.purpose.probe));
};

/** One that was under way when the caller was turned away may have been served. */
const maxLooks = 2;

/** The replies that turned the caller away; a read that was served is sent again where that may explain one of these. */
const turnedAway = async (suspects: readonly Reply[], world: Evidence): Promise<ReadonlySet<Reply>> => {
  const known = () => turnedAwayIn(world.replies, world.setting);
  const served = world.replies.find((reply) => isServedRead(reply, world.setting));
  for (let looks = 0; served && looks < maxLooks; looks += 1) {
    const turned = known();
    if (suspects.every((reply) => turned.has(reply))) return turned;
    await world.again?.(served);
  }
  return known();
};

/**
 * An answer that turned the caller away says nothing of its request: no requirement deviates or conforms by it. Where
 * nothing else is left to judge, it is the reason.
 */
export const whereLetIn = async (
  check: AnyCheck,
  outcome: CheckOutcome,
  world: Evidence,
): Promise<CheckOutcome> => {
  const { findings, judged, observations, untested, broken, unanswered } = outcome;
  const lacks = untested?.by === 'nothing to judge';
  if ((untested && !lacks) || broken || unanswered) return outcome;
  const guilty = findings.flatMap(({ shownBy }) => shownBy ?? []);
  const isSilent = lacks || judged.length + observations.length === 0;
  const shown = [...guilty, ...judged, ...(isSilent ? repliesFor(check, world) : [])];
  const suspects = shown.filter(mayRefuseCaller);
  if (suspects.length === 0) return outcome;
  const turned = await turnedAway(suspects, world);
  const kept = findings.filter(({ shownBy }) => shownBy === undefined || !turned.has(shownBy));
  const left = judged.filter((reply) => !turned.has(reply));
  const isJudged = findings.length === 0 && left.length + observations.length > 0;
  const reply = suspects.find((each) => turned.has(each));
  if (reply === undefined || kept.length > 0 || isJudged) return { ...outcome, findings: kept, judged: left };
  const reason = `the caller was turned away, whatever it asked for (${describeAnswer(reply)})`;
  return ofFailure(new Untested(reason, 'service'));
};
