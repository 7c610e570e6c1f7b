import { answering, type OperationId, operationIds, operationOf } from '#contract';
import { type Member, membersOf } from '#schemas';
import { type Hook, isRecord } from '../rewriting.ts';
import { alternatives, chained, onPlaces, onRefusal, onSuccess, type Variation, variants } from '../variation.ts';

/** Members that may be null by the document, which does not say that they may be left out. */
const isNullable = ({ path, nullable, optional }: Member): boolean =>
  nullable && !optional && !path.endsWith('[]') && !path.endsWith('{*}');

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

const onBodies = (more: Readonly<Record<string, unknown>>): Hook =>
  onSuccess(operationIds, (body, { operation }) => {
    if (operation === undefined || operationOf(operation).success === null) return;
    if (isRecord(body)) Object.assign(body, more);
  });

const combinable = variants(
  'members',
  {
    'Every object of a reply carries members that the document does not name, nested ones too.': chained([
      onPlaces(({ type }) => type === 'object', extended),
      onBodies(further),
    ]),
    'Successful bodies carry statusCode, error, path and timestamp as error bodies do.': onBodies({
      statusCode: 200,
      error: null,
      path: '/v1',
      timestamp: '2025-06-01T00:00:00.000Z',
      errors: [],
    }),
    'Records carry members that are called as those of envelopes.': onSuccess(records, (body) => {
      if (isRecord(body)) Object.assign(body, { success: true, message: 'OK', data: null, total: 1, limit: 1 });
    }),
    'Every error body carries a request id, a trace id, a code and details.': onRefusal((body) => {
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
    'Errors that the document shows with error and message only carry statusCode, timestamp and path as others do.':
      onRefusal((body, reply, { path }) => {
        body.statusCode ??= reply.status;
        body.timestamp ??= new Date().toISOString();
        body.path ??= path;
      }),
    'The path of an error body lacks the version that a gateway takes off.': onRefusal((body) => {
      if (typeof body.path === 'string') body.path = body.path.replace(/^\/v\d/, '');
    }),
  },
  { phase: 'form' },
);

const exclusive = alternatives('members', {
  'Members that may be null are left out.': onPlaces(isNullable, undefined),
  'Members that may be null are left out where they are null.': onPlaces(isNullable, (value) =>
    value === null ? undefined : value,
  ),
  'Error bodies leave the path out, which is optional.': onRefusal((body) => {
    delete body.path;
  }),
  'The path of an error body has the prefix that a gateway puts before it.': onRefusal((body) => {
    if (typeof body.path === 'string') body.path = `/partner-api${body.path}`;
  }),
});

export const variations: readonly Variation[] = [...combinable, ...exclusive];
