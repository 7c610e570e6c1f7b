import { STATUS_CODES } from 'node:http';
import { operationOf } from '#contract';
import {
  defaultPolicies,
  type Hook,
  type OperationId,
  type PartialPolicies,
  type SeenRequest,
  type WireReply,
} from '#sandbox';
import { isRecord, type Member, type MemberPlace, membersOf, placesAt } from '#schemas';
import type { When } from './requests.ts';

export type { Hook };
export { isRecord, type MemberPlace, placesAt };

/** `undefined` removes the member. */
export function put({ holder, key }: MemberPlace, value: unknown): void {
  if (value === undefined) delete holder[key];
  else holder[key] = value;
}

export const succeeded = ({ status }: WireReply): boolean => status >= 200 && status < 300;

interface MemberContext {
  readonly holder: MemberPlace['holder'];
  readonly body: unknown;
  readonly request: SeenRequest;
}

/** The value, or a function of the old value; `undefined` removes the member. */
export type NewValue<Old = unknown> =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly unknown[]
  | { readonly [member: string]: unknown }
  | ((value: Old, around: MemberContext) => unknown);

export function rewrite(body: unknown, path: string, change: NewValue, request: SeenRequest): void {
  for (const place of placesAt(body, path)) {
    const { holder, key } = place;
    // Each body gets an object of its own, because further hooks change it in place.
    const value =
      typeof change === 'function' ? change(holder[key], { holder, body, request }) : structuredClone(change);
    put(place, value);
  }
}

export const rewriting =
  (operation: OperationId, path: string, change: NewValue): Hook =>
  (reply, request) => {
    if (request.operation === operation && succeeded(reply)) rewrite(reply.body, path, change, request);
  };

/** Each change receives the value as text. */
export const changing =
  (operation: OperationId, when: (request: SeenRequest) => boolean = () => true) =>
  (path: string, change: NewValue<string>): Hook =>
    rewriting(operation, `$.${path}`, (value, around) => {
      if (!when(around.request)) return value;
      return typeof change === 'function' ? change(String(value), around) : change;
    });

export const exchanging = (operation: OperationId, one: string, other: string): Hook =>
  rewriting(operation, `$.${one}`, (value, { holder }) => {
    const { [other]: exchanged } = holder;
    holder[other] = value;
    return exchanged;
  });

/** Keeps the decimal places that a float keeps. */
export const times =
  (factor: number) =>
  (value: string): string =>
    (Number(value) * factor).toFixed(8);

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The same instant earlier or later, as the document writes it. */
export const shifted =
  (milliseconds: number) =>
  (instant: string | Date): string =>
    new Date(new Date(instant).getTime() + milliseconds).toISOString();

export interface ReplyFilter {
  readonly operation?: OperationId;
  readonly status?: number | 'success' | 'refusal';
  readonly when?: (request: SeenRequest, reply: WireReply) => boolean;
}

/** New parts of a reply, or a function of the reply. */
export type Replacement = Partial<WireReply> | ((reply: WireReply, request: SeenRequest) => Partial<WireReply>);

const hasStatus = (reply: WireReply, wanted: ReplyFilter['status']): boolean => {
  if (wanted === 'success') return succeeded(reply);
  return wanted === 'refusal' ? reply.status >= 400 : wanted === undefined || reply.status === wanted;
};

const concerns = ({ operation, status, when }: ReplyFilter, reply: WireReply, request: SeenRequest): boolean =>
  (operation === undefined || request.operation === operation) &&
  hasStatus(reply, status) &&
  (when === undefined || when(request, reply));

export const answering =
  (which: ReplyFilter, replacement: Replacement): Hook =>
  (reply, request) => {
    if (concerns(which, reply, request))
      Object.assign(reply, typeof replacement === 'function' ? replacement(reply, request) : replacement);
  };

export const succeeding = (operation: OperationId, replacement: Replacement): Hook =>
  answering({ operation, status: 'success' }, replacement);

export const breaking = (which: ReplyFilter): Hook => answering(which, serverError);

/** Changes the store, but no reply. */
export const acting =
  (which: ReplyFilter, act: (request: SeenRequest, reply: WireReply) => void): Hook =>
  (reply, request) => {
    if (concerns(which, reply, request)) act(request, reply);
  };

