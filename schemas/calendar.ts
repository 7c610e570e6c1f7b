const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const clockPattern = /^(\d{2}):(\d{2}):(\d{2})$/;
const shortMonths = new Set([4, 6, 9, 11]);

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return shortMonths.has(month) ? 30 : 31;
}

/** True for a `YYYY-MM-DD` day that exists; `Date.parse` would roll 30 February over into March. */
export function isCalendarDay(text: string): boolean {
  const [, year, month, day] = (datePattern.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** True for `hh:mm:ss` from 00:00:00 to 23:59:59; leap seconds do not occur in API timestamps. */
export function isTimeOfDay(text: string): boolean {
  const [, hour, minute, second] = (clockPattern.exec(text) ?? []).map(Number);
  if (hour === undefined || minute === undefined || second === undefined) return false;
  return hour <= 23 && minute <= 59 && second <= 59;
}
