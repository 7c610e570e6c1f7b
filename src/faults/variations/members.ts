import { answering, type OperationId, operationIds, operationOf } from '#contract';
import { type Member, membersOf } from '#schemas';
import { isRecord } from '../places.ts';
import type { Hook } from '../rewriting.ts';
import { chained, onPlaces, onRefusal, onSuccess, sharing } from './hook.ts';

/** Members that may be null by the document, which does not say that they may be left out. */
const isNullable = ({ path, nullable, optional }: Member): boolean =>
  nullable && !optional && !path.endsWith('[]') && !path.endsWith('{*}');

const leftOut = sharing(
  { operations: answering, replies: 'successes' },
  {
    'left-out/what-may-be-null': {
      sentence: 'Members that may be null are left out.',
      alone: 'what is left out excludes null and every value',
      reply: onPlaces(isNullable, undefined),
    },
    'left-out/where-it-is-null': {
      sentence: 'Members that may be null are left out where they are null.',
      alone: 'what is left out excludes null',
      reply: onPlaces(isNullable, (value) => (value === null ? undefined : value)),
    },
  },
);

/** The operations that answer with one record, in no envelope. */
const records: readonly OperationId[] = answering.filter((id) => {
  const { success } = operationOf(id);
  return success !== null && !membersOf(success).some(({ path }) => /^\$(\[\]|\.data$)/.test(path));
});

const further = {
  updated: '2025-06-01',
  version: 3,
  live: false,
  links: { self: '/records/1' },
  labels: ['a', 'b'],
  note: null,
  details: { history: [{ at: 1, by: 'system' }] },
};

const extended = (value: unknown): unknown => (isRecord(value) ? { ...value, ...further } : value);

/** Extends the body itself, where it is an object. */
const onBodies = (more: Readonly<Record<string, unknown>>): Hook =>
  onSuccess(operationIds, (body, { operation }) => {
    if (operation === undefined || operationOf(operation).success === null) return;
    if (isRecord(body)) Object.assign(body, more);
  });

const furtherMembers = sharing(
  {},
  {
    'further-members/in-every-object': {
      sentence: 'Every object of a reply carries members that the document does not name, nested ones too.',
      replies: 'successes',
      reply: chained([onPlaces(({ type }) => type === 'object', extended), onBodies(further)]),
    },
    'further-members/named-as-in-errors': {
      sentence: 'Successful bodies carry statusCode, error, path and timestamp as error bodies do.',
      replies: 'successes',
      reply: onBodies({
        statusCode: 200,
        error: null,
        path: '/v1',
        timestamp: '2025-06-01T00:00:00.000Z',
        errors: [],
      }),
    },
    'further-members/named-as-in-envelopes': {
      sentence: 'Records carry members that are called as those of envelopes.',
      operations: records,
      replies: 'successes',
      reply: onSuccess(records, (body) => {
        if (isRecord(body))
          Object.assign(body, { success: true, message: 'OK', data: null, total: 1, limit: 1 });
      }),
    },
    'further-members/in-errors': {
      sentence: 'Every error body carries a request id, a trace id, a code and details.',
      replies: 'refusals',
      reply: onRefusal((body) => {
        Object.assign(body, {
          requestId: 'req-000000000017',
          traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
          code: 'E1017',
          success: false,
          data: null,
          details: [],
          help: null,
        });
      }),
    },
    'errors/full-on-every-endpoint': {
      sentence:
        'Errors that the document shows with error and message only carry statusCode, timestamp and path as others do.',
      replies: 'refusals',
      reply: onRefusal((body, reply, { path }) => {
        body.statusCode ??= reply.status;
        body.timestamp ??= new Date().toISOString();
        body.path ??= path;
      }),
    },
    'errors/name-no-path': {
      sentence: 'Error bodies leave the path out, which is optional.',
      replies: 'refusals',
      alone: 'a path that is left out excludes one that is written otherwise',
      reply: onRefusal((body) => {
        delete body.path;
      }),
    },
    'errors/name-a-path-behind-a-gateway': {
      sentence: 'The path of an error body lacks the version that a gateway takes off.',
      replies: 'refusals',
      reply: onRefusal((body) => {
        if (typeof body.path === 'string') body.path = body.path.replace(/^\/v\d/, '');
      }),
    },
    'errors/name-a-path-with-a-prefix': {
      sentence: 'The path of an error body has the prefix that a gateway puts before it.',
      replies: 'refusals',
      alone: 'one path excludes another',
      reply: onRefusal((body) => {
        if (typeof body.path === 'string') body.path = `/partner-api${body.path}`;
      }),
    },
  },
);

/** Members that are left out, and further ones. */
export const memberVariations = [...leftOut, ...furtherMembers];
