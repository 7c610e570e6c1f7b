import { implied, shown, silent, stated } from './requirement.ts';

const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
const errorBody = 'Resources: Error body';
const versioning = 'Versioning';
const overview = 'What the service does';

/** Requirements that belong to no single endpoint: errors, HTTP and JSON, versions, the service as a whole. */
export const serviceRequirements = {
  'errors/repeat-the-status': implied(
    'error',
    errorBody,
    all,
    'Where an error body carries statusCode, it is the status of the answer, as an integer.',
  ),
  'errors/carry-a-message': stated('error', errorBody, all, 'The message of an error body is a string.'),
  'errors/date-themselves': stated(
    'error',
    errorBody,
    all,
    'The timestamp of an error body is a date-time in UTC with milliseconds.',
  ),
  'errors/are-dated-now': shown(
    'error',
    errorBody,
    all,
    'The timestamp of an error body is the time of the exchange, within five minutes of the service clock.',
  ),
  'errors/name-their-path': shown(
    'error',
    errorBody,
    all,
    'Where an error body names a path, it is a string, the path that was asked for.',
  ),
  'errors/carry-only-what-is-shown': shown(
    'error',
    errorBody,
    [1, 5, 11],
    'The refusals 401, 403 and 404 of these endpoints carry error and message and nothing else.',
  ),
  'errors/speak-of-the-key': stated(
    'error',
    'Errors',
    all,
    'A 401 says that the key is missing or invalid, a 403 that permission is lacking.',
  ),
  'errors/hide-the-inside': shown(
    'error',
    errorBody,
    all,
    'No error shows a stack trace, a query or a path of the server.',
  ),
  'errors/are-no-success': implied('error', errorBody, all, 'No error body comes with a success status.'),
  'http/sends-json': implied(
    'http',
    'What the service does',
    all,
    'A body is JSON and says so in its content type.',
  ),
  'http/sends-sound-json': implied(
    'http',
    overview,
    all,
    'JSON is UTF-8 without repeated keys, with numbers that survive reading, and of sane depth and size.',
  ),
  'http/does-not-redirect': implied('http', 'Endpoints', all, 'A documented path answers by itself.'),
  'http/ends-with-its-answer': implied(
    'http',
    overview,
    [1, 2, 3, 4, 8, 9, 11, 12, 13, 14],
    'Nothing follows an answer on its connection: no byte beyond its end, and no answer that nobody asked for.',
  ),
  'http/answers-alike': implied(
    'consistency',
    overview,
    [1, 4, 8, 12, 14],
    'Reads sent at the same time each get the answer to their own request.',
  ),
  'http/refuses-alike': shown(
    'consistency',
    overview,
    [1, 11],
    'The same refused request gets the same status each time.',
  ),
  'versions/keep-the-lightning-envelope': stated(
    'version',
    versioning,
    10,
    'Version 1 of the offramp initiation answers with its envelope, not with the record of version 2.',
  ),
  'versions/keep-the-offramp-record': stated(
    'version',
    versioning,
    7,
    'Version 2 of the offramp initiation answers with its record, not with the envelope of version 1.',
  ),
  'versions/refuse-the-other-body-in-v1': implied(
    'version',
    versioning,
    10,
    'The body of version 2 is refused by version 1.',
  ),
  'versions/refuse-the-other-body-in-v2': shown(
    'version',
    versioning,
    7,
    'The body of version 1 is refused by version 2.',
  ),
  'versions/answer-a-bad-recipient-alike': shown(
    'version',
    versioning,
    [7, 10],
    'Both versions answer an unknown recipient with the same status.',
  ),
  'service/framing': silent(
    'http',
    overview,
    all,
    'Interim answers, bodies that end with their connection, and trailers are open.',
  ),
  'service/clock': silent(
    'open',
    'Resources: Conventions',
    all,
    'How far the clock of the service is off is open.',
  ),
} as const;