type ErrorBody = Readonly<Record<string, unknown>>;

/** New members of an error body, or a function of it; `undefined` removes a member. */
export type NewMembers = ErrorBody | ((body: ErrorBody, request: SeenRequest) => ErrorBody);

export const rewording =
  (which: ReplyFilter, members: NewMembers): Hook =>
  (reply, request) => {
    const { status, body } = reply;
    if (status >= 400 && isRecord(body) && concerns(which, reply, request))
      Object.assign(body, typeof members === 'function' ? members(body, request) : members);
  };

export const serverError = (): Partial<WireReply> => ({
  status: 500,
  body: {
    statusCode: 500,
    message: 'Internal server error',
    timestamp: new Date().toISOString(),
    error: 'Internal Server Error',
  },
});

export const withoutBody = (status: number): Partial<WireReply> => ({ status, body: undefined, headers: {} });

export const otherId = '6f1c2d3e-4b5a-4c6d-8e7f-9a0b1c2d3e4f';

export interface Listed {
  readonly origin: 'seeded' | 'initiated';
  readonly record: { readonly id: string };
}

export const isInitiated = ({ origin }: Pick<Listed, 'origin'>): boolean => origin === 'initiated';

const { offramp, conversion } = defaultPolicies;

/** Changes the items of both listings: `own` are the items of the subaccount, `all` those of all subaccounts. */
export const inBothListings = (
  choose: <Item extends Listed>(own: readonly Item[], all: readonly Item[]) => readonly Item[],
): PartialPolicies => ({
  offramp: { listing: (all, owner) => choose(offramp.listing(all, owner), all) },
  conversion: { listing: (all, owner) => choose(conversion.listing(all, owner), all) },
});

export const placesOf = (operation: OperationId, fits: (member: Member) => boolean): readonly string[] => {
  const { success } = operationOf(operation);
  const members = success === null ? [] : membersOf(success);
  return members.filter(fits).map(({ path }) => path);
};

export const errorBody = (status: number, message: string, path?: string) => ({
  statusCode: status,
  message,
  timestamp: new Date().toISOString(),
  ...(path === undefined ? {} : { path }),
  error: STATUS_CODES[status],
});

export function refuse(reply: WireReply, { path }: SeenRequest, status: number, message: string): void {
  reply.status = status;
  reply.headers['content-type'] = 'application/json';
  reply.body = errorBody(status, message, path);
}

export const isInitiation = (operation: OperationId | undefined): boolean => operation?.endsWith('.initiate') ?? false;

/** Removes the last accepted order from the store, or the effect of the last deposit. */
export function forget({ operation, world: { store } }: SeenRequest): void {
  if (operation === 'deposit.simulate') store.balances = store.balancesBefore;
  if (operation === 'onramp.initiate') store.onramps.pop();
  if (operation === 'offramp.initiate') store.offramps.pop();
  if (operation === 'lightning-offramp.initiate') store.lightningOfframps.pop();
}

/** Refuses orders that the sandbox would accept, and stores none of them. */
export const refusing =
  (which: When, refusal: (request: SeenRequest) => Partial<WireReply>): Hook =>
  (reply, request) => {
    const isOrder = request.operation === 'deposit.simulate' || isInitiation(request.operation);
    if (!isOrder || !succeeded(reply) || !which(request)) return;
    forget(request);
    reply.headers['content-type'] = 'application/json';
    Object.assign(reply, refusal(request));
  };

/** Answers differently to an initiation that shares a name with an earlier one, and does not store it. */
export const recognising =
  (
    nameOf: (request: SeenRequest) => string | undefined,
    answer: (earlier: WireReply, reply: WireReply, request: SeenRequest) => WireReply,
  ): Hook =>
  (reply, request) => {
    const name = nameOf(request);
    if (name === undefined || !succeeded(reply)) return undefined;
    const { memory } = request.world;
    const earlier = memory.get(name) as WireReply | undefined;
    if (earlier === undefined) {
      memory.set(name, structuredClone(reply));
      return undefined;
    }
    forget(request);
    return answer(structuredClone(earlier), reply, request);
  };

/** An error in the form of RFC 9457. */
export const problem = (status: number, title: string, detail: string): Partial<WireReply> => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: 'https://errors.example/order', title, detail, status },
});
