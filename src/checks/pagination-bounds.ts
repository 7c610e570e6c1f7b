import { isThrottled, type Reply, Untested } from '#evidence';
import type { ListingSurvey, Page } from '#probes';
import { at } from './difference.ts';
import type { Judge } from './judgement.ts';

const isRefusal = (reply: Reply): boolean =>
  reply.status >= 400 && reply.status < 500 && ![401, 403].includes(reply.status) && !isThrottled(reply);

/** Some page and limit that make sense are accepted, where the listing is answered without them. */
export const takesBounds: Judge<readonly [survey: ListingSurvey, plain: readonly Page[]]> = ([
  { limited },
  plain,
]) => {
  const replies = limited.map(({ reply }) => reply);
  const [first] = replies;
  const isRefused = replies.every(isRefusal);
  if (isRefused && plain.length === 0) throw new Untested('the listing is refused without bounds too');
  if (!isRefused && !replies.some(({ status }) => status < 300))
    throw new Untested('no page was answered that shows whether its bounds were accepted');
  const expected = 'some page and limit that make sense are accepted';
  const findings =
    isRefused && first ? [at(first, 'BOUNDS_REFUSED', 'status', expected, String(first.status))] : [];
  return { findings, judged: replies };
};
