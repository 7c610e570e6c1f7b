// Headers without personal values: parsed and printed anew, so that no other content reaches a file.

/** Digits; account, tax and telephone numbers are longer. */
const number = /^\d{1,6}$/;

const directives = new Set([
  ...['immutable', 'must-revalidate', 'must-understand', 'no-cache', 'no-store', 'no-transform', 'private'],
  ...['proxy-revalidate', 'public'],
]);

const timed = new Set(['max-age', 's-maxage', 'stale-if-error', 'stale-while-revalidate']);

const hour = 3_600;
const mostSeconds = 10 * 365 * 24 * hour;

const isSpan = (text: string): boolean =>
  number.test(text) || (/^\d{1,9}$/.test(text) && Number(text) % hour === 0 && Number(text) <= mostSeconds);

const directive = (text: string): string => {
  const [name = '', value = ''] = text.trim().toLowerCase().split('=', 2);
  if (directives.has(name)) return name;
  return timed.has(name) && isSpan(value) ? `${name}=${Number(value)}` : other;
};

const other = 'other';

const cacheControl = (value: string): string | undefined => {
  const parts = [...new Set(value.split(',').map(directive))];
  return parts.every((part) => part === other) ? undefined : parts.join(', ');
};

/** Dates of this interface; birth dates are earlier. */
const isOfToday = (time: number): boolean => time >= Date.UTC(2015, 0) && time < Date.UTC(2100, 0);

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const date = (value: string): string | undefined => {
  const [, seconds] = /^@(\d{1,10})$/.exec(value) ?? [];
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const time = seconds === undefined ? Date.parse(value) : Number(seconds) * 1_000;
  if (Number.isNaN(time) || !isOfToday(time)) return undefined;
  if (seconds !== undefined) return dayOf(time);
  return [new Date(time).toUTCString(), ...(isDay ? [dayOf(time)] : [])].find((written) => written === value);
};

const limits = (value: string): string | undefined => {
  const parts = value.split(',').map((part) => {
    const [limit = '', ...parameters] = part.trim().split(/\s*;\s*/);
    const span = parameters.find((each) => /^w=\d{1,6}$/.test(each));
    return number.test(limit) ? [String(Number(limit)), ...(span ? [span] : [])].join(';') : undefined;
  });
  return parts.every((part) => part !== undefined) ? parts.join(', ') : undefined;
};

const writers: ReadonlyMap<string, (value: string) => string | undefined> = new Map([
  ['cache-control', cacheControl],
  ['deprecation', (value: string) => (/^true$/i.test(value) ? 'true' : date(value))],
  ['ratelimit-limit', limits],
  ['sunset', date],
  ['x-ratelimit-limit', limits],
]);

export const present = 'present';

/** The value, printed anew, if it is not personal; else only `present`. */
export const headerForm = (name: string, value: string): string =>
  (value.length <= 120 && writers.get(name)?.(value.trim())) || present;

/** For a value from a file, which anybody may have edited. */
export const storedHeaderForm = (name: string, form: string): string =>
  ['none', present].includes(form) || !writers.has(name) ? form : headerForm(name, form);
