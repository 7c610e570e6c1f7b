import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { Refused } from '#lib';
import { readHistory, type Verdict } from '#reporting';
import { balances, browserEntry, subaccount } from '../../recording/browser.test.support.ts';
import { harOf } from '../../recording/recorder.test.support.ts';
import { newFolder, perform, recordedTerminal } from '../../testing/terminal.test.support.ts';
import { runProgram } from '../program.ts';
import { checked, found } from './checked.test.support.ts';

const outcomeOf = ({ requirements: judged }: Verdict, id: string): string | undefined =>
  judged.find((each) => each.id === id)?.outcome;

const refusal = async (text: string | undefined, ...args: readonly string[]): Promise<string> => {
  const cwd = newFolder();
  if (text !== undefined) writeFileSync(join(cwd, 'traffic.har'), text);
  const terminal = recordedTerminal(args.length > 0 ? args : ['traffic.har'], { cwd });
  const refused = await perform('check', terminal).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(existsSync(join(cwd, 'reports'))).toBe(false);
  return (refused as Refused).message;
};

describe('what cannot be judged is refused in a sentence', () => {
  const right = harOf([browserEntry({ answer: balances })]);

  test.each([
    ['no recording', undefined, ['--json'], 'check takes recordings, such as check traffic.har'],
    ['no file', undefined, ['nowhere.har'], 'nowhere.har does not exist; name a HAR file'],
    ['a folder', undefined, ['.'], 'the recording is no file; name a HAR file'],
    ['no JSON', '<log>', [], 'traffic.har is not valid JSON; save the recording as HAR 1.2'],
    ['no HAR', '[]', [], 'traffic.har is no HAR: it has no log.entries; save the recording as HAR 1.2'],
    ['no endpoint', harOf([]), [], 'traffic.har has no request for an endpoint of the document'],
    ['another service', right, ['traffic.har', '--base-url', 'https://other.example'], 'under --base-url'],
    ['no URL', right, ['traffic.har', '--base-url', 'other'], '--base-url must be the URL before /v1 and /v2'],
  ])('%s', async (_name, text, args, message) => {
    expect(await refusal(text, ...args)).toContain(message);
  });

  test.each([
    [['large.har'], 65, 'large.har has 65 MB'],
    [['one.har', 'other.har'], 33, 'the recordings have together 66 MB'],
  ])('more than 64 MB, before anything is read: %j', async (names, megabytes, message) => {
    const cwd = newFolder();
    for (const name of names) {
      writeFileSync(join(cwd, name), '');
      truncateSync(join(cwd, name), megabytes * 1024 * 1024);
    }
    await expect(perform('check', recordedTerminal(names, { cwd }))).rejects.toThrow(
      `${message}, and the limit is 64 MB; record only the calls to the service`,
    );
  });
});

test('an answer 100,000 levels deep is a finding, and costs no other its judgement', async () => {
  const text = '['.repeat(100_000) + ']'.repeat(100_000);
  const deep = browserEntry({ content: { size: text.length, text } });
  const { verdict } = await checked([deep, browserEntry({ answer: balances })], '--partial');
  const codes = verdict.requirements.flatMap(({ findings }) => findings.map(({ code }) => code));
  expect(codes).toContain('JSON_DEPTH');
  expect(verdict.recording?.exchanges).toBe(2);
});

describe('a recording that cannot be read in full', () => {
  test('of a service whose endpoints have moved to other paths passes nothing', async () => {
    const moved = ['balances', 'taxonomy'].map((name) =>
      browserEntry({ path: `/v3/ramp/banking/${name}`, answer: balances }),
    );
    const { code, terminal } = await checked([browserEntry({ answer: balances }), ...moved]);
    expect([code, terminal.written.err]).toEqual([
      3,
      expect.stringContaining('2 of the service left out: 2 under a path that the document does not have'),
    ]);
  });

  const lost = () => browserEntry({ content: { size: 120 } });

  test.each<[string, number, readonly string[], number]>([
    ['half of it', 1, [], 0],
    ['less than half', 2, [], 3],
    ['less than half, as the user allows', 2, ['--partial'], 0],
  ])('%s', async (_name, left, args, expected) => {
    const entries = [browserEntry({ answer: balances }), ...Array.from({ length: left }, lost)];
    const { code, verdict, terminal, cwd } = await checked(entries, ...args);
    expect(code).toBe(expected);
    expect(verdict.recording).toMatchObject({
      exchanges: 1,
      unread: left,
      leftOut: { 'without its body': left },
    });
    expect(readHistory(join(cwd, 'reports')).runs).toMatchObject([{ runId: verdict.runId, passive: true }]);
    expect(terminal.written.err).toContain(`${left} of the service left out: ${left} without its body`);
  });

  test('every report says what was left out', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'traffic.har'), harOf([browserEntry({ answer: balances }), lost()]));
    await perform('check', recordedTerminal(['traffic.har'], { cwd, allure: 'results' }));
    for (const file of [
      'summary.md',
      'findings.md',
      'compliance.html',
      'junit.xml',
      'evidence.csv',
      'allure-results/environment.properties',
    ])
      expect(readFileSync(join(cwd, 'reports', file), 'utf8')).toContain(
        '1 of the service left out: 1 without its body',
      );
  });
});

