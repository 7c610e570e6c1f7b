import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requirements } from '#contract';
import { type Verdict, verdictSchema } from '#reporting';
import { balances, browserEntry, key, subaccount } from '../recording/browser.test.support.ts';
import { type Entry, harOf } from '../recording/recorder.test.support.ts';
import { startCanary } from './canary.test.support.ts';
import { check } from './check.ts';
import { Refused } from './command.ts';
import { runProgram } from './program.ts';
import { recordGate } from './recorded-gate.test.support.ts';
import { newFolder, perform, type RecordedTerminal, recordedTerminal } from './terminal.test.support.ts';

const checkText = async (text: string, ...args: readonly string[]) => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'traffic.har'), text);
  const terminal = recordedTerminal(['traffic.har', '--json', ...args], { cwd });
  const code = await perform(check, terminal);
  const verdict: Verdict = JSON.parse(terminal.written.out);
  return { code, verdict, terminal, cwd };
};

const checked = (entries: readonly Entry[], ...args: readonly string[]) => checkText(harOf(entries), ...args);

const outcomeOf = ({ requirements: judged }: Verdict, id: string): string | undefined =>
  judged.find((each) => each.id === id)?.outcome;

const found = ({ requirements: judged }: Verdict): readonly string[] =>
  judged.filter(({ findings }) => findings.length > 0).map(({ id }) => id);

describe('the recording of a gate', () => {
  test('of a right service conforms in part, with nothing found', async () => {
    const { entries } = await recordGate();
    const { code, verdict, cwd, terminal } = await checked(entries);
    expect(found(verdict)).toEqual([]);
    expect(verdict).toMatchObject({
      verdict: 'conforms-in-part',
      passive: true,
      requests: { sent: 0 },
      recording: { files: 1, entries: entries.length, exchanges: entries.length, unmatched: 0, unread: 0 },
    });
    expect(code).toBe(0);
    expect(verdictSchema.parse(verdict)).toEqual(verdict);
    expect(verdict.counts.broken + verdict.counts.unproven).toBe(0);
    expect(verdict.coverage.judged).toBeGreaterThan(220);
    expect(verdict.coverage.judgeable).toBe(
      requirements.filter(({ firmness }) => firmness === 'stated' || firmness === 'implied').length,
    );
    const untested = verdict.requirements.filter(({ outcome }) => outcome === 'untested');
    expect(new Set(untested.map(({ untestedBy }) => untestedBy))).toEqual(new Set(['user']));
    for (const { reason } of untested) expect(reason).toMatch(/^the recording does not show /);
    for (const file of ['compliance.html', 'summary.md', 'findings.md'])
      expect(readFileSync(join(cwd, 'reports', file), 'utf8')).toContain('passive');
    expect(terminal.written.err).toContain('(passive)');
  });

  // A defect of each kind that shows in what was exchanged, whoever asked.
  test.each([
    ['subaccount.read/email/missing', 'subaccount.read/has-its-members'],
    ['subaccount.read/body/failure', 'subaccount.read/answers-with-its-record'],
    ['onramp.initiate/pricing.fees.onramp_fee/exponent', 'onramp.initiate/writes-its-amounts'],
    ['subaccount.read/absent/error-swapped', 'subaccount.read/refuses-an-absent-subaccount'],
    ['subaccount.read/key/missing-served', 'subaccount.read/refuses-a-missing-key'],
    ['offramp/currency-of-another', 'offramp.initiate/echoes-the-currency'],
    ['http/json-untyped', 'http/sends-json'],
    ['pagination/page-always-first', 'offramp.list/echoes-the-page'],
    ['conversion/read-with-another/fromCurrency', 'conversion.read/agrees-with-the-listing'],
    ['offramp/kept-of-another-moment', 'offramp.initiate/is-kept-as-created'],
    ['deposit.simulate/unlisted/NGN-not-named', 'deposit.simulate/names-the-listed-currencies'],
  ])('of one with %s finds what the gate finds', async (as, requirement) => {
    const gate = await recordGate({ as });
    const { code, verdict } = await checked(gate.entries);
    const isShown = (id: string) => outcomeOf(verdict, id) !== 'untested';
    expect(gate.found.size).toBeGreaterThan(0);
    expect(found(verdict).toSorted()).toEqual([...gate.found].filter(isShown).toSorted());
    expect(found(verdict)).toContain(requirement);
    expect(code).toBe(1);
  });
});

