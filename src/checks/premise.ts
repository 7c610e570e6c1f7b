import { type Reply, Untested } from '#evidence';
import type { Judge } from './judgement.ts';

/** Judges replies beside the premise without which they show nothing: an order that was accepted, a key that was let in. */
export const given =
  <Premise, T>(judge: Judge<T>): Judge<readonly [premise: Premise, data: T]> =>
  ([, data], setting) =>
    judge(data, setting);

/** Judges the replies with one of these statuses; without any the claim is untested. */
export const where =
  (
    isMeant: (reply: Reply) => boolean,
    reason: string,
    judge: Judge<readonly Reply[]>,
  ): Judge<readonly Reply[]> =>
  (replies, setting) => {
    const meant = replies.filter(isMeant);
    if (meant.length === 0) throw new Untested(reason);
    return judge(meant, setting);
  };
