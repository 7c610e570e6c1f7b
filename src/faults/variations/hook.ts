import { operationIds, operationOf } from '#contract';
import type { OperationId, SeenRequest, WireReply } from '#sandbox';
import { type Format, type Member, membersOf } from '#schemas';
import { type Hook, isRecord, type NewValue, rewrite, succeeded } from '../rewriting.ts';
import { chained } from './variation.ts';

export const initiations = ['onramp.initiate', 'offramp.initiate', 'lightning-offramp.initiate'] as const;

export const offramps = ['offramp.initiate', 'offramp.list', 'offramp.read'] as const;

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

/** New values by path, as `$.data[].id`, `$.balances{*}` or `$.pricing.fees.onramp_fee`. */
export type NewValues = Readonly<Record<string, NewValue>>;

/** Changes members of the successful replies of operations. */
export const onMembers = (operations: OperationId | readonly OperationId[], changes: NewValues): Hook =>
  onSuccess(operations, (body, request) => {
    for (const [path, change] of Object.entries(changes)) rewrite(body, path, change, request);
  });

export const atEach = (paths: readonly string[], change: NewValue): NewValues =>
  Object.fromEntries(paths.map((path) => [path, change]));

/** Paths of the documented members of an operation's record that fit. */
export const placesOf = (operation: OperationId, fits: (member: Member) => boolean): readonly string[] => {
  const { success } = operationOf(operation);
  const members = success === null ? [] : membersOf(success);
  return members.filter(fits).map(({ path }) => path);
};

export const onPlaces = (fits: (member: Member) => boolean, change: NewValue): Hook =>
  chained(operationIds.map((operation) => onMembers(operation, atEach(placesOf(operation, fits), change))));

/** Changes texts of one format, wherever the document has them. */
export const onFormat = (format: Format, change: (text: string) => string): Hook =>
  onPlaces(
    (member) => member.format === format && member.type === 'string',
    (value) => (typeof value === 'string' ? change(value) : value),
  );

/** Changes error bodies, and the reply around them. */
export const onRefusal =
  (change: (body: Record<string, unknown>, reply: WireReply, request: SeenRequest) => void): Hook =>
  (reply, request) => {
    if (reply.status >= 400 && isRecord(reply.body)) change(reply.body, reply, request);
  };

/** Writes a decimal with so many places more than it needs; a text that is no decimal stays as it is. */
export const inPlaces = (places: number) => (value: unknown) => {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value;
  const [whole = '0', fraction = ''] = value.split('.');
  return `${whole}.${fraction.padEnd(places, '0')}`;
};
