import type { OperationId } from '#contract';
import type { WireReply } from '#sandbox';
import { against } from '../planting.ts';
import { answering } from '../rewriting.ts';

/** The answers of frameworks where no route leads anywhere, whoever asks and with whatever key. */
const nowhere = ({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): Partial<WireReply> => ({
  status: 404,
  body: { statusCode: 404, message: `Cannot ${method} ${path}`, error: 'Not Found' },
});

const leadingNowhere = (isMeant: (operation: OperationId | undefined, path: string) => boolean) => ({
  reply: answering({ when: ({ operation, path }) => isMeant(operation, path) }, (_reply, request) =>
    nowhere(request),
  ),
});

/** Paths of the document that lead nowhere. */
export const unroutedFaults = [
  ...against('offramp.list/answers-with-its-record', {
    'routes/listing-without-its-slash': [
      'The listing of offramps is known without the slash at its end only.',
      leadingNowhere((operation) => operation === 'offramp.list'),
    ],
  }),
  ...(['onramp.initiate', 'offramp.initiate', 'offramp.list', 'offramp.read'] as const).flatMap((operation) =>
    against(`${operation}/answers-with-its-record`, {
      [`routes/no-version-2/${operation}`]: [
        'No path of version 2 leads anywhere.',
        leadingNowhere((_operation, path) => path.startsWith('/v2/')),
      ],
    }),
  ),
];
