import { describeAnswer, isDocumentedError, type Reply, refusalText, type Setting } from '#evidence';
import { wordsOf } from './own-reasons.ts';

/** The document has 403 for a key that lacks permission, and the others for nothing. */
const ofCallers: ReadonlySet<number> = new Set([402, 403, 406, 423]);

/** A gateway's, whatever was sent: the document bounds no request. */
const ofSize: ReadonlySet<number> = new Set([413, 414, 431]);

const ofBans =
  /\b(?:too many|rate|quota|limit(?:ed|s)?|throttl\w*|attempts?|banned|blocked|lock(?:ed)?|abuse|suspicious)\b/i;

/** Whether an answer may refuse the caller for now rather than the request: it is none of the document's, or says so. */
export const mayRefuseCaller = (reply: Reply): boolean => {
  const { status, body } = reply;
  if (ofSize.has(status)) return true;
  return ofCallers.has(status) && (!isDocumentedError(body) || ofBans.test(wordsOf(reply)));
};

/** The status, who gave the answer, and what it says. */
const formOf = (reply: Reply): string => `${describeAnswer(reply)} ${refusalText(reply)}`;

/** A GET with the full key, whatever its answer. */
const isRead = ({ request: { method, credential } }: Reply, { keys }: Setting): boolean =>
  method === 'GET' && credential.in === 'header' && credential.value === keys.full;

/** Whether a read with the full key was served. */
export const isServedRead = (reply: Reply, setting: Setting): boolean =>
  reply.status >= 200 && reply.status < 300 && reply.body !== undefined && isRead(reply, setting);

/**
 * Which replies turned the caller away, whatever it asked for: answers like those that a read with the full key got which
 * was served at another time. Rate limits, quotas and bans answer so, at a gateway and in a service.
 */
export const turnedAwayIn = (replies: readonly Reply[], setting: Setting): ReadonlySet<Reply> => {
  const suspects = replies.filter(mayRefuseCaller);
  if (suspects.length === 0) return new Set();
  const served = new Set(
    replies.filter((reply) => isServedRead(reply, setting)).map(({ request }) => request.path),
  );
  const turnedAway = suspects.filter(
    (reply) => ofSize.has(reply.status) || (isRead(reply, setting) && served.has(reply.request.path)),
  );
  const forms = new Set(turnedAway.map(formOf));
  return new Set(suspects.filter((reply) => forms.has(formOf(reply))));
};
