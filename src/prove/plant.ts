import type { Reply } from '#evidence';
import type { PlantedFault } from '#faults';
import type { SeenRequest, WireReply } from '#sandbox';

/** A defect that shows in the body alone; `wire` where it needs the wire; undefined where the reply is left alone. */
type Change = { readonly body: unknown } | 'wire' | undefined;

class NeedsTheWire extends Error {}

const texts = new WeakMap<Reply, string | undefined>();

/** A body as it was on the wire, but for spaces. */
const textOf = (reply: Reply): string | undefined => {
  if (!texts.has(reply)) texts.set(reply, JSON.stringify(reply.body));
  return texts.get(reply);
};

/** The request as the service saw it, without what only the service knows. */
const seenRequest = ({ operation, request }: Reply): SeenRequest => {
  const { query = {}, body, ...params } = request.input;
  return {
    operation,
    method: request.method,
    path: request.path,
    query,
    params: params as Readonly<Record<string, string>>,
    headers: {},
    body,
    get world(): never {
      throw new NeedsTheWire();
    },
  };
};

const isOfBodyAlone = (reply: Reply, { status, headers, body: _body, ...further }: WireReply): boolean =>
  status === reply.status &&
  JSON.stringify(headers) === JSON.stringify(reply.headers) &&
  Object.keys(further).length === 0;

/** A recorded reply as a fault changes it. */
const changeOf = ({ reply: hook, policies }: PlantedFault, recorded: Reply): Change => {
  const text = textOf(recorded);
  if (hook === undefined || policies !== undefined || text === undefined) return 'wire';
  const wire: WireReply = {
    status: recorded.status,
    headers: { ...recorded.headers },
    body: JSON.parse(text),
  };
  try {
    const changed = hook(wire, seenRequest(recorded)) ?? wire;
    if (!isOfBodyAlone(recorded, changed)) return 'wire';
    const changedText = JSON.stringify(changed.body);
    if (changedText === text) return undefined;
    return changedText === undefined ? 'wire' : { body: JSON.parse(changedText) };
  } catch (error) {
    if (error instanceof NeedsTheWire) return 'wire';
    throw error;
  }
};

/** The same reply with another body. What was exchanged is shown as it was. */
const withBody = (reply: Reply, body: unknown): Reply => ({
  ...reply,
  body,
  serverDate: reply.serverDate,
  get exchange() {
    return reply.exchange;
  },
});

/** A defect need not show everywhere to be noticed. */
const maxPlanted = 3;

/** Replies in which a fault shows, by the recorded ones; `wire` where it cannot be planted in these. */
export const plant = (fault: PlantedFault, recorded: Iterable<Reply>): ReadonlyMap<Reply, Reply> | 'wire' => {
  const planted = new Map<Reply, Reply>();
  for (const reply of recorded) {
    const change = changeOf(fault, reply);
    if (change === 'wire') return 'wire';
    if (change) planted.set(reply, withBody(reply, change.body));
    if (planted.size === maxPlanted) break;
  }
  return planted.size === 0 ? 'wire' : planted;
};
