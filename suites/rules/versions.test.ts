// The two versions of the offramp initiation, side by side.
import { eachReadableReply, judgeTogether, refused, rowsOf } from '#checks';
import { isRecord, type Reply } from '#evidence';
import { accepted, all, givenAccepted, mixedVersion1, mixedVersion2, ordersToNobody } from '#probes';

const [v1, v2] = ['lightning-offramp.initiate', 'offramp.initiate'] as const;

const firstTest = rowsOf('Versioning', 'version', { operations: [v1] });
const secondTest = rowsOf('Versioning', 'version', { operations: [v2] });
const bothTest = rowsOf('Versioning', 'version', { operations: [v2, v1] });

firstTest
  .stated(
    'versions/keep-the-lightning-envelope',
    'Version 1 of the offramp initiation answers with its envelope, not with the record of version 2.',
  )
  .by(
    accepted(v1),
    eachReadableReply({
      code: 'OTHER_VERSION',
      where: '$',
      expected: 'the envelope of /v1',
      problem: ({ body }) => (isRecord(body) && 'data' in body ? undefined : 'another shape'),
    }),
  );

secondTest
  .stated(
    'versions/keep-the-offramp-record',
    'Version 2 of the offramp initiation answers with its record, not with the envelope of version 1.',
  )
  .by(
    accepted(v2),
    eachReadableReply({
      code: 'OTHER_VERSION',
      where: '$',
      expected: 'the record of /v2',
      problem: ({ body }) =>
        isRecord(body) && 'success' in body && 'data' in body && !('from' in body) ? 'the envelope of /v1' : undefined,
    }),
  );

firstTest
  .stated(
    'versions/refuse-the-other-body-in-v1',
    'Version 1 of the offramp initiation refuses the request body of version 2.',
    {
      heeds: ['rules'],
    },
  )
  .by(givenAccepted(v1, mixedVersion1), refused());

secondTest
  .implied(
    'versions/refuse-the-other-body-in-v2',
    'Version 2 of the offramp initiation refuses the request body of version 1.',
    {
      heeds: ['rules'],
    },
  )
  .by(givenAccepted(v2, mixedVersion2), refused());

bothTest
  .shown(
    'versions/answer-a-bad-recipient-alike',
    'The offramp initiations of /v1 and /v2 answer an unknown recipient with the same status.',
  )
  .by(
    all(ordersToNobody(v1), ordersToNobody(v2)),
    judgeTogether(
      { code: 'WRONG_STATUS', where: 'status', expected: 'the same status in /v1 and /v2' },
      (versions: readonly (readonly Reply[])[], { attribution }) => {
        const replies = versions.flatMap((own) => attribution.judgeable(own).slice(0, 1));
        const statuses = replies.map(({ status }) => status);
        return { replies, problem: new Set(statuses).size > 1 ? statuses.join(', ') : undefined };
      },
    ),
  );
