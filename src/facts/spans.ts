// Durations in facts: the steps in which they are written, and the steps of earlier versions.
import { rowIn } from '#lib';

const [minute, hour, day] = [60, 3_600, 86_400];

const minutes = [1, 2, 5, 10, 15, 20, 30, 45];

/** Steps of durations in facts, by their start in seconds. A cut-off time moves a duration within its day. */
const steps: readonly (readonly [from: number, name: string])[] = [
  [0, 'below 10 s'],
  [10, 'about 10 s'],
  [30, 'about 30 s'],
  ...minutes.map((count) => [count * minute, `about ${count} min`] as const),
  [hour, 'from 1 h'],
  [day, 'from 1 d'],
];

/** Steps of days that earlier versions wrote. */
const daySteps: typeof steps = [
  [day, '1 to 4 d'],
  [5 * day, '5 to 9 d'],
  [10 * day, '10 d and more'],
];

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** A duration of 15 minutes may be measured a moment shorter. */
const begun = 0.985;

const stepAt = (all: typeof steps, seconds: number): string | undefined =>
  all.findLast(([from]) => seconds >= from * begun)?.[1];

export const spanStep = (seconds: number): string => stepAt(steps, seconds) ?? 'below 10 s';

const nearest = (span: number, unit: number): number => Math.max(1, Math.round(span / unit));

/** `8 min`: rounded to the unit that a person would use. */
export const exactSpan = (seconds: number): string => {
  if (seconds < 10) return 'below 10 s';
  if (seconds < 2 * minute * begun) return `${10 * nearest(seconds, 10)} s`;
  if (seconds < 2 * hour * begun) return `${nearest(seconds, minute)} min`;
  return seconds < 2 * day * begun ? `${nearest(seconds, hour)} h` : `${nearest(seconds, day)} d`;
};

const units: Readonly<Record<string, readonly [unit: number, half: number]>> = {
  s: [1, 5],
  min: [minute, minute / 2],
  h: [hour, hour / 2],
  d: [day, day / 2],
};

const exactBounds = (name: string): readonly [from: number, to: number] | undefined => {
  const [, count, of = ''] = /^(\d+) (s|min|h|d)$/.exec(name) ?? [];
  const [unit, half] = rowIn(units, of) ?? [];
  return unit === undefined || half === undefined
    ? undefined
    : [Number(count) * unit - half, Number(count) * unit + half];
};

/** `5 to 10 min` for `about 5 min`; other text is returned unchanged. */
const spanRange = (name: string): string => {
  const at = steps.findIndex(([, own]) => own === name);
  const [, count, unit = ''] = /^about (\d+) (s|min)$/.exec(name) ?? [];
  const [to] = steps[at + 1] ?? [];
  return at < 0 || count === undefined || to === undefined
    ? name
    : `${count} to ${to / (unit === 's' ? 1 : minute)} ${unit}`;
};

/** `from 1 h` means a duration of at least this step. */
export const spanWords = (span: string): string =>
  span
    .split(' or ')
    .map(spanRange)
    .join(' or ')
    .replace(/ from [A-Z]\w\w\b/g, '')
    .replaceAll('from ', 'at least ')
    .replace(/\b1 d\b/g, '1 day')
    .replace(/(\d) d\b/g, '$1 days');

/**
 * Days are counted from their first weekday (UTC), because a weekend counts only for some estimates: `4 d from Fri`.
 */
export const daysStep = (seconds: number, from: Date): string =>
  seconds < day * begun
    ? spanStep(seconds)
    : `${Math.floor(seconds / day + 1 - begun)} d from ${weekdays[from.getUTCDay()]}`;

/** The days of a duration, and how many of them are from Monday to Friday. A duration below a day has none. */
interface CountedDays {
  readonly days: number;
  readonly workdays: number;
  readonly first?: string | undefined;
}

/** A file from elsewhere may contain any number. */
const maxDays = 1_000;

/** Undefined for a text of another form. */
export const countedDays = (name: string): CountedDays | undefined => {
  const [, count, first] = /^(\d+) d from (\w{3})$/.exec(name) ?? [];
  if (count === undefined)
    return steps.some(([, own]) => own === name && own !== 'from 1 d') ? { days: 0, workdays: 0 } : undefined;
  const [days, start] = [Number(count), (weekdays as readonly string[]).indexOf(first ?? '')];
  const isWorkday = (at: number): boolean => (start + at) % 7 !== 0 && (start + at) % 7 !== 6;
  const workdays = Array.from({ length: Math.min(days, maxDays) }, (_, at) => at + 1).filter(isWorkday).length;
  return { days, workdays, first };
};

const earlierSteps: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'from 10 s': [10, minute],
  'from 1 min': [minute, 15 * minute],
  'from 15 min': [15 * minute, hour],
};

/** Start and end in seconds; undefined for another text. */
export const spanOf = (name: string): readonly [from: number, to: number] | undefined => {
  for (const all of [steps, daySteps]) {
    const at = all.findIndex(([, own]) => own === name);
    const [from] = all[at] ?? [];
    if (from !== undefined) return [from, all[at + 1]?.[0] ?? Number.POSITIVE_INFINITY];
  }
  const exact = exactBounds(name);
  if (exact !== undefined) return exact;
  const counted = countedDays(name);
  if (counted !== undefined) return [counted.days * day, (counted.days + 1) * day];
  return rowIn(earlierSteps, name);
};
