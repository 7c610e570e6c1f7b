import { isError, isRedirect, isSuccess, operationOf } from '#contract';
import type { Reply, WireProblem } from '#evidence';
import { inspect } from '#schemas';
import { isFromService } from './answerer.ts';

/** Codes of problems for which a body cannot be read at all: it is no JSON, or more than is read of any. */
const unreadable = new Set(['NOT_JSON', 'JSON_SYNTAX', 'BODY_ENCODING', 'CONTENT_CODING', 'JSON_SIZE', 'JSON_DEPTH']);

/** Why the body of a reply cannot be read; undefined where it can, or there is none. */
export const unreadableIn = ({ body, problems }: Reply): WireProblem | undefined =>
  body === undefined ? problems.find(({ code }) => unreadable.has(code)) : undefined;

/** The body that the document promises, in words. */
export const promisedBody = (reply: Reply): string => {
  if (!isSuccess(reply)) return 'an object';
  const { success } = operationOf(reply.operation);
  if (success === null) return 'nothing';
  return inspect(success, []).every(({ path }) => path.length > 0) ? 'an array' : 'an object';
};

/** The page or redirect instead of the promised body, in words; undefined where a record or nothing stands there. */
export const pageIn = (reply: Reply): string | undefined => {
  if (isRedirect(reply)) return `${reply.operation} redirects (${reply.status})`;
  const problem = unreadableIn(reply);
  return problem && `${reply.operation} answers with ${problem.observed} instead of ${promisedBody(reply)}`;
};

/** The page or redirect of the service instead of a success, in words; undefined for a refusal with any body. */
export const pageInsteadOfRecord = (reply: Reply): string | undefined =>
  !isError(reply) && isFromService(reply) ? pageIn(reply) : undefined;
