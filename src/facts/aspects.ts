// The table of aspects. The file of each noun observes, compares and words its aspects.

import { isRecord, type Reply } from '#evidence';
import { type AspectName, type FactSubject, isSuccess, termAspects } from '#run';
import { answerAspects, isNotedHeader, observeHeaders, observeWording, refusalText } from './answers.ts';
import { type Aspect, byValues, cellsOf, type MatrixGroup } from './aspect.ts';
import { capabilityAspects, holderName, observeCapabilities, observeZero } from './capabilities.ts';
import { type FactChange, isOfAnswer, pathIn, type Value } from './fact.ts';
import { changedText, inRefusal, memberChange, memberText, valueText } from './fact-words.ts';
import { feeAspects, observeFees } from './fees.ts';
import { listingAspects, observeListings } from './listings.ts';
import { isHidden, memberAspects } from './members.ts';
import { methodAspects, observeMethods, subjectOfMethod } from './methods.ts';
import { documentedIn, observeMembers } from './observed-members.ts';
import { caseText, orderText } from './requests.ts';
import { type AddFact, isPlainName, type ObservedReply, type Showing } from './sight.ts';
import { observeDelays, observeEchoes, observeNoEstimate, observeTexts, textAspects } from './texts.ts';
import { observeTimes, timesAspects } from './times.ts';
import { keyOf, writeChange } from './written.ts';

/** Facts about the run, not about the service. */
const runAspect: Aspect = {
  compare: () => 'earlier-form',
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
  ...timesAspects,
  settings: {
    ...runAspect,
    compare: () => 'given-changed',
    sentence: (change) => {
      const { fact, accepted, met } = writeChange(change);
      return `${fact}: ${changedText(accepted, met)}`;
    },
  },
  'kinds of facts': {
    ...runAspect,
    compare: () => 'facts-changed',
    sentence: () =>
      'this version of ramp-conformance records other facts: accept the baseline again to have them compared',
  },
  /** Names the parts that a narrowed run skipped. */
  'not looked at': {
    ...runAspect,
    sentence: (change) =>
      change.kind === 'file-missing'
        ? `the baseline has no file of it, so that ${keyOf(change)} could not be compared: restore the file, or accept the facts again`
        : memberChange(change),
  },
  unknown: runAspect,
};

const reasonIn = (body: unknown, shown: Showing): string | undefined => {
  const reason = isRecord(body) ? body.error : undefined;
  return typeof reason === 'string' && shown.text(reason, '$.error', 'error') ? reason : undefined;
};

const observeBody = (reply: Reply, shown: Showing, add: AddFact): void => {
  const { body, empty, operation } = reply;
  if (body === undefined) {
    add({ aspect: 'member', of: ['$'] }, empty ? 'empty' : 'no json');
    return;
  }
  const documented = documentedIn(operation, !isSuccess(reply));
  const reason = isSuccess(reply) ? undefined : reasonIn(body, shown);
  const given = isSuccess(reply) || !isRecord(body) ? undefined : body.error;
  const plain = typeof given === 'string' && isPlainName(given) ? given : undefined;
  const addMember: AddFact = (subject, form, name, own) => {
    const isOfError = subject.of[0] === '$.error';
    if (reason !== undefined && isOfError) add(subject, 'enum', reason);
    else add(subject, form, name, isOfError ? plain : own);
  };
  observeMembers(body, documented, shown, addMember, observeTexts(reply, documented, add));
};

/** A success has facts of its operation; a refusal has facts of its status. */
export const observeForm = ({ reply, shown }: ObservedReply, add: AddFact): void => {
  const status = isSuccess(reply) ? undefined : String(reply.status);
  const addOfKind: AddFact = (subject, form, name, plain) => add({ ...subject, status }, form, name, plain);
  observeHeaders(reply, addOfKind);
  observeBody(reply, shown, addOfKind);
};

/** Names from interfaces, numbers, fingerprints, and the words of a refusal. */
export const observeTerms = (sight: ObservedReply, add: AddFact): void => {
  observeWording(sight, add);
  if (!isSuccess(sight.reply)) return;
  for (const observe of [
    observeMethods,
    observeZero,
    observeCapabilities,
    observeListings,
    observeFees,
    observeEchoes,
    observeNoEstimate,
    observeDelays,
    observeTimes,
  ])
    observe(sight, add);
};

/** Other facts about a text in a refusal belong to its message. */
export const aspectOf = (fact: FactSubject): Aspect =>
  fact.status !== undefined && fact.aspect !== 'member' && pathIn(fact) !== undefined
    ? refusalText
    : aspects[fact.aspect];

const hiddenMembers = 'hidden members';

/** Facts that are more precise than in earlier versions: header values, links, time zones, letter cases. */
export const closer = 'headers and forms';

/** Kinds of facts that earlier versions did not note. */
export const kindNames: readonly string[] = [...termAspects, hiddenMembers, closer];

const terms: ReadonlySet<string> = new Set(termAspects);

/** The kind of the fact, if older versions did not record it. */
export const kindOf = (fact: FactSubject): string | undefined => {
  if (isHidden(fact)) return hiddenMembers;
  if (isNotedHeader(fact)) return closer;
  return terms.has(fact.aspect) && aspectOf(fact) !== refusalText ? fact.aspect : undefined;
};

export const groupOf = (fact: FactSubject, values: readonly (Value | undefined)[]): MatrixGroup => {
  const { group } = aspectOf(fact);
  return typeof group === 'function' ? group(fact, values) : group;
};

export const nameOf = (fact: FactSubject, endpoint: string): string => aspectOf(fact).name(fact, endpoint);

export const cellTexts = (fact: FactSubject, values: readonly (Value | undefined)[]): readonly string[] =>
  (aspectOf(fact).cells ?? cellsOf)(values);

/** Words for a value; the row of the aspect may have its own. */
export const wordsOf = (fact: FactSubject, value: Value): string => (aspectOf(fact).valueText ?? valueText)(value);

/** The place of a change: a case, a member or a method. */
export const whereText = (change: FactChange): string => {
  const { aspect, of } = change;
  if (isOfAnswer(change)) return caseText(change, change.endpoint);
  if (pathIn(change) !== undefined) return `${memberText(change)}${inRefusal(change)}`;
  if (aspect === 'fee rate') return orderText(of[0] ?? '');
  if (/^(?:limit|fee|fee types|required fields|optional fields)$/.test(aspect))
    return subjectOfMethod(change).replace(/^.* by (?=`)/, '');
  return holderName(change) || nameOf(change, change.endpoint);
};

const isGone = (change: FactChange): boolean => change.kind === 'not-seen' && !isOfAnswer(change);

export const sentenceOf = (change: FactChange): string =>
  isGone(change) ? memberChange(change) : aspectOf(change).sentence(change);

/** A key for the cause: the same change at several places or in several cases, or all changes of a kind. */
export const causeOf = (change: FactChange): string =>
  isGone(change) && change.aspect !== 'header' ? byValues()(change) : aspectOf(change).cause(change);
