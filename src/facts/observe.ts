// What one reply shows, in the abstract: the aspects of its noun, each in its file.
import { type FactSubject, isSuccess } from '#contract';
import { isRecord, type Reply } from '#evidence';
import { observeHeaders, observeWording } from './answers.ts';
import { observeCapabilities, observeZero } from './capabilities.ts';
import { observeFees } from './fees.ts';
import { observeListings } from './listings.ts';
import { documentedIn, observeMembers } from './members.ts';
import { observeMethods } from './methods.ts';
import type { AddFact, ObservedReply, Showing } from './sight.ts';
import { observeEchoes, observeTexts } from './texts.ts';

/** The `error` of a refusal, where it is one that may be shown. */
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
  const addMember: AddFact = (subject, form, name) => {
    if (reason !== undefined && subject.of[0] === '$.error') add(subject, 'enum', reason);
    else add(subject, form, name);
  };
  observeMembers(body, documented, shown, addMember, observeTexts(body, documented, add));
};

/** The form of a reply: its headers and its body. A success has facts of its operation, a refusal those of its status. */
export const observeForm = ({ reply, shown }: ObservedReply, add: AddFact): void => {
  const status = isSuccess(reply) ? undefined : String(reply.status);
  const addOfKind = (subject: FactSubject, form: string, name?: string) => add({ ...subject, status }, form, name);
  observeHeaders(reply, addOfKind);
  observeBody(reply, shown, addOfKind);
};

/** The terms that a service trades on, in names of interfaces, steps and fingerprints, and how it words a refusal. */
export const observeTerms = (sight: ObservedReply, add: AddFact): void => {
  observeWording(sight, add);
  if (!isSuccess(sight.reply)) return;
  for (const observe of [observeMethods, observeZero, observeCapabilities, observeListings, observeFees, observeEchoes])
    observe(sight, add);
};
