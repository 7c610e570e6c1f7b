import type { Reply } from '#evidence';
import type { Hook, SeenRequest, WireReply } from '#sandbox';

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

/** A recorded reply on its way to a hook, and what of it the hook has looked at: that alone is copied, because most look at few. */
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

/** Tells whether a hook changes a recorded reply; undefined where that hangs on what the service holds or remembers. */
export function changes(hook: Hook, recorded: Reply): boolean | undefined {
  const { reply, looked } = wireReply(recorded);
  try {
    const changed = hook(reply, seenRequest(recorded)) ?? reply;
    const { headers, body } = changed === reply ? looked : { headers: changed.headers, body: { value: changed.body } };
    return (
      changed.status !== recorded.status ||
      Object.keys(changed).length > 3 ||
      (headers !== undefined && JSON.stringify(headers) !== JSON.stringify(recorded.headers)) ||
      (body !== undefined && JSON.stringify(body.value) !== textOf(recorded))
    );
  } catch (error) {
    if (error instanceof NeedsTheWorld) return undefined;
    throw error;
  }
}
