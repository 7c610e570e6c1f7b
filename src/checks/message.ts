import { isInEnglish } from '#attribution';
import type { Absence } from '#contract';

/** Kinds of message that the document shows; matched by their idea, because wording and language are free. */
export type MessageKind =
  | 'invalid key'
  | 'no permission'
  | `${Absence['of']} not found`
  | 'invoice generated';

const subaccount = /sub[-_ ]?accounts?/i;
const bankAccount = /bank|recipient|beneficiary|payee/i;
const customer = /customer|individual|\bperson|\bclient|\buser\b/i;
const business = /business|company|\bkyb\b|merchant|organi[sz]ation/i;
const withdrawal = /withdrawal|payout/i;
const plainAccount = /(?<!bank[-_ ])(?<!sub[-_ ]?)\baccounts?\b/i;
const verification = /\bkyc\b|verification/i;

const delivery =
  /deliver|fund|money|bank|account|payout|settle|transfer|credit|recipient|receiv|(?<![a-z])sen[dt]/i;

/** The words that a message of a kind has, and those that it does not have. */
interface Ideas {
  readonly own: readonly RegExp[];
  readonly foreign: readonly RegExp[];
  /** A second idea that it must also have. */
  readonly also?: RegExp;
}

const ideas: Readonly<Record<MessageKind, Ideas>> = {
  'invalid key': { own: [/key|unauthori[sz]ed|authenticat|credential|token/i], foreign: [] },
  'no permission': {
    // A caller that has tried too many keys may be locked out for that.
    own: [
      /permi|forbidden|access|allow|authori[sz]|scope|privilege|\bright|\brole\b|attempt|(b|\b)locked/i,
      /\bmay not\b|not (able|enabled|entitled|eligible)|entitle|\bgrant|restrict|denied/i,
    ],
    foreign: [],
  },
  'subaccount not found': {
    own: [subaccount, plainAccount],
    foreign: [customer, business, withdrawal, bankAccount],
  },
  'customer not found': {
    own: [customer, verification],
    foreign: [business, withdrawal, bankAccount, subaccount],
  },
  'business not found': {
    own: [business, verification],
    foreign: [customer, withdrawal, bankAccount, subaccount],
  },
  'withdrawal not found': { own: [withdrawal], foreign: [customer, business, bankAccount, subaccount] },
  'bank account not found': {
    own: [bankAccount, plainAccount],
    foreign: [customer, business, withdrawal, subaccount],
  },
  'invoice generated': { own: [/invoice|payment request|\bbolt/i], foreign: [], also: delivery },
};

/** A message of several words, none of which is English: its idea cannot be judged. */
const isInAnotherLanguage = (message: string): boolean =>
  message.trim().split(/\s+/).length > 1 && !isInEnglish(message);

/** Scripts without spaces have messages of one word. */
const isInAnotherScript = (message: string): boolean => /[^\p{Script=Latin}\p{Script=Common}]/u.test(message);

/** Whether a message speaks of a kind in words that are known. */
export const speaksOf = (message: string, kind: MessageKind): boolean =>
  ideas[kind].own.some((idea) => idea.test(message));

/** Whether a message is of a kind. A message in a language that is not known is given the benefit of the doubt. */
export const isOfKind = (message: string, kind: MessageKind): boolean => {
  const { own, foreign, also } = ideas[kind];
  if (own.some((idea) => idea.test(message))) return also === undefined || also.test(message);
  if (foreign.some((idea) => idea.test(message))) return false;
  return isInAnotherLanguage(message) || isInAnotherScript(message);
};
