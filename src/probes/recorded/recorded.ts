import { lacking, type Reply, type Untested } from '#evidence';

/** Exchanges of another client with a service, for probes that select instead of sending. */
export interface Recorded {
  /** Each under the purpose that it is recognised by, in the order of time. */
  readonly replies: readonly Reply[];
}

export const unshown = (what: string): Untested => lacking(`the recording does not show ${what}`, 'recording');

/** The recorded replies to the requests of a probe. Throws `Untested` where nothing of the kind was recorded. */
export const repliesTo = ({ replies }: Recorded, probe: string): readonly Reply[] => {
  const own = replies.filter(({ request }) => request.purpose.probe === probe);
  if (own.length === 0) throw unshown(probe);
  return own;
};

/** How long what was created, or is listed, may take to show elsewhere. */
export const maxDelayMs = 10_000;

export const isAfter = (earlier: Reply, later: Reply, ms = 0): boolean =>
  later.receivedAt.getTime() - earlier.receivedAt.getTime() > ms;
