import { type OperationId, requirements } from '#contract';
import type { PlantedFault } from '../planted.ts';
import { against, under, type Ways } from '../planting.ts';
import { type Replacement, serverError, succeeding, withoutBody } from '../rewriting.ts';

const html = '<!doctype html><html><head><title>Welcome</title></head><body>Welcome</body></html>';

/** Bodies that are sent in the place of a record or a listing, by name. */
const others: Ways<Replacement> = {
  'boxed-otherwise': [
    'An array is sent for an object, or an object for an array.',
    ({ body }) => ({ body: Array.isArray(body) ? { data: body } : [body] }),
  ],
  'text-of-json': ['The record is sent as JSON in a text.', ({ body }) => ({ body: JSON.stringify(body) })],
  number: ['A number is sent for the record.', { body: 1 }],
  null: ['Null is sent for the record.', { body: null }],
  'no-body': ['Success has no body.', { body: undefined, headers: {} }],
  'no-content': ['Success is 204 without a body.', withoutBody(204)],
  page: [
    'A page of HTML is sent for the record.',
    { raw: html, headers: { 'content-type': 'text/html; charset=utf-8' } },
  ],
  failure: ['A valid request is answered 500.', serverError],
  unavailable: [
    'A valid request is answered 503 by the service itself.',
    { status: 503, body: { statusCode: 503, message: 'Out of order', error: 'Service Unavailable' } },
  ],
  'not-found': [
    'A valid request is answered 404.',
    { status: 404, body: { statusCode: 404, message: 'Cannot find it', error: 'Not Found' } },
  ],
};

/** Faults of a body as a whole. */
export function bodyFaults(operation: OperationId): readonly PlantedFault[] {
  const requirement = requirements.find(({ id }) => id === `${operation}/answers-with-its-record`)?.id;
  if (requirement === undefined) return [];
  return against(
    requirement,
    under(`${operation}/body`, others, ([sentence, answer]) => [sentence, succeeding(operation, answer)]),
  );
}
