import { isFromService } from '#attribution';
import { isOfKind, type MessageKind } from '#checks';
import { type ShownPlaces, shownIn } from '#client';
import { type Absence, isListing, isSuccess, type ObservedFact, type OperationId, operationOf } from '#contract';
import { isRecord, type Purpose, type Reply, sentQuery } from '#evidence';
import { fullError, type Member, membersOf } from '#schemas';
import { walkBody } from './facts-shape.ts';
import { type AddFact, addSpeed, addTerms } from './facts-terms.ts';

/** Collects the facts that replies show, in the abstract, by the probe that asked. */
export interface FactLedger {
  readonly add: (reply: Reply, otherKey: boolean) => void;
  /** The facts of probes that have ended; each probe is taken once. */
  readonly take: (hasEnded: (probe: string) => boolean) => readonly ObservedFact[];
  /** Milliseconds by which the clock of the service was ahead of ours at most. */
  readonly clockAheadMs: () => number;
}

/** From the most to the least particular; the first that fits counts. */
const absences: { readonly [Thing in Absence['of']]: `${Thing} not found` } = {
  'bank account': 'bank account not found',
  withdrawal: 'withdrawal not found',
  business: 'business not found',
  subaccount: 'subaccount not found',
  customer: 'customer not found',
};

const kinds: readonly MessageKind[] = [
  ...Object.values(absences),
  'verification required',
  'no permission',
  'invalid key',
];

const kindOf = (message: unknown): string =>
  typeof message === 'string' ? (kinds.find((kind) => isOfKind(message, kind)) ?? 'another kind') : 'none';

/** Statuses whose messages the document shows. */
const worded: ReadonlySet<number> = new Set([401, 403, 404]);

const mediaType = /^(?:application|text)\/(?:problem\+)?(?:json|html|plain|xml)(?:; ?charset=utf-8)?$/i;

const contentTypeOf = ({ headers }: Reply): string => {
  const observed = headers['content-type'];
  if (observed === undefined) return 'none';
  return mediaType.test(observed) ? observed.toLowerCase().replace('; ', ';') : 'another';
};

/** Another seed draws another case, so that no fact is made of it. */
const isDrawn = ({ drawn, example }: Purpose): boolean => drawn !== undefined && !example;

/** How many pages are asked for, and which of them is past the end, depends on what the listing holds. */
const mayBeChance = (reply: Reply): boolean =>
  isListing(reply.operation) && (isSuccess(reply) || Number(sentQuery(reply, 'page')) > 1);

/** A Date header is cut to the second, so that a clock which is right is never ahead. */
const aheadOf = ({ serverDate, receivedAt }: Reply): number =>
  serverDate === undefined ? 0 : serverDate.getTime() - receivedAt.getTime();

const noted = [
  'allow',
  'cache-control',
  'content-encoding',
  'deprecation',
  'etag',
  'location',
  'ratelimit-limit',
  'retry-after',
  'strict-transport-security',
  'sunset',
  'www-authenticate',
  'x-ratelimit-limit',
  'x-request-id',
];

/** The documented members of a body by their paths: of a success of an operation, or of an error. */
type Documented = ReadonlyMap<string, Member>;

const byPath = (schema: Parameters<typeof membersOf>[0] | null): Documented =>
  new Map((schema ? membersOf(schema) : []).map((member) => [member.path, member]));

const documentedErrors = byPath(fullError);
const documentedSuccesses = new Map<OperationId, Documented>();

const documentedIn = (reply: Reply): Documented => {
  const { operation } = reply;
  if (!isSuccess(reply)) return documentedErrors;
  const documented = documentedSuccesses.get(operation) ?? byPath(operationOf(operation).success);
  documentedSuccesses.set(operation, documented);
  return documented;
};

/** The `error` of a refusal, where it is one that may be shown. */
const reasonIn = (body: unknown, shown: ShownPlaces): string | undefined => {
  const reason = isRecord(body) ? body.error : undefined;
  return typeof reason === 'string' && shown.text(reason, '$.error', 'error') ? reason : undefined;
};

const addBody = (reply: Reply, shown: ShownPlaces, add: AddFact): void => {
  const { body, empty } = reply;
  if (body === undefined) {
    add('$', empty ? 'empty' : 'no json');
    return;
  }
  const reason = isSuccess(reply) ? undefined : reasonIn(body, shown);
  walkBody(body, documentedIn(reply), shown, (path, observed) =>
    add(path, path === '$.error' && reason !== undefined ? `enum:${reason}` : observed),
  );
};

/** A success has facts of its operation, a refusal those of its status. */
const addReply = (reply: Reply, shown: ShownPlaces, add: AddFact): void => {
  const prefix = isSuccess(reply) ? '' : `${reply.status} `;
  const addOfKind: AddFact = (key, observed) => add(prefix + key, observed);
  addOfKind('header content-type', contentTypeOf(reply));
  for (const header of noted) if (reply.headers[header] !== undefined) addOfKind(`header ${header}`, 'present');
  addBody(reply, shown, addOfKind);
  if (worded.has(reply.status) && isRecord(reply.body)) addOfKind('kind of message', kindOf(reply.body.message));
};

type Counted = Omit<ObservedFact, 'times'> & { times: number };

/** Facts show, besides the values that are known, those of `shownValues`. */
export const createFacts = (shownValues: ReadonlySet<string> = new Set()): FactLedger => {
  const counted = new Map<string, Map<string, Counted>>();
  let clockAheadMs = 0;
  const adderOf = ({ operation, request: { purpose } }: Reply): AddFact => {
    const { probe } = purpose;
    const counts = counted.get(probe) ?? new Map<string, Counted>();
    counted.set(probe, counts);
    return (key, actual) => {
      const fact = `${operation}\n${key}\n${actual}`;
      const known = counts.get(fact);
      if (known) known.times += 1;
      else counts.set(fact, { operation, key, actual, times: 1 });
    };
  };
  const shownBy = ({ operation }: Reply): ShownPlaces => {
    const { text, key } = shownIn(operation, 'reply');
    return { key, text: (value, path, name) => shownValues.has(value) || text(value, path, name) };
  };
  return {
    add: (reply, otherKey) => {
      clockAheadMs = Math.max(clockAheadMs, aheadOf(reply));
      if (!isFromService(reply)) return;
      const add = adderOf(reply);
      const { purpose } = reply.request;
      addSpeed(reply, add);
      if (isDrawn(purpose)) return;
      if (otherKey || !mayBeChance(reply))
        add(`status: ${purpose.probe}${otherKey ? ', with another key' : ''}`, String(reply.status));
      const shown = shownBy(reply);
      addReply(reply, shown, add);
      // Another account has other data.
      if (!otherKey || !isSuccess(reply)) addTerms(reply, shown, add);
    },
    take: (hasEnded) =>
      [...counted].flatMap(([probe, counts]) => {
        if (!hasEnded(probe)) return [];
        counted.delete(probe);
        return [...counts.values()];
      }),
    clockAheadMs: () => clockAheadMs,
  };
};
