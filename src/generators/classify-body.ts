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
