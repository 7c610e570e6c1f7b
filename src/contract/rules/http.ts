import { sectionsOf } from '../claim.ts';
import { operationIds, orderIds } from '../operations.ts';

const section = sectionsOf('http', operationIds);
const service = sectionsOf('service', operationIds);
const overview = 'What the service does';

const http = section('http', overview);
const endpoints = section('http', 'Endpoints');
const consistency = section('consistency', overview);
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
