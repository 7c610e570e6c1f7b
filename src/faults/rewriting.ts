import type { OperationId } from '#contract';
import type { Hook, SeenRequest, WireReply } from '#sandbox';
import { isRecord, type Place, placesAt, put } from './places.ts';

export type { Hook };

const operations = new WeakMap<Hook, OperationId>();

/** Notes that a hook is about one operation. */
export const about = (operation: OperationId | undefined, hook: Hook): Hook => {
  if (operation !== undefined) operations.set(hook, operation);
  return hook;
};

/** The one operation whose replies a hook changes, where it is of one and was made here. */
export const changedBy = (hook: Hook): OperationId | undefined => operations.get(hook);

export const succeeded = ({ status }: WireReply): boolean => status >= 200 && status < 300;

/** The parts from which a changed member may be made. */
export interface MemberContext {
  readonly holder: Place['holder'];
  readonly body: unknown;
  readonly request: SeenRequest;
}

/** The new value of a member: the value itself, or what makes it of the old one; `undefined` takes the member away. */
export type NewValue<Old = unknown> =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly unknown[]
  | { readonly [member: string]: unknown }
  | ((value: Old, around: MemberContext) => unknown);

/** Gives new values to the members at a path of a body, in place. */
export function rewrite(body: unknown, path: string, change: NewValue, request: SeenRequest): void {
  for (const place of placesAt(body, path)) {
    const { holder, key } = place;
    // A body gets objects of its own, because further hooks change them in place.
    const value =
      typeof change === 'function' ? change(holder[key], { holder, body, request }) : structuredClone(change);
    put(place, value);
  }
}

/** Changes each member at a path in every success of an operation. */
export const rewriting = (operation: OperationId, path: string, change: NewValue): Hook =>
  about(operation, (reply, request) => {
    if (request.operation === operation && succeeded(reply)) rewrite(reply.body, path, change, request);
  });

/** Changes single members of the records of one operation; each change is given the value as text. */
export const changing =
  (operation: OperationId, when: (request: SeenRequest) => boolean = () => true) =>
  (path: string, change: NewValue<string>): Hook =>
    rewriting(operation, `$.${path}`, (value, around) => {
      if (!when(around.request)) return value;
      return typeof change === 'function' ? change(String(value), around) : change;
    });

/** Exchanges two members of the records of one operation. */
export const exchanging = (operation: OperationId, one: string, other: string): Hook =>
  rewriting(operation, `$.${one}`, (value, { holder }) => {
    const { [other]: exchanged } = holder;
    holder[other] = value;
    return exchanged;
  });

/** By a factor, with the places that floats keep of it. */
export const times =
  (factor: number) =>
  (value: string): string =>
    (Number(value) * factor).toFixed(8);

/** Replies that a fault is about. */
export interface ReplyFilter {
  readonly operation?: OperationId;
  readonly status?: number | 'success' | 'refusal';
  readonly when?: (request: SeenRequest, reply: WireReply) => boolean;
}

/** Parts of a reply that others replace, or what makes them of the reply. */
export type Replacement =
  | Partial<WireReply>
  | ((reply: WireReply, request: SeenRequest) => Partial<WireReply>);

const hasStatus = (reply: WireReply, wanted: ReplyFilter['status']): boolean => {
  if (wanted === 'success') return succeeded(reply);
  return wanted === 'refusal' ? reply.status >= 400 : wanted === undefined || reply.status === wanted;
};

const concerns = (
  { operation, status, when }: ReplyFilter,
  reply: WireReply,
  request: SeenRequest,
): boolean =>
  (operation === undefined || request.operation === operation) &&
  hasStatus(reply, status) &&
  (when === undefined || when(request, reply));

/** Sends something else in the place of some replies. */
export const answering = (which: ReplyFilter, replacement: Replacement): Hook =>
  about(which.operation, (reply, request) => {
    if (concerns(which, reply, request))
      Object.assign(reply, typeof replacement === 'function' ? replacement(reply, request) : replacement);
  });

/** Sends something else in the place of every success of an operation. */
export const succeeding = (operation: OperationId, replacement: Replacement): Hook =>
  answering({ operation, status: 'success' }, replacement);

/** Answers 500 in the place of some replies. */
export const breaking = (which: ReplyFilter): Hook => answering(which, serverError);

/** Does something to the world together with some replies, which stay as they are. */
export const acting =
  (which: ReplyFilter, act: (request: SeenRequest, reply: WireReply) => void): Hook =>
  (reply, request) => {
    if (concerns(which, reply, request)) act(request, reply);
  };

type ErrorBody = Readonly<Record<string, unknown>>;

/** Members that an error body gets, or what makes them of it; `undefined` takes a member away. */
export type NewMembers = ErrorBody | ((body: ErrorBody, request: SeenRequest) => ErrorBody);

/** Gives other members to the bodies of some refusals. */
export const rewording = (which: ReplyFilter, members: NewMembers): Hook =>
  about(which.operation, (reply, request) => {
    const { status, body } = reply;
    if (status >= 400 && isRecord(body) && concerns(which, reply, request))
      Object.assign(body, typeof members === 'function' ? members(body, request) : members);
  });

export const serverError = (): Partial<WireReply> => ({
  status: 500,
  body: {
    statusCode: 500,
    message: 'Internal server error',
    timestamp: new Date().toISOString(),
    error: 'Internal Server Error',
  },
});

/** An answer without a body. */
export const withoutBody = (status: number): Partial<WireReply> => ({ status, body: undefined, headers: {} });

/** An id of the right form that no record has. */
export const otherId = '6f1c2d3e-4b5a-4c6d-8e7f-9a0b1c2d3e4f';
