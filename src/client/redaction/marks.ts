import { createHmac, randomBytes } from 'node:crypto';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { describe } from '#schemas';

/** Stands for a key, a token or a cookie. */
export const secretWord = '[secret]';

const place = 'ramp-conformance: key of marks';

/**
 * Lives in memory for one run and is handed down to the threads that are started later, so that equal values carry
 * equal marks within a run and nothing can be compared across runs.
 */
function keyOfRun(): string {
  const inherited: unknown = getEnvironmentData(place);
  if (typeof inherited === 'string') return inherited;
  const key = randomBytes(32).toString('hex');
  setEnvironmentData(place, key);
  return key;
}

const key = keyOfRun();

const digest = (text: string): string => createHmac('sha256', key).update(text).digest('hex').slice(0, 4);

/** Marks that were made: ids and addresses come again and again. */
const known = new Map<unknown, string>();
const maxKnown = 5_000;

/** A value in the abstract with a sign of its identity: `<uuid#3f9a>`, `<text(12)#9c1d>`. */
export function mark(value: unknown): string {
  if (typeof value === 'object' || value === undefined) return `<${describe(value)}>`;
  const marked = known.get(value) ?? `<${describe(value)}#${digest(String(value))}>`;
  if (known.size >= maxKnown) known.clear();
  known.set(value, marked);
  return marked;
}

/** Stands in for a member name that the document does not know, and that may itself be data. */
export const markKey = (name: string): string => `<key#${digest(name)}>`;
