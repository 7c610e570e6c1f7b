import { parametersOf } from '#contract';
import { type Reply, sentSegment } from '#evidence';
import { isMalformedId } from '#generators';
import { isOfRefusedKey } from '../keys/refused-keys.ts';
import { isDescribedRefusal } from './described-refusals.ts';

const isPlain = (parameter: string, segment: string): boolean =>
  parameter.endsWith('Id') ? !isMalformedId(segment) : /^[A-Za-z]{2,5}$/.test(segment);

/** Whether the path is one of the document's: a router may send an odd one elsewhere. */
export const isOfDocumentedPath = (reply: Reply): boolean =>
  parametersOf(reply.operation).every((parameter) => isPlain(parameter, sentSegment(reply, parameter)));

/** Whether the service itself must have answered: a gateway may refuse an odd request in words of its own. */
export const isOfTheService = (reply: Reply): boolean =>
  reply.request.purpose.odd !== true ||
  reply.status < 400 ||
  isOfRefusedKey(reply) ||
  isDescribedRefusal(reply);

const isRedirect = ({ status }: Reply): boolean => status >= 300 && status < 400;

/** The same, or the answer calls itself JSON, which binds any party. The body of a redirect is nobody's record. */
export const isOfTheServiceOrJson = (reply: Reply): boolean =>
  (isOfTheService(reply) && !isRedirect(reply)) || reply.contentType?.includes('json') === true;
