import { identified, ownParameter } from '#contract';
import { against, type Fault, forEachWay } from '../fault.ts';
import { isUuid } from '../requests.ts';
import { answering, type Replacement, serverError } from '../rewriting.ts';

const answers: Readonly<Record<string, Replacement>> = {
  'An id that is no UUID is served.': {
    status: 200,
    body: { id: '5eed0a01-0001-4000-8000-000000000a01', data: [{ id: 'first' }] },
  },
  'An id that is no UUID breaks the service.': serverError,
  'An id that is no UUID breaks the service, which shows a page.': {
    status: 500,
    raw: '<html><body>Internal Server Error</body></html>',
    headers: { 'content-type': 'text/html' },
  },
};

export const malformedIdFaults: readonly Fault[] = identified.flatMap((operation) =>
  against(
    `${operation}/never-serves-a-malformed-id`,
    forEachWay(answers, (answer) =>
      answering({ operation, when: ({ params }) => !isUuid(params[ownParameter(operation)]) }, answer),
    ),
  ),
);
