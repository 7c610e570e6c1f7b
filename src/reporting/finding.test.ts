import { expect, test } from 'vitest';
import { failedBy, finding, hostile, ids, report, target } from './example.test.support.ts';
import { failureText, seenText } from './finding.ts';
import { judgeAlone } from './ruling.ts';

const plan = { target, seed: 1, profile: 'gate' } as const;

const textOf = (...change: Parameters<typeof report>) => failureText(judgeAlone(report(...change), plan));

test('a failure names the claim, the request, the difference, and how to see it again', () => {
  const found = finding({
    case: 'an unlisted asset',
    answer: { status: 201 },
    curl: 'curl "$RAMP_BASE_URL/v2"',
    replay: { requirement: ids.stated, seed: 7, path: '0:1' },
  });
  expect(textOf(ids.stated, { findings: [found] }).split('\n')).toEqual([
    'Promised: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error.',
    'Seen: POST /v2/ramp/{subaccountId}/banking/onramp/initiate, an unlisted asset',
    '  WRONG_STATUS HTTP 201, expected 400 (seed 7, path 0:1)',
    `Again: npx ramp-conformance run --only ${ids.stated}`,
    'By hand: curl "$RAMP_BASE_URL/v2"',
  ]);
});

test('a rule for several endpoints says at which it is broken', () => {
  const findings = [finding({}), finding({ operation: 'offramp.initiate' })];
  const [first] = textOf('errors/carry-a-message', { findings }).split('\n');
  expect(first).toMatch(
    /^POST \/v2\/ramp\/\{subaccountId\}\/banking\/onramp\/initiate and 1 more endpoint: Promised: /,
  );
});

test('a rule that is broken everywhere is a message of few lines, and a long line by hand is left out', () => {
  const findings = Array.from({ length: 40 }, (_, at) =>
    finding({ where: `$.member${at}`, curl: `curl ${'x'.repeat(4_000)}` }),
  );
  const lines = textOf(ids.stated, { findings }).split('\n');
  expect(lines).toHaveLength(13);
  expect(lines).toContain('and 35 more findings');
});

test('findings of one kind at other places name these places', () => {
  const member = { code: 'UNKNOWN_MEMBER', where: '$.nickname', expected: 'no such member', observed: 'null' };
  const others = [
    { ...member, where: '$.channel', observed: 'text(3)' },
    { ...member, code: 'NOT_REFUSED' },
  ];
  expect(seenText([member, ...others].map(finding))).toBe(
    '$.nickname: null, expected no such member; also at $.channel',
  );
});

test('a test without an answer gives the reason', () => {
  const failed = failedBy('TRANSPORT_TIMEOUT', 'no answer within 10 s');
  expect(textOf(ids.implied, failed)).toContain('\nTRANSPORT_TIMEOUT: no answer within 10 s\n');
});

test('nothing in a message is taken for a command by a terminal or a pipeline', () => {
  const text = textOf(ids.stated, { findings: [finding({ observed: hostile })] });
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cf}/u);
  expect(text).not.toMatch(/^::|##\[|##vso/m);
});
