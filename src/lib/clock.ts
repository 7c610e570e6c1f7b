/** The current time from a monotonic clock, so that differences are correct. */
export function steadyDate(): Date {
  return new Date(performance.timeOrigin + performance.now());
}
