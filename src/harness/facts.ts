import { isFromService } from '#attribution';
import { isOfKind, type MessageKind } from '#checks';
import { type ShownPlaces, shownIn } from '#client';
import { type Absence, isSuccess, listings, type OperationId, operationOf, type Sighting } from '#contract';
import { isRecord, type Purpose, type Reply } from '#evidence';
import { fullError, membersOf } from '#schemas';
import { FactPlace, walkBody } from './facts-shape.ts';

/** Collects the facts that replies show, in the abstract, by the probe that asked. */
export interface FactLedger {
  readonly add: (reply: Reply, otherKey: boolean) => void;
  /** The facts of probes that have ended; each probe is taken once. */
  readonly take: (hasEnded: (probe: string) => boolean) => readonly Sighting[];
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

const kinds: readonly MessageKind[] = [...Object.values(absences), 'no permission', 'invalid key'];

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

const speedOf = ({ elapsedMs }: Reply): string => {
  if (elapsedMs < 1000) return 'below 1 s';
  return elapsedMs < 5000 ? '1 s to 5 s' : 'above 5 s';
};

/** Another seed draws another case, so that no fact is made of it. */
const isDrawn = ({ drawn, example }: Purpose): boolean => drawn !== undefined && !example;

/** How many pages are asked for depends on what the listing holds. */
const mayBeChance = (reply: Reply): boolean =>
  isSuccess(reply) && listings.some((listing) => listing === reply.operation);

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

/** The names of the facts of replies of a kind: made once, because most replies are of the same kinds. */
interface Named {
  readonly root: FactPlace;
  readonly contentType: string;
  readonly noted: readonly (readonly [header: string, key: string])[];
  readonly message: string;
}

const named = new Map<OperationId | number, Named>();

const nameAll = (prefix: string, schema: Parameters<typeof membersOf>[0] | null): Named => ({
  root: new FactPlace(new Map((schema ? membersOf(schema) : []).map((it) => [it.path, it])), prefix),
  contentType: `${prefix}header content-type`,
  noted: noted.map((header) => [header, `${prefix}header ${header}`]),
  message: `${prefix}kind of message`,
});

/** A success has the names of its operation, a refusal those of its status. */
const namesFor = (reply: Reply): Named => {
  const { operation, status } = reply;
  const kind = isSuccess(reply) ? operation : status;
  const known =
    named.get(kind) ??
    (kind === status ? nameAll(`${status} `, fullError) : nameAll('', operationOf(operation).success));
  named.set(kind, known);
  return known;
};

type AddFact = (key: string, observed: string) => void;

/** The `error` of a refusal, where it is one that may be shown. */
const reasonIn = (body: unknown, shown: ShownPlaces): string | undefined => {
  const reason = isRecord(body) ? body.error : undefined;
  return typeof reason === 'string' && shown.text(reason, '$.error', 'error') ? reason : undefined;
};

const addBody = (reply: Reply, root: FactPlace, shown: ShownPlaces, add: AddFact): void => {
  const { body, empty } = reply;
  if (body === undefined) {
    add(root.key, empty ? 'empty' : 'no json');
    return;
  }
  const reason = isSuccess(reply) ? undefined : reasonIn(body, shown);
  walkBody(root, shown, body, ({ key, path }, observed) => {
    add(key, path === '$.error' && reason !== undefined ? `enum:${reason}` : observed);
  });
};

const addReply = (reply: Reply, shown: ShownPlaces, add: AddFact): void => {
  const { root, contentType, noted, message } = namesFor(reply);
  add(contentType, contentTypeOf(reply));
  for (const [header, key] of noted) if (reply.headers[header] !== undefined) add(key, 'present');
  addBody(reply, root, shown, add);
  if (worded.has(reply.status) && isRecord(reply.body)) add(message, kindOf(reply.body.message));
};

type Counted = Sighting & { times: number };

/** The facts that the replies of one probe showed of one operation, and how often. */
class Counts {
  readonly all: Counted[] = [];
  readonly #byObserved = new Map<string, Map<string, Counted>>();
  readonly #common: Pick<Sighting, 'operation' | 'probe'>;

  constructor(common: Pick<Sighting, 'operation' | 'probe'>) {
    this.#common = common;
  }

  add(key: string, observed: string): void {
    const places = this.#byObserved.get(observed) ?? new Map<string, Counted>();
    this.#byObserved.set(observed, places);
    const known = places.get(key);
    if (known) {
      known.times += 1;
      return;
    }
    const first = { ...this.#common, key, met: observed, times: 1 };
    places.set(key, first);
    this.all.push(first);
  }
}

/** Facts show, besides the values that are known, those of `shownValues`. */
export const createFacts = (shownValues: ReadonlySet<string> = new Set()): FactLedger => {
  const counted = new Map<string, Map<OperationId, Counts>>();
  let clockAheadMs = 0;
  const countsOf = ({ operation, request }: Reply): Counts => {
    const { probe } = request.purpose;
    const ofProbe = counted.get(probe) ?? new Map<OperationId, Counts>();
    counted.set(probe, ofProbe);
    const counts = ofProbe.get(operation) ?? new Counts({ operation, probe });
    ofProbe.set(operation, counts);
    return counts;
  };
  const shownBy = ({ operation }: Reply): ShownPlaces => {
    const { text, key } = shownIn(operation, 'reply');
    return { key, text: (value, path, name) => shownValues.has(value) || text(value, path, name) };
  };
  return {
    add: (reply, otherKey) => {
      clockAheadMs = Math.max(clockAheadMs, aheadOf(reply));
      if (!isFromService(reply)) return;
      const counts = countsOf(reply);
      const add: AddFact = (key, observed) => counts.add(key, observed);
      const { purpose } = reply.request;
      add('latency', speedOf(reply));
      if (isDrawn(purpose)) return;
      if (otherKey || !mayBeChance(reply))
        add(`status: ${purpose.probe}${otherKey ? ', with another key' : ''}`, String(reply.status));
      addReply(reply, shownBy(reply), add);
    },
    take: (hasEnded) =>
      [...counted].flatMap(([probe, ofProbe]) => {
        if (!hasEnded(probe)) return [];
        counted.delete(probe);
        return [...ofProbe.values()].flatMap(({ all }) => all);
      }),
    clockAheadMs: () => clockAheadMs,
  };
};
