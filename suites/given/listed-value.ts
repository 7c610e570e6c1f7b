import { type Conformance, isOfCircumstance, messageOf, type Reply, viewOf } from '#harness';
import { furtherReplies, type Order } from './variant.ts';

interface Listed {
  /** The member with the listed value. */
  readonly member: string;
  readonly listed: readonly string[];
  /** A member beside it that a refusal may be about: not every asset is on every chain. */
  readonly beside?: string;
}

/** Reasons to refuse an order whose value is known: where it should go, and what the subaccount may do. */
const otherReason =
  /chain|network|address|destination|wallet|invoice|account|locked|enabled|verif|\bkyc\b|capabilit|permi/i;

const isRefusedAsValue = (reply: Reply, { member, listed, beside }: Listed): boolean => {
  const message = messageOf(reply) ?? '';
  if (reply.status < 300 || isOfCircumstance(message)) return false;
  if (listed.filter((value) => message.includes(value)).length > 2) return true;
  const order = viewOf(reply.request.input.body);
  // The name of a chain may be a part of the name of an asset.
  const rest = message.replaceAll(order.text(member), '');
  if (otherReason.test(rest) || (beside !== undefined && rest.includes(order.text(beside)))) return false;
  return reply.status === 400 || /(un|not )(supported|allowed)/i.test(message);
};

const amountIn = (body: unknown): number => {
  const order = viewOf(body);
  return Number(order.has('amount') ? order.value('amount') : order.value('from.amount'));
};

/** Each listed value is accepted as a value, whatever else in the order or about the subaccount stands against it. */
export const acceptsListedValues = async (t: Conformance, operation: Order, asked: Listed): Promise<void> => {
  const further = await furtherReplies(t, operation);
  // Cents and another subaccount may be refused for what they are.
  const replies = further.filter(
    ({ request: { input } }) =>
      input.subaccountId === t.roles.individual && amountIn(input.body) === t.order.amount,
  );
  if (replies.every(({ status }) => status > 299)) t.cannot('no listed value at all was accepted');
  for (const reply of replies) {
    const value = viewOf(reply.request.input.body).text(asked.member);
    t.expect(reply).toSatisfy({
      code: 'VALUE_REFUSED',
      where: 'status',
      expected: `the listed value ${value} is accepted as a value`,
      unless: reply.status >= 500 || isRefusedAsValue(reply, asked) ? String(reply.status) : undefined,
    });
  }
};

/** What is no text at all is none of the listed values either; by which status it is refused is open. */
export const refusesWhatIsNoText = async (
  t: Conformance,
  send: (value: unknown) => Promise<Reply>,
): Promise<void> => {
  t.expect(await Promise.all(t.few([7, true]).map(send))).toBeRefused();
};
