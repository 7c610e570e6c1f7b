import { type Reply, Untested, valueAt, viewOf } from '#evidence';
import { at } from './difference.ts';
import type { Found, Judge } from './judgement.ts';
import { isOfCircumstance } from './message.ts';
import { messageOf } from './refusal.ts';
import { telling } from './words.ts';

/** Whether a refusal is of a value: an empty one may be refused as missing, in other words. */
export const refusesAValue =
  (member: string) =>
  ({ status, request }: Reply): boolean => {
    const value = valueAt(request.input.body, member);
    return status === 400 && !(typeof value === 'string' && value.trim() === '');
  };

interface Listed {
  /** The member with the listed value. */
  readonly member: string;
  readonly values: readonly string[];
  /** Another member that a refusal may be about: not every asset is on every chain. */
  readonly other?: string;
}

/** Reasons to refuse an order whose value is known: where it should go, and what the subaccount may do. */
const otherReason =
  /chain|network|address|destination|wallet|invoice|account|locked|enabled|verif|\bkyc\b|capabilit|permi/i;

const isRefusedAsValue = (reply: Reply, { member, values, other }: Listed): boolean => {
  const message = messageOf(reply) ?? '';
  if (reply.status < 300 || isOfCircumstance(message)) return false;
  if (values.filter((value) => message.includes(value)).length > 2) return true;
  const order = viewOf(reply.request.input.body);
  // The name of a chain may be a part of the name of an asset.
  const rest = message.replaceAll(order.text(member), '');
  if (otherReason.test(rest) || (other !== undefined && rest.includes(order.text(other)))) return false;
  return reply.status === 400 || /(un|not )(supported|allowed)/i.test(message);
};

/** Each listed value is accepted as a value, whatever else in the order or about the subaccount stands against it. */
export const acceptsListedValues =
  (listed: Listed): Judge<readonly Reply[]> =>
  (given) => {
    const replies = telling(given);
    if (replies.every(({ status }) => status > 299))
      throw new Untested('no listed value at all was accepted', 'service');
    const findings = replies.flatMap((reply): readonly Found[] => {
      if (reply.status < 500 && !isRefusedAsValue(reply, listed)) return [];
      const value = viewOf(reply.request.input.body).text(listed.member);
      const expected = `the listed value ${value} is accepted as a value`;
      return [at(reply, 'VALUE_REFUSED', 'status', expected, String(reply.status))];
    });
    return { findings, judged: replies };
  };
