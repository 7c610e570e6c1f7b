import { sectionsOf } from '../claim.ts';
import { operationIds, operationOf, orderIds } from '../operations.ts';

const onHttp = sectionsOf('http', operationIds);
const service = sectionsOf('service', operationIds);
const overview = 'What the service does';

const http = onHttp('http', overview);
const endpoints = onHttp('http', 'Endpoints');
const consistency = onHttp('consistency', overview);
const framing = service('http', overview);
const blocked = service('http', overview);
const clock = service('open', 'Resources: Conventions');

/** Requirements that follow from HTTP and JSON, on every endpoint. */
export const httpRequirements = [
  http.implied('sends-json', 'A body is JSON and says so in its content type.'),
  http.implied(
    'sends-sound-json',
    'JSON is in UTF-8, repeats no key, and is neither too deep nor too large to be read.',
  ),
  http.implied(
    'is-well-formed',
    'A body is in the content coding that is named, a 204 has none, and no header holds a control character.',
  ),
  http.shown('sends-short-numbers', 'No number of JSON has more digits than a double holds.'),
  endpoints.implied('does-not-redirect', 'A documented path answers by itself.'),
  endpoints.implied(
    'takes-a-charset',
    'A body whose content type names UTF-8 beside JSON is read as one that names no encoding.',
    orderIds,
  ),
  http.implied(
    'serves-valid-requests',
    'Valid requests get no failure (5xx) and no 401: not two of one endpoint, and not three in all.',
  ),
  http.shown('serves-every-valid-request', 'Not a single valid request gets a failure (5xx) or a 401.'),
  consistency.implied('answers-alike', 'Reads sent at the same time each get the answer to their own request.', {
    operations: ['subaccount.read', 'balances.read', 'offramp.list', 'conversion.list', 'taxonomy.list'],
    heeds: ['ids'],
  }),
  consistency.shown('refuses-alike', 'The same refused request gets the same status each time.', [
    'subaccount.read',
    'withdrawal.read',
  ]),
  framing.silent('framing', 'Interim answers, bodies that end with their connection, and trailers are open.'),
  blocked.silent('blocked-values', 'Which odd values what stands before the service turns away is open.'),
  clock.silent('clock', 'How far the clock of the service is off is open.'),
];

const onErrors = sectionsOf('errors', operationIds);

// Refused keys, by which errors are judged, are tried on every endpoint.
const ofErrors = { anyOrder: true } as const;
const errorBody = onErrors('error', 'Resources: Error body', ofErrors);
const cases = onErrors('error', 'Errors', ofErrors);

export const errorRequirements = [
  errorBody.implied(
    'repeat-the-status',
    'Where an error body carries statusCode, it is the status of the answer, as an integer.',
  ),
  errorBody.stated('carry-a-message', 'The message of an error body is a string.'),
  errorBody.stated('date-themselves', 'The timestamp of an error body is a date-time in UTC with milliseconds.'),
  errorBody.shown(
    'are-dated-now',
    'The timestamp of an error body is the time of the exchange, within five minutes of the service clock.',
  ),
  errorBody.shown('name-their-path', 'Where an error body names a path, it is a string, the path that was asked for.'),
  errorBody.shown(
    'carry-only-what-is-shown',
    'The refusals 401, 403 and 404 of these endpoints carry error and message and nothing else.',
    operationIds.filter((id) => operationOf(id).absence?.body === 'short-error'),
  ),
  errorBody.shown(
    'carry-all-members-elsewhere',
    'The refusals 401 and 403 of the other endpoints carry statusCode and timestamp too.',
    operationIds.filter((id) => operationOf(id).absence?.body !== 'short-error'),
  ),
  errorBody.shown('hide-the-inside', 'No error shows a stack trace, a query or a path of the server.'),
  errorBody.implied('are-no-success', 'No error body comes with a success status.'),
  cases.stated('speak-of-the-key', 'A 401 says that the key is missing or invalid, a 403 that permission is lacking.'),
];

const onVersions = sectionsOf('versions', ['offramp.initiate', 'lightning-offramp.initiate']);
const version = onVersions('version', 'Versioning');

/** Two versions of the offramp initiation live side by side. */
export const versionRequirements = [
  version.stated(
    'keep-the-lightning-envelope',
    'Version 1 of the offramp initiation answers with its envelope, not with the record of version 2.',
    ['lightning-offramp.initiate'],
  ),
  version.stated(
    'keep-the-offramp-record',
    'Version 2 of the offramp initiation answers with its record, not with the envelope of version 1.',
    ['offramp.initiate'],
  ),
  version.stated('refuse-the-other-body-in-v1', 'The body of version 2 is refused by version 1.', {
    operations: ['lightning-offramp.initiate'],
    heeds: ['rules'],
  }),
  version.implied('refuse-the-other-body-in-v2', 'The body of version 1 is refused by version 2.', {
    operations: ['offramp.initiate'],
    heeds: ['rules'],
  }),
  version.shown('answer-a-bad-recipient-alike', 'Both versions answer an unknown recipient with the same status.'),
];
