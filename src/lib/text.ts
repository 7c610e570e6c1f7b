// Tools for texts: suggestions for misspelt names, forms of a secret, steps of durations, lists in words.

/** The row of a name, which comes from outside: `constructor` exists in every object, but is no row. */
export const rowIn = <Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The number of edits that turn one text into the other. */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The time grows with the square of the length, and no name is longer. */
const maxLength = 80;

/** `; did you mean a or b?` with the most likely names first; empty without any. */
export function didYouMean(text: string, names: readonly string[]): string {
  const asked = text.slice(0, maxLength).toLowerCase();
  const near = names
    .map((name) => ({ name, away: distance(asked, name.toLowerCase()) }))
    .filter(({ name, away }) => {
      const isPart = asked.length > 3 && name.includes(asked);
      return isPart || away <= Math.max(2, Math.floor(Math.min(asked.length, name.length) / 3));
    })
    .sort((one, other) => one.away - other.away)
    .slice(0, 3)
    .map(({ name }) => name);
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}

/**
 * Base64 at each of three offsets, without the characters that neighbours share. One of them appears in any base64 of
 * the secret.
 */
const inBase64 = (secret: string): readonly string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const [first, last] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
    return (['base64', 'base64url'] as const).map((coding) => bytes.toString(coding).slice(first, last));
  });

/** The secret itself, and in the encodings of libraries and attackers. */
export const writtenForms = (secret: string): readonly string[] => {
  const hex = Buffer.from(secret).toString('hex');
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...inBase64(secret),
    hex,
    hex.toUpperCase(),
    [...secret].reverse().join(''),
  ];
  return [...new Set(forms)];
};

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
export const spanRange = (name: string): string => {
  const at = steps.findIndex(([, own]) => own === name);
  const [, count, unit = ''] = /^about (\d+) (s|min)$/.exec(name) ?? [];
  const [to] = steps[at + 1] ?? [];
  return at < 0 || count === undefined || to === undefined
    ? name
    : `${count} to ${to / (unit === 's' ? 1 : minute)} ${unit}`;
};

/**
 * Days are counted from their first weekday (UTC), because a weekend counts only for some estimates: `4 d from Fri`.
 */
export const daysStep = (seconds: number, from: Date): string =>
  seconds < day * begun
    ? spanStep(seconds)
    : `${Math.floor(seconds / day + 1 - begun)} d from ${weekdays[from.getUTCDay()]}`;

/** The days of a duration, and how many of them are from Monday to Friday. A duration below a day has none. */
export interface CountedDays {
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

export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** `a, b and 3 more`. */
export function firstOf(texts: readonly string[], most: number, between = ', '): string {
  const left = texts.length - most;
  const named = texts.slice(0, most).join(between);
  return left > 0 ? `${named} and ${left} more` : named;
}

/** The texts without the empty ones. */
export function texts(...all: readonly (string | false | undefined)[]): string[] {
  return all.filter((each): each is string => typeof each === 'string' && each !== '');
}

/** Groups items. Keys come in the order of their first items. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
