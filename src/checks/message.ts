import { isInEnglish } from '#attribution';
import type { Absence } from '#contract';

/** Kinds of message that the document shows; matched by their idea, because wording and language are free. */
export type MessageKind =
  | 'invalid key'
  | 'no permission'
  | `${Absence['of']} not found`
  | 'verification required'
  | 'invoice generated';

const subaccount = /sub[-_ ]?accounts?/i;
const bankAccount = /bank|recipient|beneficiary|payee/i;
const customer = /customer|individual|\bperson|\bclient|\buser\b/i;
const business = /business|company|\bkyb\b|merchant|organi[sz]ation/i;
const withdrawal = /withdrawal|payout/i;
const plainAccount = /(?<!bank[-_ ])(?<!sub[-_ ]?)\baccounts?\b/i;
const verification = /\bkyc\b|verification/i;

const delivery = /deliver|fund|money|bank|account|payout|settle|transfer|credit|recipient|receiv|(?<![a-z])sen[dt]/i;

/** Words for what is not there; "not" alone would be any refusal. */
const absence =
  /not[-_ ]?(?:\w+[-_ ]){0,2}?(?:found|exist\w*|located?|known|present|available|registered|recogni[sz]ed|there|valid|match\w*|on (?:file|record)|resolve\w*)|n't (?:\w+ )?(?:find|found|exist|locate|have|match|know|resolve)|(?:cannot|could not|unable to|failed to) (?:be )?(?:find|found|locate|resolve|retrieve|identif)|\bno\b(?! (?:longer )?(?:permi|access|right))|\bnone\b|unknown|missing|absent|non-?exist|invalid|unrecogni[sz]ed|unavailable|\bgone\b|deleted|removed|nothing|never existed|notfound/i;

/** English words for the state of something that is there. */
const state =
  /approv|verified|pending|locked|blocked|suspend|frozen|active|closed|reject|review|complet|success|requir/i;

interface Ideas {
  readonly own: readonly RegExp[];
  readonly foreign: readonly RegExp[];
  /** A second idea that it must also have. */
  readonly also?: RegExp;
  /** Words that show in a message of an unknown language that it lacks the second idea. */
  readonly butNot?: RegExp;
}

const ofAbsence = { also: absence, butNot: state };

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
    ...ofAbsence,
  },
  'customer not found': {
    own: [customer, verification],
    foreign: [business, withdrawal, bankAccount, subaccount],
    ...ofAbsence,
  },
  'business not found': {
    own: [business, verification],
    foreign: [customer, withdrawal, bankAccount, subaccount],
    ...ofAbsence,
  },
  'withdrawal not found': {
    own: [withdrawal],
    foreign: [customer, business, bankAccount, subaccount],
    ...ofAbsence,
  },
  'bank account not found': {
    own: [bankAccount, plainAccount],
    foreign: [customer, business, withdrawal, subaccount],
    ...ofAbsence,
  },
  'verification required': {
    own: [/verif|\bky[bc]\b|identi(?:ty|f)|document|compliance|due diligence|onboarding|approv|requirements?\b/i],
    foreign: [],
  },
  'invoice generated': { own: [/invoice|payment request|\bbolt/i], foreign: [], also: delivery },
};

/** A message of several words, none of which is English: its idea cannot be judged. */
const isInAnotherLanguage = (message: string): boolean =>
  message.trim().split(/\s+/).length > 1 && !isInEnglish(message);

/** Scripts without spaces have messages of one word. */
const isInAnotherScript = (message: string): boolean => /[^\p{Script=Latin}\p{Script=Common}]/u.test(message);

/** True where a message speaks of a kind in words that are known. */
export const speaksOf = (message: string, kind: MessageKind): boolean =>
  ideas[kind].own.some((idea) => idea.test(message));

/** True where a message is of a kind. A message in a language that is not known is given the benefit of the doubt. */
export const isOfKind = (message: string, kind: MessageKind): boolean => {
  const { own, foreign, also, butNot } = ideas[kind];
  const isUnknown = isInAnotherLanguage(message) || isInAnotherScript(message);
  if (own.some((idea) => idea.test(message)))
    return !also || also.test(message) || (isUnknown && butNot?.test(message) === false);
  return isUnknown && !foreign.some((idea) => idea.test(message));
};
