import { operationOf } from '#contract';
import { answeredBy, describeAnswer, isFromService, type Reply } from '#evidence';
import { inspect } from '#schemas';
import { type Found, finding } from './judgement.ts';

/** The reason why a body cannot be read at all: it is no JSON, or more than is read of any. */
const unreadable = new Set(['NOT_JSON', 'JSON_SYNTAX', 'BODY_ENCODING', 'JSON_SIZE', 'JSON_DEPTH']);

const problemOf = ({ body, problems }: Reply) =>
  body === undefined ? problems.find(({ code }) => unreadable.has(code)) : undefined;

const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300;

/** The body that the document promises, in words. */
const promised = (reply: Reply): string => {
  const { success } = operationOf(reply.operation);
  if (isSuccess(reply) && success === null) return 'nothing';
  const isArray =
    isSuccess(reply) && success !== null && inspect(success, []).every(({ path }) => path.length > 0);
  return isArray ? 'an array' : 'an object';
};

/** A body that is no JSON, as one difference in place of all that it would have shown. */
export const notJson = (reply: Reply): Found | undefined => {
  const problem = problemOf(reply);
  return (
    problem &&
    finding({ reply, code: problem.code, where: '$', expected: promised(reply), observed: problem.observed })
  );
};

export const isRedirect = ({ status }: Reply): boolean => status >= 300 && status < 400;

/** Why nothing can be said about the body of a reply; undefined where something can. */
export const unusable = (reply: Reply): string | undefined => {
  if (isRedirect(reply)) return `${reply.operation} redirects (${reply.status})`;
  const problem = problemOf(reply);
  return problem && `${reply.operation} answers with ${problem.observed} in place of ${promised(reply)}`;
};

/** The same where it stands in place of the success, and not of a refusal. */
export const inPlaceOfSuccess = (reply: Reply): string | undefined =>
  reply.status < 400 && isFromService(reply) ? unusable(reply) : undefined;

/** Why a reply says nothing of its request: somebody else than the service answered. */
export const notByTheService = (reply: Reply): string => {
  if (answeredBy(reply) === 'throttled') return `the service limited the rate of ${reply.operation}`;
  return `a gateway answered ${reply.operation} in place of the service (${describeAnswer(reply)})`;
};