describe('the recording of a browser', () => {
  const order = {
    method: 'POST',
    path: `/v1/ramp/${subaccount}/banking/deposits/simulate`,
    sent: { currency: 'USD', amount: 1, accountNumber: '0123456789' },
  };

  test('one read shows what its record promises, and leaves all else untested', async () => {
    const { code, verdict } = await checked([browserEntry({ answer: balances })]);
    expect(code).toBe(0);
    expect(outcomeOf(verdict, 'balances.read/has-its-members')).toBe('conforms');
    expect(outcomeOf(verdict, 'subaccount.read/has-its-members')).toBe('untested');
    expect(verdict.target.label).toBe('sandbox.vendor.example/ramp-api');
  });

  test('a wrong record deviates, with the request that shows it', async () => {
    const { code, verdict, cwd } = await checked([
      browserEntry({ answer: { ...balances, balances: { usd: '10' }, createdAt: 'yesterday' } }),
    ]);
    expect(code).toBe(1);
    expect(found(verdict)).toEqual(['balances.read/has-its-members', 'balances.read/writes-its-timestamps']);
    const [finding] = verdict.requirements.flatMap(({ findings }) => findings);
    expect(finding).toMatchObject({ request: { method: 'GET', path: '/v1/ramp/banking/balances' } });
    expect(finding).not.toHaveProperty('replay');
    expect(readFileSync(join(cwd, 'reports/findings.md'), 'utf8')).toContain(
      'Nothing was sent: the findings are in a recording',
    );
  });

  test('a read that was never served proves nothing', async () => {
    const refused = { error: 'Not Found', message: 'Subaccount not found' };
    const path = `/v1/ramp/subaccount/${subaccount}`;
    const { verdict } = await checked([browserEntry({ path, status: 404, answer: refused })]);
    expect(found(verdict)).toEqual([]);
    expect(outcomeOf(verdict, 'subaccount.read/refuses-an-absent-subaccount')).toBe('untested');
  });

  test("what a limit, a gateway or the state of the account brings about is nobody's fault", async () => {
    const html = { content: { size: 6, text: '<html>' }, answerHeaders: { 'content-type': 'text/html' } };
    const { code, verdict } = await checked(
      [
        { answer: balances },
        { status: 429, answer: { message: 'Too many requests' } },
        { status: 503, answerHeaders: { 'retry-after': '5' }, answer: {} },
        { status: 502, ...html },
        { ...order, status: 422, answer: { message: 'Amount below the minimum' } },
        { ...order, status: 403, answer: { message: 'KYC is not approved' } },
        { ...order, status: 404, answer: { message: 'Account not found' } },
      ].map(browserEntry),
    );
    expect(found(verdict)).toEqual([]);
    expect(code).toBe(0);
  });

  test('nothing that can be judged makes 3', async () => {
    const { code, verdict } = await checked([browserEntry({ content: { size: 120 } })]);
    expect(code).toBe(3);
    expect(verdict).toMatchObject({ verdict: 'inconclusive', recording: { exchanges: 0, unread: 1 } });
  });

  test('a required requirement that it does not show makes 3', async () => {
    const { code } = await checked([browserEntry({ answer: balances })], '--require', 'onramp.initiate');
    expect(code).toBe(3);
  });
});

test('work that the deadline ends passes nothing', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  const { code, verdict } = await checked([browserEntry({ answer: balances })]);
  timeout.mockRestore();
  expect([code, verdict.verdict]).toEqual([3, 'inconclusive']);
  expect(verdict.crashed?.join()).toContain('RAMP_DEADLINE_S');
});

test('a recording that is refused leaves a verdict that says so', async () => {
  const terminal = recordedTerminal(['check', 'nowhere.har']);
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.written.err).toContain('nowhere.har does not exist; name a HAR file');
  const verdict = JSON.parse(readFileSync(join(terminal.cwd, 'reports/verdict.json'), 'utf8'));
  expect(verdict).toMatchObject({ verdict: 'refused', exitCode: 2 });
});

test('nothing of it is replayed, or accepted as a baseline', async () => {
  const { cwd } = await checked([browserEntry({ answer: { ...balances, createdAt: 'yesterday' } })]);
  for (const args of [
    ['replay', 'abcd-efgh'],
    ['baseline', 'accept', 'recorded', '--reason', 'a trial'],
  ]) {
    const terminal = recordedTerminal(args, { cwd });
    expect(await runProgram(terminal)).toBe(2);
    expect(terminal.written.err).toMatch(/recording/);
  }
});
