// Names and values of a service that reports may show, because they contain no personal value.
import { shownIn } from '#client';
import { isRecord, keyIn, type Reply, subaccountOf } from '#evidence';
import { isOfSet, isPlainName } from '#facts';
import type { ObservedTerms } from '#run';

/** Only letters and digits, so that `Maria Silva` is found in `mariaSilva`. */
const plainForm = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Names of members with personal values. */
const isPersonal =
  /name|mail|phone|city|state$|street|subdivision|address|title|occupation|gender|nationality|country|number|reference|website/i;

/** Characters; a shorter text may be part of any word. */
const [leastWord, leastText, leastKey] = [3, 4, 8];

export interface TermCollector {
  readonly read: (reply: Reply) => void;
  /** Adds a member name, or a value, with its record. */
  readonly meet: (term: string, reply: Reply, isValue: boolean) => void;
  readonly terms: () => ObservedTerms;
  /** True for a plain name without any personal value read so far. */
  readonly isPlain: (text: string) => boolean;
}

/** Withholds names and values that contain a personal value of the run. */
export const createTerms = (): TermCollector => {
  const personal = new Set<string>();
  const keys = new Set<string>();
  const names = new Set<string>();
  const values = new Map<string, Set<string>>();
  const readText = (text: string, name: string): void => {
    const whole = plainForm(text);
    if (whole.length >= leastText) personal.add(whole);
    if (!isPersonal.test(name)) return;
    for (const word of text.split(/[^\p{L}\p{N}]+/u)) if (word.length >= leastWord) personal.add(word.toLowerCase());
  };
  const walk = (
    value: unknown,
    path: string,
    name: string,
    isShown: (text: string, path: string, name: string) => boolean,
  ): void => {
    if (Array.isArray(value)) for (const item of value.slice(0, 200)) walk(item, `${path}[]`, name, isShown);
    else if (isRecord(value))
      for (const [own, child] of Object.entries(value)) walk(child, `${path}.${own}`, own, isShown);
    else if (typeof value === 'string' && !isOfSet(name) && !isShown(value, path, name)) readText(value, name);
    else if (typeof value === 'number') readText(String(value), name);
  };
  const isOfKey = (term: string): boolean =>
    [...keys].some((key) => {
      for (let at = 0; at + leastKey <= key.length; at += 1)
        if (term.includes(key.slice(at, at + leastKey))) return true;
      return false;
    });
  const isHeld = (term: string): boolean => {
    const plain = plainForm(term);
    return isOfKey(plain) || [...personal].some((text) => plain.includes(text));
  };
  return {
    read: (reply) => {
      const key = keyIn(reply.request);
      if (key !== undefined) keys.add(plainForm(key));
      // A list of methods has no personal data, and repeats each name several times.
      if (reply.operation === 'taxonomy.list') return;
      const { text } = shownIn(reply.operation, 'reply');
      walk(reply.body, '$', '', text);
    },
    meet: (term, reply, isValue) => {
      if (!isValue) names.add(term);
      else values.set(term, (values.get(term) ?? new Set()).add(subaccountOf(reply) ?? ''));
    },
    isPlain: (text) => isPlainName(text) && !isHeld(text),
    terms: () => {
      const shared = [...values].filter(([, holders]) => holders.size > 1).map(([value]) => value);
      const all = [...new Set([...names, ...shared])];
      return { shown: all.filter((term) => !isHeld(term)), personal: all.filter(isHeld) };
    },
  };
};
