import { check, keepsAsCreated, listsEachOnce, succeeds } from '#checks';
import { derive, listedBack, type Pair, readBack } from '#probes';

check(
  'offramp.initiate/can-be-read',
  derive([readBack], (pairs) => pairs.map(({ reply }) => reply)),
  succeeds,
);

check(
  'offramp.initiate/is-kept-as-created',
  derive([readBack], (pairs) =>
    pairs.filter(({ reply }) => reply.status < 300).map(({ created, reply }): Pair => [reply, created.body]),
  ),
  keepsAsCreated,
);

check('offramp.initiate/can-be-listed', listedBack, listsEachOnce);
