import { type Reply, type Shown, shownIn } from '#client';
import { listings, type OperationId, operationOf, type Sighting } from '#contract';
import { fullError, membersOf } from '#schemas';
import type { Asking } from './facts-asking.ts';
import { Place, walkBody } from './facts-shape.ts';
import { isOfKind, type MessageKind } from './message.ts';
import { isLimited } from './reply.ts';
import { isRecord } from './view.ts';

/** Collects what the replies of one test show, in the abstract. */
export interface FactLedger {
  readonly hear: (reply: Reply, from: Asking, otherKey: boolean) => void;
  readonly sightings: () => readonly Sighting[];
  /** By how many milliseconds the clock of the service was ahead of ours at most. */
  readonly clockAheadMs: () => number;
}

/** Told apart from the most to the least particular. */
const kinds: readonly MessageKind[] = [
  'bank account not found',
  'withdrawal not found',
  'business not found',
  'subaccount not found',
  'customer not found',
  'no permission',
  'invalid key',
];

const kindOf = (message: unknown): string =>
  typeof message === 'string' ? (kinds.find((kind) => isOfKind(message, kind)) ?? 'another kind') : 'none';

/** Statuses whose messages the document shows. */
const worded: ReadonlySet<number> = new Set([401, 403, 404]);

const mediaType = /^(?:application|text)\/(?:problem\+)?(?:json|html|plain|xml)(?:; ?charset=utf-8)?$/i;

const contentTypeOf = ({ headers }: Reply): string => {
  const met = headers['content-type'];
  if (met === undefined) return 'none';
  return mediaType.test(met) ? met.toLowerCase().replace('; ', ';') : 'another';
};

const speedOf = ({ elapsedMs }: Reply): string => {
  if (elapsedMs < 1000) return 'below 1 s';
  return elapsedMs < 5000 ? '1 s to 5 s' : 'above 5 s';
};

const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300;

const statusOf = (reply: Reply, { generated }: Asking): string =>
  generated ? `${Math.floor(reply.status / 100)}xx` : String(reply.status);

/** A page is asked for again where the listing grew meanwhile, so whether a test asked by itself may be chance. */
const mayBeChance = (reply: Reply, { generated, recalled }: Asking): boolean =>
  !generated &&
  recalled === undefined &&
  isSuccess(reply) &&
  listings.some((listing) => listing === reply.operation);

/** A Date header is cut to the second, so that a clock which is right is never ahead. */
const aheadOf = ({ serverDate, receivedAt }: Reply): number =>
  serverDate === undefined ? 0 : serverDate.getTime() - receivedAt.getTime();

/** Headers of which it is worth knowing that they are there. */
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

/** By what name the facts of replies of a kind go: written once, because most replies are of few kinds. */
interface Named {
  readonly root: Place;
  readonly contentType: string;
  readonly noted: readonly (readonly [header: string, key: string])[];
  readonly message: string;
}

const named = new Map<OperationId | number, Named>();

const nameAll = (prefix: string, schema: Parameters<typeof membersOf>[0] | null): Named => ({
  root: new Place(new Map((schema ? membersOf(schema) : []).map((it) => [it.path, it])), prefix),
  contentType: `${prefix}header content-type`,
  noted: noted.map((header) => [header, `${prefix}header ${header}`]),
  message: `${prefix}kind of message`,
});

/** Those of successes by the operation, and those of refusals by the status. */
const namesFor = (reply: Reply): Named => {
  const { operation, status } = reply;
  const kind = isSuccess(reply) ? operation : status;
  const known =
    named.get(kind) ??
    (kind === status ? nameAll(`${status} `, fullError) : nameAll('', operationOf(operation).success));
  named.set(kind, known);
  return known;
};

type Tell = (key: string, met: string) => void;

/** The `error` of a refusal, where it is one that may be told. */
const reasonIn = (body: unknown, shown: Shown): string | undefined => {
  const reason = isRecord(body) ? body.error : undefined;
  return typeof reason === 'string' && shown.text(reason, '$.error', 'error') ? reason : undefined;
};

const tellBody = (reply: Reply, root: Place, tell: Tell): void => {
  const { operation, body, empty } = reply;
  if (body === undefined) {
    tell(root.key, empty ? 'empty' : 'no json');
    return;
  }
  const shown = shownIn(operation, 'reply');
  const reason = isSuccess(reply) ? undefined : reasonIn(body, shown);
  walkBody(root, shown, body, ({ key, path }, met) => {
    tell(key, path === '$.error' && reason !== undefined ? `enum:${reason}` : met);
  });
};

const tellReply = (reply: Reply, tell: Tell): void => {
  const { root, contentType, noted, message } = namesFor(reply);
  tell(contentType, contentTypeOf(reply));
  for (const [header, key] of noted) if (reply.headers[header] !== undefined) tell(key, 'present');
  tellBody(reply, root, tell);
  if (worded.has(reply.status) && isRecord(reply.body)) tell(message, kindOf(reply.body.message));
};

type Counted = Sighting & { times: number };

/** What was met at a key, and how often. */
class Counts {
  readonly #byMet = new Map<string, Map<string, Counted>>();
  readonly #all: Counted[];
  readonly #common: Pick<Sighting, 'operation' | 'recalled'>;

  /** All that is counted goes to the end of `all`. */
  constructor(all: Counted[], common: Pick<Sighting, 'operation' | 'recalled'>) {
    this.#all = all;
    this.#common = common;
  }

  add(key: string, met: string): void {
    const places = this.#byMet.get(met) ?? new Map<string, Counted>();
    this.#byMet.set(met, places);
    const known = places.get(key);
    if (known) {
      known.times += 1;
      return;
    }
    const first = { ...this.#common, key, met, times: 1 };
    places.set(key, first);
    this.#all.push(first);
  }
}

/** A ledger for one test; each reply comes with the name of who asked. */
export const openFacts = (): FactLedger => {
  const all: Counted[] = [];
  const counted = new Map<string, Counts>();
  let clockAheadMs = 0;
  const hear: FactLedger['hear'] = (reply, from, otherKey) => {
    clockAheadMs = Math.max(clockAheadMs, aheadOf(reply));
    if (isLimited(reply)) return;
    const { operation } = reply;
    const { recalled } = from;
    const group = `${operation} ${recalled ?? ''}`;
    const counts =
      counted.get(group) ?? new Counts(all, recalled === undefined ? { operation } : { operation, recalled });
    counted.set(group, counts);
    const tell: Tell = (key, met) => counts.add(key, met);
    if (otherKey || !mayBeChance(reply, from))
      tell(`status: ${from.name}${otherKey ? ', with another key' : ''}`, statusOf(reply, from));
    tell('latency', speedOf(reply));
    if (!from.generated) tellReply(reply, tell);
  };
  return { hear, sightings: () => [...all], clockAheadMs: () => clockAheadMs };
};
