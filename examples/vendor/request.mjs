// A request of the sample vendor: its members, and the refusals of those that are wrong.
import { accounts, instant, recipients } from './store.mjs';

/** Error bodies have three forms: all members, `error` and `message` alone ("short"), and those with "no error". */
export class Refusal extends Error {
  constructor(status, message, { error, members = 'all' } = {}) {
    super(message);
    Object.assign(this, { status, error, members });
  }
}

const words = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Payload Too Large',
};

export const errorBody = ({ status, message, error, members }, path) => {
  const named = error ?? words[status] ?? 'Error';
  if (members === 'short') return { error: named, message };
  const dated = { statusCode: status, timestamp: instant(Date.now()), message };
  return members === 'no error' ? dated : { ...dated, path, error: named };
};

export const valueAt = (body, path) =>
  path.split('.').reduce((value, name) => (Object.hasOwn(Object(value), name) ? value[name] : undefined), body);

export const stringAt = (body, path) => {
  const value = valueAt(body, path);
  if (typeof value !== 'string' || value.trim() === '') throw new Refusal(400, `${path} must be a text`);
  return value;
};

export const amountAt = (body, path) => {
  const value = valueAt(body, path);
  if (typeof value !== 'number' || !(value > 0 && value <= 1_000_000))
    throw new Refusal(400, `${path} must be an amount`);
  return BigInt(Math.round(value * 1e8));
};

export const oneOf = (value, allowed, path) => {
  if (!allowed.includes(value)) throw new Refusal(400, `${path} must be one of ${allowed.join(', ')}`);
  return value;
};

export const accountOf = ({ ids }, members) => {
  const account = accounts.get(ids[0]);
  if (account === undefined) throw new Refusal(404, 'Subaccount not found', { members });
  return account;
};

export const requireKyc = ({ isVerified }) => {
  if (!isVerified) throw new Refusal(409, 'The subaccount has no approved KYC');
};

export const noBank = () => new Refusal(404, 'Bank account not found', { members: 'no error' });

export const recipientOf = (account, id) => {
  const recipient = account.hasBank ? recipients.get(id.toLowerCase()) : undefined;
  if (recipient === undefined) throw noBank();
  return recipient;
};
