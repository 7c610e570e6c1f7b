import { sectionsOf } from '../claim.ts';
import { operationIds, operationOf } from '../operations.ts';

const section = sectionsOf('errors', operationIds);

// Refused keys, by which errors are judged, are tried on every endpoint.
const anyOrder = { anyOrder: true } as const;
const body = section('error', 'Resources: Error body', anyOrder);
const cases = section('error', 'Errors', anyOrder);

export const errorRequirements = [
  body.implied(
    'repeat-the-status',
    'Where an error body carries statusCode, it is the status of the answer, as an integer.',
  ),
  body.stated('carry-a-message', 'The message of an error body is a string.'),
  body.stated('date-themselves', 'The timestamp of an error body is a date-time in UTC with milliseconds.'),
  body.shown(
    'are-dated-now',
    'The timestamp of an error body is the time of the exchange, within five minutes of the service clock.',
  ),
  body.shown('name-their-path', 'Where an error body names a path, it is a string, the path that was asked for.'),
  body.shown(
    'carry-only-what-is-shown',
    'The refusals 401, 403 and 404 of these endpoints carry error and message and nothing else.',
    operationIds.filter((id) => operationOf(id).absence?.body === 'short-error'),
  ),
  body.shown(
    'carry-all-members-elsewhere',
    'The refusals 401 and 403 of the other endpoints carry statusCode and timestamp too.',
    operationIds.filter((id) => operationOf(id).absence?.body !== 'short-error'),
  ),
  body.shown('hide-the-inside', 'No error shows a stack trace, a query or a path of the server.'),
  body.implied('are-no-success', 'No error body comes with a success status.'),
  cases.stated('speak-of-the-key', 'A 401 says that the key is missing or invalid, a 403 that permission is lacking.'),
];
