// The table of aspects: what is to be said of each, in the file of its noun.
import { type AspectName, type FactSubject, termAspects } from '#contract';
import { answerAspects, isNotedHeader, refusalText } from './answers.ts';
import { type Aspect, byValues, cellsOf, type MatrixGroup } from './aspect.ts';
import { capabilityAspects } from './capabilities.ts';
import { type FactChange, isOfAnswer, pathIn, type Value } from './fact.ts';
import { feeAspects } from './fees.ts';
import { listingAspects } from './listings.ts';
import { isHidden, memberAspects } from './members.ts';
import { methodAspects } from './methods.ts';
import { textAspects } from './texts.ts';
import { memberChange, valueText } from './words.ts';
import { keyOf, writeChange } from './written.ts';

/** About the run, and not about the service. */
const ofRun: Aspect = {
  compare: () => undefined,
  group: 'spelling and places',
  name: keyOf,
  cause: byValues(),
  sentence: memberChange,
};

export const aspects: Readonly<Record<AspectName, Aspect>> = {
  ...memberAspects,
  ...textAspects,
  ...answerAspects,
  ...listingAspects,
  ...methodAspects,
  ...feeAspects,
  ...capabilityAspects,
  settings: {
    ...ofRun,
    compare: () => 'given-changed',
    sentence: (change) => {
      const { fact, accepted, met } = writeChange(change);
      return `${fact}: ${accepted} -> ${met}`;
    },
  },
  'kinds of facts': {
    ...ofRun,
    compare: () => 'facts-changed',
    sentence: () => 'this version of the harness notes other facts: accept the baseline again to have them compared',
  },
  /** Sums up what a narrowed run did not see. */
  'not looked at': ofRun,
  /** Of another version. */
  unknown: ofRun,
};

/** What a text of a refusal shows beside its form is told with its message. */
export const aspectOf = (fact: FactSubject): Aspect =>
  fact.status !== undefined && fact.aspect !== 'member' && pathIn(fact) !== undefined
    ? refusalText
    : aspects[fact.aspect];

const hiddenMembers = 'hidden members';

/** Facts that are noted more closely than in earlier versions: values of headers, links apart from texts, zones, letter cases. */
export const closer = 'headers and forms';

/** What the facts of this version have, and those of earlier ones had not. */
export const kindNames: readonly string[] = [...termAspects, hiddenMembers, closer];

const terms: ReadonlySet<string> = new Set(termAspects);

/** The kind of a fact, where it needs more than the oldest version noted. */
export const kindOf = (fact: FactSubject): string | undefined => {
  if (isHidden(fact)) return hiddenMembers;
  if (isNotedHeader(fact)) return closer;
  return terms.has(fact.aspect) && aspectOf(fact) !== refusalText ? fact.aspect : undefined;
};

export const groupOf = (fact: FactSubject, values: readonly (Value | undefined)[]): MatrixGroup => {
  const { group } = aspectOf(fact);
  return typeof group === 'function' ? group(fact, values) : group;
};

/** What a fact is about, in a matrix. */
export const nameOf = (fact: FactSubject, endpoint: string): string => aspectOf(fact).name(fact, endpoint);

/** The values of several runs, each as a matrix shows it. */
export const cellTexts = (fact: FactSubject, values: readonly (Value | undefined)[]): readonly string[] =>
  (aspectOf(fact).cells ?? cellsOf)(values);

/** A value in words by its aspect: shares of fees are percents. */
export const wordsOf = (fact: FactSubject, value: Value): string => (aspectOf(fact).valueText ?? valueText)(value);

/** What was seen before and is not there any more, unless it was the answer to a request. */
const isGone = (change: FactChange): boolean => change.kind === 'not-seen' && !isOfAnswer(change);

/** One change in words. */
export const sentenceOf = (change: FactChange): string =>
  isGone(change) ? memberChange(change) : aspectOf(change).sentence(change);

/** Changes with one key have one cause: the same change at several places, in several cases, or of all terms of a kind. */
export const causeOf = (change: FactChange): string =>
  isGone(change) && change.aspect !== 'header' ? byValues()(change) : aspectOf(change).cause(change);
