import { against } from '../fault.ts';
import { answering, type Hook, type ReplyFilter } from '../rewriting.ts';

/** The answer of frameworks where no route leads anywhere, to any caller and key. */
const leadingNowhere = (which: ReplyFilter): Hook =>
  answering(which, (_reply, { method, path }) => ({
    status: 404,
    body: { statusCode: 404, message: `Cannot ${method} ${path}`, error: 'Not Found' },
  }));

const ofVersion2 = ['onramp.initiate', 'offramp.initiate', 'offramp.list', 'offramp.read'] as const;

export const unroutedFaults = [
  ...against('offramp.list/answers-with-its-record', {
    'The listing of offramps is known without the slash at its end only.': leadingNowhere({
      operation: 'offramp.list',
    }),
  }),
  ...against('offramp.initiate/answers-with-its-record', {
    'No route leads to the initiation of an offramp.': leadingNowhere({ operation: 'offramp.initiate' }),
  }),
  ...ofVersion2.flatMap((operation) =>
    against(`${operation}/answers-with-its-record`, {
      'No path of version 2 leads anywhere.': leadingNowhere({ when: ({ path }) => path.startsWith('/v2/') }),
    }),
  ),
];
