import { lightningCode, type OperationId } from '#contract';

/** Members that say what an amount is in, or by which rail it goes; the first takes precedence. */
const naming: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  'deposit.simulate': ['currency'],
  'onramp.initiate': ['currency'],
  'offramp.initiate': ['payment_rail', 'asset'],
};

const mentionsOf = (body: string, member: string): number =>
  [...body.matchAll(new RegExp(member, 'gi'))].length;

const codeIn = (body: string, member: string): string | undefined =>
  mentionsOf(body, member) === 1 ? new RegExp(`"${member}"\\s*:\\s*"(\\w+)"`).exec(body)?.[1] : undefined;

const isJson = (body: string): boolean => {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
};

/** Whether nobody can read the body in two ways: a service might take the other one of two names, or of an escaped one. */
const isPlain = (body: string): boolean => !body.includes('\\') && isJson(body);

/** The codes by which an order may be of another amount than others; none where its bytes leave any doubt. */
export function codesOf(operation: OperationId, body = ''): readonly string[] {
  if (operation === 'lightning-offramp.initiate') return [lightningCode];
  if (!isPlain(body)) return [];
  return (naming[operation] ?? []).flatMap((member) => codeIn(body, member) ?? []);
}