const refusal = async (text: string | undefined, ...args: readonly string[]): Promise<string> => {
  const cwd = newFolder();
  if (text !== undefined) writeFileSync(join(cwd, 'traffic.har'), text);
  const terminal = recordedTerminal(args.length > 0 ? args : ['traffic.har'], { cwd });
  const refused = await perform(check, terminal).catch((error: unknown) => error);
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
    ['no JSON', '<log>', [], 'traffic.har is no JSON; save the recording as HAR 1.2'],
    ['no HAR', '[]', [], 'traffic.har is no HAR: it has no log.entries; save the recording as HAR 1.2'],
    ['no endpoint', harOf([]), [], 'traffic.har has no request for an endpoint of the document'],
    ['another service', right, ['traffic.har', '--base-url', 'https://other.example'], 'under --base-url'],
    ['no URL', right, ['traffic.har', '--base-url', 'other'], '--base-url is the URL before /v1 and /v2'],
  ])('%s', async (_name, text, args, message) => {
    expect(await refusal(text, ...args)).toContain(message);
  });

  test('a file of more than 64 MB, before it is read', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'large.har'), '');
    truncateSync(join(cwd, 'large.har'), 65 * 1024 * 1024);
    await expect(perform(check, recordedTerminal(['large.har'], { cwd }))).rejects.toThrow(
      'large.har has 65 MB, and at most 64 are read; record the calls to the service alone',
    );
  });
});

describe('the recording of a browser', () => {
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
    expect(readFileSync(join(cwd, 'reports/findings.md'), 'utf8')).toContain('Nothing was sent');
  });

  test('a read that was never served proves nothing', async () => {
    const refused = { error: 'Not Found', message: 'Subaccount not found' };
    const path = `/v1/ramp/subaccount/${subaccount}`;
    const { verdict } = await checked([browserEntry({ path, status: 404, answer: refused })]);
    expect(found(verdict)).toEqual([]);
    expect(outcomeOf(verdict, 'subaccount.read/refuses-an-absent-subaccount')).toBe('untested');
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

/** Where an output of a command holds a mark. */
const held = (cwd: string, terminal: RecordedTerminal, marks: readonly string[]): readonly string[] => {
  const files = readdirSync(join(cwd, 'reports'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, text: readFileSync(join(entry.parentPath, entry.name), 'utf8') }));
  expect(files.length).toBeGreaterThan(5);
  return [...files, { name: 'terminal', text: JSON.stringify(terminal.written) }].flatMap(({ name, text }) =>
    marks
      .filter((mark) => text.toLowerCase().includes(mark.toLowerCase()))
      .map((mark) => `${name} holds ${mark}`),
  );
};

describe('no key and nothing of a person reaches an output', () => {
  test('of what a service has answered', async () => {
    const canary = await startCanary('calm', 'http://trap.example');
    try {
      const { entries } = await recordGate({ env: canary.settings, profile: 'smoke' });
      const { terminal, cwd, code } = await checked(entries, '--verbose');
      expect(code).not.toBe(4);
      expect(held(cwd, terminal, canary.marks)).toEqual([]);
    } finally {
      await canary.close();
    }
  });

  test('of what a browser has sent, wherever it stands in the recording', async () => {
    const word = 'kanarie';
    const email = `joost.${word}@mail.example`;
    const marked = browserEntry({
      path: `/v2/ramp/${subaccount}/banking/offramp/?page=${word}&${word}=${email}&x-api-key=${word}-in-the-query`,
      headers: {
        'x-api-key': `${word}-key-8Tg4Rf6Yh`,
        authorization: `Bearer ${word}-token-4Rf5Tg6Yh7Uj8Ik9`,
        cookie: `session=${word}`,
        referer: `https://${word}.example/${email}`,
        [`x-${word}`]: email,
      },
      status: 500,
      answer: {
        statusCode: '500',
        message: email,
        [word]: { [email]: word },
        stack: `at ${word} (${word}:1:1)`,
      },
      answerHeaders: { [`x-${word}`]: email, location: `https://${word}.example` },
    });
    const order = browserEntry({
      method: 'POST',
      path: `/v1/ramp/${word}/banking/offramp/initiate`,
      sent: { recipient_id: email, amount: word, [word]: email },
      status: 500,
      answer: `${word} ${email}`,
    });
    const elsewhere = browserEntry({ url: `https://${word}.example/${email}`, answer: { [word]: email } });
    const { terminal, cwd, code } = await checked([marked, order, elsewhere], '--verbose');
    expect(code).toBe(1);
    expect(held(cwd, terminal, [word, key, subaccount])).toEqual([]);
  });
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
