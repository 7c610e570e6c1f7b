import { type OperationId, type RequirementId, requirements } from '#contract';
import type { WireReply } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { against, under } from '../planting.ts';
import { serverError, succeeding } from '../rewriting.ts';

const html = '<!doctype html><html><head><title>Welcome</title></head><body>Welcome</body></html>';

type Replacement = Partial<WireReply>;

/** Bodies that are sent in the place of a record or a listing, by name. */
const others: Readonly<
  Record<string, readonly [sentence: string, replacement: (body: unknown) => Replacement]>
> = {
  'boxed-otherwise': [
    'An array is sent for an object, or an object for an array.',
    (body) => ({ body: Array.isArray(body) ? { data: body } : [body] }),
  ],
  'text-of-json': ['The record is sent as JSON in a text.', (body) => ({ body: JSON.stringify(body) })],
  number: ['A number is sent for the record.', () => ({ body: 1 })],
  null: ['Null is sent for the record.', () => ({ body: null })],
  'no-body': ['Success has no body.', () => ({ body: undefined, headers: {} })],
  'no-content': ['Success is 204 without a body.', () => ({ status: 204, body: undefined, headers: {} })],
  page: [
    'A page of HTML is sent for the record.',
    () => ({ raw: html, headers: { 'content-type': 'text/html; charset=utf-8' } }),
  ],
  failure: ['A valid request is answered 500.', serverError],
  unavailable: [
    'A valid request is answered 503 by the service itself.',
    () => ({
      status: 503,
      body: { statusCode: 503, message: 'Out of order', error: 'Service Unavailable' },
    }),
  ],
  'not-found': [
    'A valid request is answered 404.',
    () => ({ status: 404, body: { statusCode: 404, message: 'Cannot find it', error: 'Not Found' } }),
  ],
};

const recordRequirement = (operation: OperationId): RequirementId | undefined =>
  requirements.find(({ id }) => id === `${operation}/answers-with-its-record`)?.id;

/** Faults of a body as a whole. */
export function bodyFaults(operation: OperationId): readonly PlantedFault[] {
  const requirement = recordRequirement(operation);
  if (requirement === undefined) return [];
  return against(
    requirement,
    under(`${operation}/body`, others, ([sentence, replacement]) => [
      sentence,
      { reply: succeeding(operation, ({ body }) => replacement(body)) },
    ]),
  );
}
