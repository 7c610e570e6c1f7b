import {
  cacheIn,
  isForItsAmount,
  names,
  namesBusinessReason,
  pageInsteadOfRecord,
  refusedForBusiness,
  untestedByService,
} from '#attribution';
import { isKeyRefusal, isRefusal, isSuccess } from '#contract';
import { isRecord, type Reply } from '#evidence';
import { bankAccountError, fullError, inspect, shortError } from '#schemas';
import { type Found, finding, notJson, notTheBody, wrongStatus } from './judgement.ts';
import { isOfKind, type MessageKind, speaksOf } from './message.ts';

export interface Refusal {
  /** The stated status; without it any refusal of the order is right. */
  readonly status?: number;
  /** Statuses that are no refusal although they are 4xx, where no status is stated. */
  readonly except?: readonly number[];
  readonly error?: string;
  readonly message?: MessageKind;
  readonly naming?: readonly string[];
  readonly body?: 'full' | 'short' | 'bank account';
}

const bodies = { full: fullError, short: shortError, 'bank account': bankAccountError } as const;

/** A wrong status, with the trace of a cache that may have served what the service would have refused. */
const unrefused = (reply: Reply, code: 'ACCEPTED' | 'WRONG_STATUS', expected: string): readonly Found[] => {
  const cache = isSuccess(reply) ? cacheIn(reply) : undefined;
  const found = wrongStatus({ reply, code, expected });
  return [cache === undefined ? found : { ...found, observed: `${reply.status} (${cache})` }];
};

const statusDifferences = (reply: Reply, { status, except = [401, 403] }: Refusal): readonly Found[] => {
  if (status !== undefined) {
    if (reply.status === status) return [];
    const isServed = isSuccess(reply) && notJson(reply) === undefined;
    return unrefused(reply, isServed ? 'ACCEPTED' : 'WRONG_STATUS', String(status));
  }
  if (isSuccess(reply)) return unrefused(reply, 'ACCEPTED', 'a refusal (4xx)');
  const isRefused = isRefusal(reply) && !except.includes(reply.status);
  return isRefused ? [] : unrefused(reply, 'WRONG_STATUS', 'a refusal (4xx)');
};

const bodyDifferences = (reply: Reply, body: NonNullable<Refusal['body']>): Found[] =>
  inspect(bodies[body], reply.body)
    .filter(({ kind }) => kind === 'missing' || kind === 'null' || kind === 'type')
    .map(({ code, path, expected, observed }) => finding({ reply, code, where: pathText(path), expected, observed }));

export const messageOf = (reply: Reply): string | undefined => {
  const message = isRecord(reply.body) ? reply.body.message : undefined;
  return typeof message === 'string' ? message : undefined;
};

const contentDifferences = (reply: Reply, { error, message: kind, naming = [] }: Refusal): Found[] => {
  const found: Found[] = [];
  const note = (code: string, where: string, expected: string, observed: string): void => {
    found.push(finding({ reply, code, where, expected, observed }));
  };
  const actual = isRecord(reply.body) ? reply.body.error : undefined;
  if (error !== undefined && actual !== error)
    note('WRONG_ERROR', '$.error', `\`${error}\``, actual === undefined ? 'missing' : 'another');
  const message = messageOf(reply);
  const expected = `a message of the kind "${kind}"`;
  if (kind !== undefined && message === undefined) note('MISSING_MESSAGE', '$.message', expected, 'no string');
  if (kind !== undefined && message !== undefined && !isOfKind(message, kind))
    note('WRONG_MESSAGE', '$.message', expected, 'another kind');
  for (const name of naming)
    if (message === undefined || !names(message, name))
      note('VALUE_NOT_NAMED', '$.message', `the allowed value ${name}`, 'not named');
  return found;
};

export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${String(part)}`), '$');

const isOfKey = ({ status }: Refusal): boolean => status !== undefined && isKeyRefusal({ status });

/** True where anything is promised of the body. */
const saysSomething = ({ error, message, naming, body }: Refusal): boolean =>
  [error, message, naming, body].some((promise) => promise !== undefined);

/**
 * True where an order was refused for a reason of the service's own before the service came to its defect: the sequence of
 * the service's checks is open, save that the key comes first.
 */
const isRefusedBefore = (reply: Reply, refusal: Refusal): boolean => {
  const { status, message, except = [401, 403] } = refusal;
  if (isOfKey(refusal)) return false;
  // A service may look at the amount first; 400 is the status of an unlisted value too.
  if (status !== undefined && isForItsAmount(reply)) return true;
  const isAsPromised = status === undefined ? !except.includes(reply.status) : reply.status === status;
  if (isAsPromised || !namesBusinessReason(reply)) return false;
  return message === undefined || !speaksOf(messageOf(reply) ?? '', message);
};

/** All differences from the promised refusal; nothing else of the reply is judged once the status is wrong. */
export const refusalDifferences = (reply: Reply, refusal: Refusal): readonly Found[] => {
  if (isRefusedBefore(reply, refusal)) throw untestedByService(refusedForBusiness('the order'));
  const reason = pageInsteadOfRecord(reply);
  // A key that gets a page or is sent elsewhere is not refused as the document says.
  if (reason !== undefined && !isOfKey(refusal)) throw untestedByService(reason);
  const status = statusDifferences(reply, refusal);
  if (status.length > 0 || !saysSomething(refusal)) return status;
  const page = notTheBody(reply);
  if (page !== undefined) return [page];
  return [...(refusal.body ? bodyDifferences(reply, refusal.body) : []), ...contentDifferences(reply, refusal)];
};
