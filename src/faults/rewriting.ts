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
export interface Around {
  readonly holder: Place['holder'];
  readonly body: unknown;
  readonly request: SeenRequest;
}

/** Changes each member at a path in every success of an operation; `undefined` takes the member away. */
export const rewriting = (
  operation: OperationId,
  path: string,
  change: (value: unknown, around: Around) => unknown,
): Hook =>
  about(operation, (reply, request) => {
    if (request.operation !== operation || !succeeded(reply)) return;
    for (const place of placesAt(reply.body, path))
      put(place, change(place.holder[place.key], { holder: place.holder, body: reply.body, request }));
  });

/** Changes single members of the records of one operation; each change is given the value as text. */
export const changing =
  (operation: OperationId) =>
  (path: string, change: (value: string) => unknown): { readonly reply: Hook } => ({
    reply: rewriting(operation, `$.${path}`, (value) => change(String(value))),
  });

/** By a factor, with the places that floats keep of it. */
export const times =
  (factor: number) =>
  (value: string): string =>
    (Number(value) * factor).toFixed(8);

/** Replies that a fault is about. */
export interface Which {
  readonly operation?: OperationId;
  readonly status?: number;
  readonly when?: (request: SeenRequest, reply: WireReply) => boolean;
}

/** The parts of a reply that are replaced. */
type Replacement = Partial<WireReply>;

const concerns = ({ operation, status, when }: Which, reply: WireReply, request: SeenRequest): boolean =>
  (operation === undefined || request.operation === operation) &&
  (status === undefined || reply.status === status) &&
  (when === undefined || when(request, reply));

/** Sends something else in the place of some replies. */
export const answering = (
  which: Which,
  replacement: (reply: WireReply, request: SeenRequest) => Replacement,
): Hook =>
  about(which.operation, (reply, request) => {
    if (concerns(which, reply, request)) Object.assign(reply, replacement(reply, request));
  });

/** Sends something else in the place of every success of an operation. */
export const succeeding = (
  operation: OperationId,
  replacement: (reply: WireReply, request: SeenRequest) => Replacement,
): Hook => answering({ operation, when: (_request, reply) => succeeded(reply) }, replacement);

type ErrorBody = Record<string, unknown>;

/** Changes the body of some refusals, in place. */
export const refusing = (which: Which, change: (body: ErrorBody, request: SeenRequest) => void): Hook =>
  about(which.operation, (reply, request) => {
    if (reply.status >= 400 && isRecord(reply.body) && concerns(which, reply, request))
      change(reply.body, request);
  });

export const serverError = (): Replacement => ({
  status: 500,
  body: {
    statusCode: 500,
    message: 'Internal server error',
    timestamp: new Date().toISOString(),
    error: 'Internal Server Error',
  },
});

/** An id of the right form that no record has. */
export const otherId = '6f1c2d3e-4b5a-4c6d-8e7f-9a0b1c2d3e4f';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: unknown): boolean => typeof text === 'string' && uuid.test(text);

/** Whether an id is of the records that are there from the start, and not of one that was created. */
export const isSeeded = (id = ''): boolean => id.startsWith('5eed');

/** How often something happened in a world before; for faults that change their mind. */
export function timesBefore({ world }: SeenRequest, what: string): number {
  const before = Number(world.memory.get(what) ?? 0);
  world.memory.set(what, before + 1);
  return before;
}
