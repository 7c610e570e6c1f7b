import { conformanceTest, eachReadableReply, judgeTogether, refused } from '#checks';
import { isRecord, type Reply } from '#evidence';
import { accepted, all, givenAccepted, ordersToNobody, version1WithOtherBody, version2WithOtherBody } from '#probes';

const [v1, v2] = ['lightning-offramp.initiate', 'offramp.initiate'] as const;

conformanceTest(
  'versions/keep-the-lightning-envelope',
  accepted(v1),
  eachReadableReply({
    code: 'OTHER_VERSION',
    where: '$',
    expected: 'the envelope of version 1',
    problem: ({ body }) => (isRecord(body) && 'data' in body ? undefined : 'another shape'),
  }),
);

conformanceTest(
  'versions/keep-the-offramp-record',
  accepted(v2),
  eachReadableReply({
    code: 'OTHER_VERSION',
    where: '$',
    expected: 'the record of version 2',
    problem: ({ body }) =>
      isRecord(body) && 'success' in body && 'data' in body && !('from' in body)
        ? 'the envelope of version 1'
        : undefined,
  }),
);

conformanceTest('versions/refuse-the-other-body-in-v1', givenAccepted(v1, version1WithOtherBody), refused());
conformanceTest('versions/refuse-the-other-body-in-v2', givenAccepted(v2, version2WithOtherBody), refused());

conformanceTest(
  'versions/answer-a-bad-recipient-alike',
  all(ordersToNobody(v1), ordersToNobody(v2)),
  judgeTogether(
    { code: 'WRONG_STATUS', where: 'status', expected: 'one status in both versions' },
    ([first, second]: readonly (readonly Reply[])[]) => {
      const replies = [...(first ?? []).slice(0, 1), ...(second ?? []).slice(0, 1)];
      const statuses = replies.map(({ status }) => status);
      return { replies, problem: new Set(statuses).size > 1 ? statuses.join(', ') : undefined };
    },
  ),
);
