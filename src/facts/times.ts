// The number of records in a listing, and of records with each value. A value may be missing because its records are
// gone.
import { isListing } from '#contract';
import { isRecord } from '#evidence';
import type { FactSubject } from '#run';
import { type Aspect, byValues } from './aspect.ts';
import { anyOf, type EndpointFacts, numberIn } from './fact.ts';
import { changedText, memberChange } from './fact-words.ts';
import { documentedIn } from './observed-members.ts';
import { type AddFact, fingerprint, type ObservedReply } from './sight.ts';
import { keyOf } from './written.ts';

const recordsPath = '$.data[]';

const subject = (...of: readonly string[]): FactSubject => ({ aspect: 'times', of });

/** Each record counts once, also if a run reads it several times. */
export const observeTimes = ({ reply: { operation, body }, shown }: ObservedReply, add: AddFact): void => {
  if (!isListing(operation) || !isRecord(body) || !Array.isArray(body.data)) return;
  const documented = documentedIn(operation, false);
  for (const record of body.data.filter(isRecord)) {
    const mark = fingerprint(recordsPath, String(record.id)) + fingerprint('its end', String(record.id));
    add(subject(recordsPath), mark);
    for (const [name, value] of Object.entries(record)) {
      const path = `${recordsPath}.${name}`;
      const isOfSet = (documented.get(path)?.known ?? []).length > 0;
      if (isOfSet && typeof value === 'string' && shown.text(value, path, name)) add(subject(path, value), mark);
    }
  }
};

const countIn = (facts: EndpointFacts, ...of: readonly string[]): number =>
  numberIn(facts.get(keyOf(subject(...of)))?.value) || 0;

/** With fewer records, a missing value proves nothing. */
const enoughRecords = 5;

interface Often {
  readonly times: number;
  readonly records: number;
}

const oftenText = ({ times, records }: Often, next: number): string =>
  changedText(`in ${times} of ${records} records`, `in none of ${next}`);

/** Below this probability, a missing value is no accident. */
const chance = 0.05;

/** Missing values that chance does not explain, each with its number of records. */
export const valuesGone = (
  path: string,
  values: readonly string[],
  { old, now }: { readonly old: EndpointFacts; readonly now: EndpointFacts },
): readonly string[] => {
  const [records, next] = [countIn(old, recordsPath), countIn(now, recordsPath)];
  if (records === 0 || next === 0) return [];
  return values.flatMap((value) => {
    const times = countIn(old, path, value);
    const isMeant = times > 0 && (1 - times / records) ** next < chance;
    return isMeant ? [`\`${value}\` ${oftenText({ times, records }, next)}`] : [];
  });
};

/** The status of every new order by the document; the orders of a run show it again. */
const newOrderStatus = 'pending';

const common = { share: 0.25, records: 20 };

/** True if the status of new orders is gone and the records of the runs do not explain this. */
export const lostNewOrders = (
  path: string,
  values: readonly string[],
  { old, now }: { readonly old: EndpointFacts; readonly now: EndpointFacts },
): boolean => {
  const [records, next] = [countIn(old, recordsPath), countIn(now, recordsPath)];
  return (
    next >= common.records &&
    values.includes(newOrderStatus) &&
    countIn(old, path, newOrderStatus) >= records * common.share
  );
};

/** Undefined if there are too few records. */
export const allRecords = (
  path: string,
  { old, now }: { readonly old: EndpointFacts; readonly now: EndpointFacts },
): string | undefined => {
  const [records, next] = [countIn(old, recordsPath), countIn(now, recordsPath)];
  const isOfRecords = path.startsWith(`${recordsPath}.`);
  return isOfRecords && Math.min(records, next) >= enoughRecords
    ? oftenText({ times: records, records }, next)
    : undefined;
};

export const timesAspects = {
  times: {
    merge: (counts) => anyOf(String(counts.size)),
    compare: () => 'numbers-of-records',
    group: 'states',
    name: keyOf,
    cause: byValues(),
    sentence: memberChange,
  },
} as const satisfies Partial<Record<string, Aspect>>;
