import { type OperationId, requirements } from '#contract';
import { catalogue, type Fault, forEachWay } from '../fault.ts';
import { type Replacement, serverError, succeeding, withoutBody } from '../rewriting.ts';

const html = '<!doctype html><html><head><title>Welcome</title></head><body>Welcome</body></html>';

const others: Readonly<Record<string, Replacement>> = {
  'An array is sent for an object, or an object for an array.': ({ body }) => ({
    body: Array.isArray(body) ? { data: body } : [body],
  }),
  'The record is sent as JSON in a text.': ({ body }) => ({ body: JSON.stringify(body) }),
  'A number is sent for the record.': { body: 1 },
  'Null is sent for the record.': { body: null },
  'Success has no body.': { body: undefined, headers: {} },
  'Success is 204 without a body.': withoutBody(204),
  'A page of HTML is sent for the record.': {
    raw: html,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  },
  'A valid request is answered 500.': serverError,
  'A valid request is answered 503 by the service itself.': {
    status: 503,
    body: { statusCode: 503, message: 'Out of order', error: 'Service Unavailable' },
  },
  'A valid request is answered 404.': {
    status: 404,
    body: { statusCode: 404, message: 'Cannot find it', error: 'Not Found' },
  },
};

export function bodyFaults(operation: OperationId): readonly Fault[] {
  const requirement = requirements.find(({ id }) => id === `${operation}/answers-with-its-record`)?.id;
  if (requirement === undefined) return [];
  return catalogue(
    operation,
    [requirement],
    forEachWay(others, (answer) => succeeding(operation, answer)),
  );
}
