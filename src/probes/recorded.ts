import { type Reply, Untested } from '#evidence';

/** What somebody else has asked a service and was answered, for probes that select instead of sending. */
export interface Recorded {
  /** Each under the purpose that it is recognised by, in the order of time. */
  readonly replies: readonly Reply[];
}

export const unshown = (what: string): Untested =>
  new Untested(`the recording does not show ${what}`, 'user');

/** What a probe would have been answered. Throws `Untested` where nothing of the kind was recorded. */
export const repliesTo = ({ replies }: Recorded, probe: string): readonly Reply[] => {
  const own = replies.filter(({ request }) => request.purpose.probe === probe);
  if (own.length === 0) throw unshown(probe);
  return own;
};
