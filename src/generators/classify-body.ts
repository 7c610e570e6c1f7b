import { sentMember } from './sent-body.ts';

/** The text that was sent is not JSON, or is JSON but no object. */
export const isNoJsonObject = (sent: string): boolean => {
  try {
    const value: unknown = JSON.parse(sent);
    return typeof value !== 'object' || value === null || Array.isArray(value);
  } catch {
    return true;
  }
};

/** The body that was sent is a JSON object without the member. */
export const lacksMember = (sent: string, path: string): boolean =>
  !isNoJsonObject(sent) && sentMember(sent, path) === undefined;

/** The usual content of a member that no rule fixes, by its name. */
const usual: Readonly<Record<string, (value: unknown) => boolean>> = {
  amount: (value) => typeof value === 'number' && value > 0 && /^\d+(?:\.\d{1,8})?$/.test(String(value)),
  chain: (value) => typeof value === 'string' && /^[A-Za-z][\w-]{1,39}$/.test(value),
  destination_address: (value) => isVisible(value),
  sender_address: (value) => isVisible(value),
  accountNumber: (value) => isVisible(value),
  client_onramp_reference: (value) => isUuid(value),
  client_offramp_reference: (value) => isUuid(value),
};

const isVisible = (value: unknown): boolean => typeof value === 'string' && /^[!-~]{1,500}$/.test(value);

const isUuid = (value: unknown): boolean =>
  typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

/** The body that was sent has the member, and something unusual in it. */
export const hasOddMember = (sent: string | undefined, path: string): boolean => {
  const { [path.split('.').at(-1) ?? '']: isUsual } = usual;
  const value = sentMember(sent, path);
  return isUsual !== undefined && value !== undefined && !isUsual(value);
};

/** Members of the four request tables that are no strings. */
const types: Readonly<Record<string, 'number' | 'object'>> = {
  amount: 'number',
  from: 'object',
  to: 'object',
};

/** The body that was sent has the member, but not of the type that the document gives it. */
export const hasMistypedMember = (sent: string, path: string): boolean => {
  const value = sentMember(sent, path);
  if (value === undefined) return false;
  if (value === null || Array.isArray(value)) return true;
  const promised = types[path.split('.').at(-1) ?? ''] ?? 'string';
  return typeof value !== promised;
};
