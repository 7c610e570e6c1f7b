import { isRecord, jsonIn, valueAt } from '#evidence';
import { isUuid } from '#schemas';

/** A member of a body as it was sent, by its dotted path; undefined where the text is no JSON or lacks the member. */
export const sentMember = (sent: string | undefined, path: string): unknown => valueAt(jsonIn(sent), path);

/** The text that was sent is not JSON, or is JSON but no object. */
export const isNoJsonObject = (sent: string): boolean => !isRecord(jsonIn(sent));

/** The usual content of a member that no rule fixes, by its name. */
const usual: Readonly<Record<string, (value: unknown) => boolean>> = {
  amount: (value) => typeof value === 'number' && value > 0 && /^\d+(?:\.\d{1,8})?$/.test(String(value)),
  chain: (value) => typeof value === 'string' && /^[A-Za-z][\w-]{1,39}$/.test(value),
  destination_address: (value) => isVisible(value),
  sender_address: (value) => isVisible(value),
  accountNumber: (value) => isVisible(value),
  client_onramp_reference: isUuid,
  client_offramp_reference: isUuid,
};

const isVisible = (value: unknown): boolean => typeof value === 'string' && /^[!-~]{1,500}$/.test(value);

/** The body that was sent has the member, and something unusual in it. */
export const hasOddMember = (sent: string | undefined, path: string): boolean => {
  const { [path.split('.').at(-1) ?? '']: isUsual } = usual;
  const value = sentMember(sent, path);
  return isUsual !== undefined && value !== undefined && !isUsual(value);
};
