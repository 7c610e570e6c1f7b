import { identified, ownParameter } from '#contract';
import type { PlantedFault } from '../planted.ts';
import { against, under, type Ways } from '../planting.ts';
import { isUuid } from '../requests.ts';
import { answering, type Replacement, serverError } from '../rewriting.ts';

const ways: Ways<Replacement> = {
  served: [
    'An id that is no UUID is served.',
    { status: 200, body: { id: '5eed0a01-0001-4000-8000-000000000a01', data: [{ id: 'first' }] } },
  ],
  failing: ['An id that is no UUID breaks the service.', serverError],
  'failing-in-markup': [
    'An id that is no UUID breaks the service, which shows a page.',
    {
      status: 500,
      raw: '<html><body>Internal Server Error</body></html>',
      headers: { 'content-type': 'text/html' },
    },
  ],
};

/** Malformed ids that are served, or that break the service. */
export const malformedIdFaults: readonly PlantedFault[] = identified.flatMap((operation) =>
  against(
    `${operation}/never-serves-a-malformed-id`,
    under(`${operation}/malformed-id`, ways, ([sentence, answer]) => [
      sentence,
      answering({ operation, when: ({ params }) => !isUuid(params[ownParameter(operation)]) }, answer),
    ]),
  ),
);
