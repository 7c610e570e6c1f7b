import type { OperationId, SeenRequest, WireReply } from '#sandbox';
import { isRecord } from '../places.ts';
import { type Hook, succeeded } from '../rewriting.ts';
import { type Changes, rewriteAll } from './body-path.ts';

/** Runs hooks in turn, each on the reply of the one before. */
export const chained =
  (hooks: readonly Hook[]): Hook =>
  (first, request) =>
    hooks.reduce<WireReply>((reply, hook) => hook(reply, request) ?? reply, first);

/** Changes the bodies of successful replies. */
export const onSuccess = (
  operations: OperationId | readonly OperationId[],
  change: (body: unknown, request: SeenRequest) => void,
): Hook => {
  const wanted = new Set([operations].flat());
  return (reply, request) => {
    const { operation } = request;
    if (operation === undefined || !wanted.has(operation)) return;
    if (succeeded(reply) && reply.body !== undefined) change(reply.body, request);
  };
};

/** Changes members of the successful replies of operations, by their paths. */
export const onMembers = (operations: OperationId | readonly OperationId[], changes: Changes): Hook =>
  onSuccess(operations, (body) => rewriteAll(body, changes));

/** Changes error bodies, and the reply around them. */
export const onRefusal =
  (change: (body: Record<string, unknown>, reply: WireReply, request: SeenRequest) => void): Hook =>
  (reply, request) => {
    if (reply.status >= 400 && isRecord(reply.body)) change(reply.body, reply, request);
  };
