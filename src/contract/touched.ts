/** Replies of a faultless service that a fault or a variation changes. */
export interface Touched {
  /** All fourteen where they are not named. */
  readonly endpoints?: readonly number[];
  /** Those below 400, the others, or those of some statuses; all where it is not said. */
  readonly replies?: 'successes' | 'refusals' | readonly number[];
}

/** A reply, as far as it matters here. */
export interface TouchableReply {
  readonly endpoint: number;
  readonly status: number;
}

/** Whether a reply is one of those that may be changed. */
export const isTouched = ({ endpoint, status }: TouchableReply, { endpoints, replies }: Touched): boolean => {
  if (endpoints !== undefined && !endpoints.includes(endpoint)) return false;
  if (typeof replies === 'string') return status < 400 === (replies === 'successes');
  return replies === undefined || replies.includes(status);
};
