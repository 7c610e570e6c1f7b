/** The means of ending a run early. */
export interface Stops {
  /** When the time of the run is up, in milliseconds of the epoch: as if it were stopped then. */
  readonly endsAt?: number;
  /** Once aborted nothing more is sent; orders that have left are given a moment. */
  readonly stop?: AbortSignal;
}

export const stopsOf = ({ stop, endsAt }: Stops): readonly AbortSignal[] => [
  ...(stop ? [stop] : []),
  ...(endsAt === undefined ? [] : [AbortSignal.timeout(Math.max(0, endsAt - Date.now()))]),
];

export const whyStopped = ({ reason }: AbortSignal): string =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
    ? 'the time that RAMP_DEADLINE_S gives the run is up'
    : 'the run was interrupted';
