import { type Reply, Untested, valueAt, viewOf } from '#evidence';
import { type Found, finding, type Judge } from './judgement.ts';
import { isForOwnReasons, refusesTheAllowed, speaksOfAmount } from './own-reasons.ts';
import { conclusive } from './words.ts';

/** Whether a refusal is of a value: an empty one may be refused as missing, in other words. */
export const refusesAValue =
  (member: string) =>
  ({ status, request }: Reply): boolean => {
    const value = valueAt(request.input.body, member);
    return status === 400 && !(typeof value === 'string' && value.trim() === '');
  };

/** Whether the value was taken: an order that is refused for its amount was read as far as that. */
const isTaken = (reply: Reply): boolean =>
  reply.status < 300 || (isForOwnReasons(reply) && speaksOfAmount(reply));

/** Each listed value is accepted as a value, whatever else in the order or about the subaccount stands against it. */
export const acceptsListedValues =
  (member: string): Judge<readonly Reply[]> =>
  (given) => {
    const replies = conclusive(given);
    const codeOf = (reply: Reply) => viewOf(reply.request.input.body).text(member);
    const findings = replies
      .filter(
        (reply) =>
          (reply.status >= 500 && !isForOwnReasons(reply)) ||
          (reply.status >= 400 && refusesTheAllowed(reply)),
      )
      .map((reply): Found => {
        const expected = `the listed value ${codeOf(reply)} is accepted as a value`;
        return finding({
          reply,
          code: 'VALUE_REFUSED',
          where: 'status',
          expected,
          observed: String(reply.status),
        });
      });
    const open = replies.filter((reply) => !isTaken(reply));
    if (findings.length === 0 && replies.every(({ status }) => status > 299))
      throw new Untested('no listed value at all was accepted', 'service');
    if (findings.length === 0 && open.length > 0)
      throw new Untested(
        `the service refused orders of ${open.map(codeOf).join(', ')} for reasons of its own`,
        'service',
      );
    return { findings, judged: replies };
  };
