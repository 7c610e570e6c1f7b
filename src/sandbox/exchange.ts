import { type AcceptedKeys, type KeyKind, type Presented, readBody } from './admission.ts';
import type { HandledRequest, Route } from './call.ts';
import type { OperationId } from './endpoints.ts';
import { type ErrorName, error } from './error.ts';
import type { Reply } from './operation.ts';
import { type Store, scratchOf } from './store.ts';
import { failure, type Hook, type SeenRequest, type ServedWorld, type WireReply } from './wire.ts';

/** A request before its body is read. */
export interface Incoming extends Presented {
  readonly operation: OperationId | undefined;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

export interface Exchange extends Incoming {
  readonly world: ServedWorld;
  readonly at: Date;
}

interface SentBody {
  readonly bytes: Uint8Array | undefined;
  readonly contentType: string | undefined;
}

/** `body` is the body as the service read it. */
export interface ReplyAndBody {
  readonly reply: Reply;
  readonly body?: unknown;
}

function refuse(exchange: Exchange, situation: ErrorName, detail = ''): Reply {
  const { operation, path, at, world } = exchange;
  return world.policies.error[situation]({ operation, path, at, detail });
}

export function refuseWith(exchange: Exchange, situation: ErrorName, detail = ''): ReplyAndBody {
  return { reply: refuse(exchange, situation, detail) };
}

/** The reply to an unknown fault id, which no service would send. */
export function refuseUnknownFault(incoming: Incoming, id: string): Reply {
  const { operation, path } = incoming;
  const detail = `No fault is named ${JSON.stringify(id)}; the sandbox was started with other faults`;
  return error.badRequest({ operation, path, at: new Date(), detail });
}

function callerOf(exchange: Exchange, keys: AcceptedKeys): KeyKind | undefined {
  const { operation, world } = exchange;
  const { presented, recognise } = world.policies.authentication;
  return recognise(presented(exchange, operation), keys, operation);
}

function refusalOf(exchange: Exchange, keys: AcceptedKeys): Reply | undefined {
  const { operation, world } = exchange;
  const kind = callerOf(exchange, keys);
  if (kind === undefined) return refuse(exchange, 'unauthorized');
  return world.policies.authentication.mayPass(kind, operation) ? undefined : refuse(exchange, 'forbidden');
}

/** Undefined if the policies check the key after the body. */
export function earlyRefusal(exchange: Exchange, keys: AcceptedKeys): ReplyAndBody | undefined {
  const { operation, world } = exchange;
  if (world.policies.authentication.stage(operation) !== 'first') return undefined;
  const reply = refusalOf(exchange, keys);
  return reply && { reply };
}

interface Performed {
  readonly route: Route | undefined;
  readonly body: unknown;
  readonly caller: KeyKind | undefined;
}

function perform(exchange: Exchange, { route, body, caller }: Performed, store: Store): Reply {
  if (route === undefined) return refuse(exchange, 'routeNotFound');
  const { params, query, at, world } = exchange;
  const call: HandledRequest = {
    operation: route.operation,
    params,
    query,
    body,
    store,
    policies: world.policies,
    caller,
    at,
    refuse: (situation, detail) => refuse(exchange, situation, detail),
  };
  return route.handle(call);
}

/** Answers a request whose key was accepted, or is checked later. */
export function answer(exchange: Exchange, keys: AcceptedKeys, route: Route | undefined, sent: SentBody): ReplyAndBody {
  const { store, policies } = exchange.world;
  const stage = policies.authentication.stage(exchange.operation);
  const read = route?.method === 'POST' ? readBody(policies.body, sent) : { value: undefined };
  if ('refused' in read) return { reply: refuse(exchange, read.refused) };
  const body = read.value;
  const performed = { route, body, caller: callerOf(exchange, keys) };
  const unread = stage === 'after-reading' ? refusalOf(exchange, keys) : undefined;
  if (unread) return { reply: unread };
  if (stage === 'after-checks') {
    const checked = perform(exchange, performed, scratchOf(store));
    if (checked.status >= 400) return { reply: checked, body };
    const refused = refusalOf(exchange, keys);
    if (refused) return { reply: refused, body };
  }
  const reply = perform(exchange, performed, store);
  const refused = stage === 'after-effects' ? refusalOf(exchange, keys) : undefined;
  return { reply: refused ?? reply, body };
}

export function wired({ status, body }: Reply): WireReply {
  const headers: Record<string, string> =
    body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body };
}

/** Copies the body when the hook first reads it, because most replies have no fault. */
function changed(reply: WireReply, hook: Hook, request: SeenRequest): WireReply {
  let { body } = reply;
  let isOwn = body === undefined;
  const wire = {
    ...reply,
    get body() {
      if (!isOwn) [body, isOwn] = [JSON.parse(JSON.stringify(body)), true];
      return body;
    },
    set body(value) {
      [body, isOwn] = [value, true];
    },
  };
  const result = hook(wire, request) ?? wire;
  // Sending changes nothing, so the copy can be used.
  isOwn = true;
  return result;
}

function outgoing(exchange: Exchange, { reply, body }: ReplyAndBody): WireReply {
  const wire = wired(reply);
  const { operation, method, path, query, params, headers, world } = exchange;
  const hook = world.fault?.reply;
  if (hook === undefined) return wire;
  return changed(wire, hook, { operation, method, path, query, params, headers, body, world });
}

/** A fault that throws becomes a 500 with its name. */
export function guarded(exchange: Exchange, step: () => ReplyAndBody | undefined): WireReply | undefined {
  try {
    const done = step();
    return done && outgoing(exchange, done);
  } catch (problem) {
    const { faultId } = exchange.world;
    const reason = problem instanceof Error ? problem.message : String(problem);
    return failure(faultId === undefined ? reason : `fault ${faultId}: ${reason}`);
  }
}
