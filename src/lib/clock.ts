/** The time of day by a monotonic clock, so that differences are right. */
export function steadyDate(): Date {
  return new Date(performance.timeOrigin + performance.now());
}
