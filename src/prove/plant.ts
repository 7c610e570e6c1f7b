import type { Reply } from '#evidence';
import type { Fault } from '#faults';
import type { Hook, SeenRequest, WireReply } from '#sandbox';

/**
 * The change that a hook makes to a recorded reply: another body, something that only the wire can carry, or nothing. `world` where
 * that depends on what the service holds or remembers.
 */
type Change = { readonly body: unknown } | 'wire' | 'world' | undefined;

class NeedsTheWorld extends Error {}

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
    get headers(): never {
      throw new NeedsTheWorld();
    },
    body,
    get world(): never {
      throw new NeedsTheWorld();
    },
  };
};

/** A recorded reply on its way to a hook. What the hook looks at is copied: most hooks look at few replies. */
const wireReply = (recorded: Reply) => {
  const looked: { headers?: Record<string, string>; body?: { value: unknown } } = {};
  const bodyOf = () => {
    const text = textOf(recorded);
    looked.body ??= { value: text === undefined ? undefined : JSON.parse(text) };
    return looked.body;
  };
  const reply: WireReply = {
    status: recorded.status,
    get headers() {
      looked.headers ??= { ...recorded.headers };
      return looked.headers;
    },
    set headers(headers) {
      looked.headers = headers;
    },
    get body() {
      return bodyOf().value;
    },
    set body(value) {
      bodyOf().value = value;
    },
  };
  return { reply, looked };
};

const isSentAlike = (recorded: Reply, reply: WireReply, headers: WireReply['headers']): boolean =>
  reply.status === recorded.status &&
  Object.keys(reply).length === 3 &&
  (headers === recorded.headers || JSON.stringify(headers) === JSON.stringify(recorded.headers));

export const changeOf = (hook: Hook, recorded: Reply): Change => {
  const { reply, looked } = wireReply(recorded);
  try {
    const changed = hook(reply, seenRequest(recorded)) ?? reply;
    const headers = changed === reply ? (looked.headers ?? recorded.headers) : changed.headers;
    if (!isSentAlike(recorded, changed, headers)) return 'wire';
    if (changed === reply && looked.body === undefined) return undefined;
    const [text, changedText] = [textOf(recorded), JSON.stringify(changed.body)];
    if (changedText === text) return undefined;
    return changedText === undefined || text === undefined ? 'wire' : { body: JSON.parse(changedText) };
  } catch (error) {
    if (error instanceof NeedsTheWorld) return 'world';
    throw error;
  }
};

/** Copies a reply with another body. The exchange is shown as it was. */
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

/** Replies in which a fault shows, by the recorded ones; undefined where it cannot be planted in these. */
export const plant = (
  { reply: hook, policies }: Fault,
  recorded: Iterable<Reply>,
): ReadonlyMap<Reply, Reply> | undefined => {
  if (hook === undefined || policies !== undefined) return undefined;
  const planted = new Map<Reply, Reply>();
  for (const reply of recorded) {
    const change = changeOf(hook, reply);
    if (typeof change === 'string') return undefined;
    if (change) planted.set(reply, withBody(reply, change.body));
    if (planted.size === maxPlanted) break;
  }
  return planted.size === 0 ? undefined : planted;
};
