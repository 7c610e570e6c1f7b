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

/** A reply for a hook to change; its body is copied when the hook first reads it. */
const wireReply = (reply: Reply): WireReply => {
  let body: unknown;
  let isCopied = false;
  return {
    status: reply.status,
    headers: { ...reply.headers },
    get body() {
      if (!isCopied) [body, isCopied] = [JSON.parse(textOf(reply) ?? 'null'), true];
      return body;
    },
    set body(value) {
      [body, isCopied] = [value, true];
    },
  };
};

const isOfBodyAlone = (reply: Reply, { status, headers, body: _body, ...further }: WireReply): boolean =>
  status === reply.status &&
  JSON.stringify(headers) === JSON.stringify(reply.headers) &&
  Object.keys(further).length === 0;

/** A recorded reply as a fault changes it. */
const changeOf = ({ reply: hook, policies }: PlantedFault, recorded: Reply): Change => {
  if (hook === undefined || policies !== undefined || textOf(recorded) === undefined) return 'wire';
  const wire = wireReply(recorded);
  try {
    const changed = hook(wire, seenRequest(recorded)) ?? wire;
    if (!isOfBodyAlone(recorded, changed)) return 'wire';
    const text = JSON.stringify(changed.body);
    if (text === textOf(recorded)) return undefined;
    return text === undefined ? 'wire' : { body: JSON.parse(text) };
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
const mostPlanted = 3;

/** Replies in which a fault shows, by the recorded ones; `wire` where it cannot be planted in these. */
export const plant = (fault: PlantedFault, recorded: Iterable<Reply>): ReadonlyMap<Reply, Reply> | 'wire' => {
  const planted = new Map<Reply, Reply>();
  for (const reply of recorded) {
    const change = changeOf(fault, reply);
    if (change === 'wire') return 'wire';
    if (change) planted.set(reply, withBody(reply, change.body));
    if (planted.size === mostPlanted) break;
  }
  return planted.size === 0 ? 'wire' : planted;
};
