import { isBusinessRefusal, refusedForBusiness, refusesTheAllowed, untestedByService } from '#attribution';
import { isError, isServerError, isSuccess } from '#contract';
import { type Reply, valueAt, viewOf } from '#evidence';
import { type Found, type Judge, wrongStatus } from './judgement.ts';
import { excuseOf } from './shape.ts';

/** True where a refusal is of a value, or of an empty one, which may be refused as missing, in other words. */
export const refusesAValue =
  (member: string, which: 'empty' | 'some') =>
  (reply: Reply): boolean => {
    const value = valueAt(reply.request.input.body, member);
    const isEmpty = typeof value === 'string' && value.trim() === '';
    return reply.status === 400 && isEmpty === (which === 'empty');
  };

/** Each listed value is accepted as a value, even where something else in the order or the subaccount stands against it. */
export const acceptsListedValues =
  (member: string): Judge<readonly Reply[]> =>
  (given, { attribution, order: { guessed } }) => {
    const replies = attribution.judgeable(given);
    const codeOf = (reply: Reply) => viewOf(reply.request.input.body).text(member);
    const findings = replies
      .filter(
        (reply) =>
          // The key has worked, so that 401 is no reason of business.
          reply.status === 401 ||
          (isServerError(reply) && !isBusinessRefusal(reply)) ||
          (isError(reply) && refusesTheAllowed(reply)),
      )
      .map((reply): Found => {
        const expected = `the listed value ${codeOf(reply)} is accepted as a value`;
        return wrongStatus({ reply, code: 'VALUE_REFUSED', expected });
      });
    const refused = replies.filter((reply) => !isSuccess(reply));
    const open = [...new Set(refused.map(codeOf))];
    if (findings.length === 0 && !replies.some(isSuccess))
      throw untestedByService(
        refused.length > 0
          ? refusedForBusiness('orders of each listed value', refused)
          : 'no listed value at all was accepted',
      );
    if (findings.length === 0 && open.length > 0) {
      const accepted = replies.filter(isSuccess);
      throw untestedByService(excuseOf(`orders of ${open.join(', ')}`, refused, { guessed, accepted }));
    }
    return { findings, judged: replies };
  };
