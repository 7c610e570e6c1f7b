/** The time of day by a clock that no step of the system's moves, so that the time between two of them is right. */
export function steadyDate(): Date {
  return new Date(performance.timeOrigin + performance.now());
}
