import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestResult } from 'allure-js-commons';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationIds, requirements } from '#contract';
import { faultFinder } from '#faults';
import { type Sandbox, startSandbox } from '#sandbox';
import { packageRoot } from '../../cli/own-package.ts';
import { commandHere, newFolder } from '../../testing/terminal.test.support.ts';
import { startWire, type Wire } from '../../testing/wire.test.support.ts';

let sandbox: Sandbox;
let wire: Wire;
let env: Record<string, string>;
/** A gateway answers for what has this in its path. */
let behindGateway: string | undefined;

const badGateway =
  'HTTP/1.1 502 Bad Gateway\r\nserver: nginx\r\ncontent-type: text/html\r\nconnection: close\r\ncontent-length: 15\r\n\r\n<h1>nginx</h1>\n';

beforeAll(async () => {
  sandbox = await startSandbox({ always: faultFinder('onramp/the-asset-comes-back-as-another') });
  wire = await startWire(Number(new URL(sandbox.baseUrl).port), (line) =>
    behindGateway !== undefined && line.includes(behindGateway)
      ? (_reply, client) => client.end(badGateway)
      : undefined,
  );
  env = { ...sandbox.settings, RAMP_BASE_URL: `http://127.0.0.1:${wire.port}` };
});
afterAll(async () => {
  wire.close();
  await sandbox.close();
});

const execute = promisify(execFile);

interface Typed {
  readonly out: string;
  readonly folder: string;
  /** First lines of the requests that it sent. */
  readonly sent: readonly string[];
}

/** Types a command of Vitest in another folder, where no settings of the developer are. */
const vitest = (...args: readonly string[]): Promise<Typed> => vitestWith(env, args);

const vitestWith = async (settings: Readonly<Record<string, string>>, args: readonly string[]): Promise<Typed> => {
  const folder = newFolder();
  const before = wire.requests.length;
  const program = join(packageRoot, 'node_modules/vitest/vitest.mjs');
  const options = { cwd: folder, env: { PATH: process.env.PATH, NO_COLOR: '1', CI: '', ...settings } };
  const ended = await execute(process.execPath, [program, ...args, '--root', packageRoot], options).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  );
  const sent = wire.requests.slice(before).map((line) => line.replace(/ HTTP.*$/, ''));
  return { out: ended.stdout + ended.stderr, folder, sent };
};

const resultsIn = (folder: string): ReadonlyMap<string, TestResult> =>
  new Map(
    readdirSync(join(folder, 'allure-results'))
      .filter((file) => file.endsWith('-result.json'))
      .map((file): TestResult => JSON.parse(readFileSync(join(folder, 'allure-results', file), 'utf8')))
      .map((result) => [result.labels.find(({ name }) => name === 'requirement')?.value ?? result.uuid, result]),
  );

test('a list names every test of a file with its tags, and every operation is a tag; it sends nothing', async () => {
  // Vitest refuses a tag that it does not know.
  const filter = `implied and (${operationIds.join(' or ')})`;
  const { out, sent } = await vitest('list', 'suites/endpoints/onramp.test.ts', '--tags-filter', filter);
  expect(out).toContain('[conformance] suites/endpoints/onramp.test.ts > onramp.initiate/echoes-the-asset');
  expect(out).not.toContain('calls-itself-an-onramp');
  expect(sent).toEqual([]);
});

test('a single test sends what it needs, and fails with all that is needed to act', async () => {
  const file = 'suites/endpoints/onramp.test.ts';
  const { out, sent, folder } = await vitest(
    'run',
    file,
    '-t',
    'echoes-the-asset',
    '--reporter=default',
    '--reporter=allure-vitest/reporter',
  );
  const orders = sent.filter((line) => line.startsWith('POST '));
  expect(orders).toHaveLength(11);
  expect(orders.filter((line) => !line.endsWith('/onramp/initiate'))).toEqual([]);
  // The first reads, which find out what the target is and which currencies it offers, and the balances around the orders.
  expect(sent.length).toBeLessThan(50);
  expect(out).toContain(`The project conformance tests 127.0.0.1:${wire.port}.`);
  expect(out).toContain('1 failed | 5 skipped (6)');
  const [before = ''] = readFileSync(join(packageRoot, file), 'utf8').split('/echoes-the-asset', 1);
  // The call of the row, whose id may stand on the next line.
  const line = before.slice(0, before.lastIndexOf('.implied(')).split('\n').length;
  expect(out).toContain(`${file}:${line}:4 > onramp.initiate/echoes-the-asset`);
  expect(out).toMatch(
    /AssertionError: Promised \(implied\): The destination asset equals the asset that was sent, in any letter case\.\nSeen: POST \/v2\/ramp\/\{subaccountId\}\/banking\/onramp\/initiate, plain\n {2}RULE_BROKEN \$\.to\.asset: text\(4\) \(11 times\), expected .*\nAgain: npx ramp-conformance run --only onramp\.initiate\/echoes-the-asset\n(?!By hand)/,
  );
  expect(out).toMatch(/Expected: "to\.asset as it was sent.*"\n\s*Received: "text\(4\)"/);
  const result = resultsIn(folder).get('onramp.initiate/echoes-the-asset');
  expect(result).toMatchObject({
    status: 'failed',
    name: 'The destination asset equals the asset that was sent, in any letter case.',
    historyId: expect.stringMatching(/^[a-z]{16}$/),
    labels: expect.arrayContaining([
      { name: 'epic', value: 'Implied' },
      { name: 'feature', value: '6 POST /v2/ramp/{subaccountId}/banking/onramp/initiate' },
      { name: 'story', value: 'order' },
      { name: 'severity', value: 'blocker' },
      { name: 'outcome', value: 'deviates' },
    ]),
  });
  const attached = result?.steps.flatMap(({ attachments }) => attachments) ?? [];
  expect(attached).toHaveLength(3);
  expect(new Set(attached.map(({ type }) => type))).toEqual(new Set(['application/vnd.allure.http+json']));
});

test('where nobody answers, every test is broken for a reason that is told once', async () => {
  const closed = await startSandbox();
  await closed.close();
  const { out, folder } = await vitestWith({ ...env, RAMP_BASE_URL: closed.baseUrl }, [
    'run',
    'suites/endpoints/onramp.test.ts',
    '--reporter=default',
    '--reporter=allure-vitest/reporter',
  ]);
  expect(out).toContain('6 failed (6)');
  expect(out.match(/Unreachable: .*ECONNREFUSED/g)).toHaveLength(1);
  expect([...resultsIn(folder).values()].map(({ status }) => status)).toEqual(Array(6).fill('broken'));
});

test('a test that could not be put to the service is skipped with the reason, or broken', async () => {
  const file = join(newFolder(), 'results.json');
  behindGateway = '/taxonomy/ARS';
  const settings = { ...env, RAMP_BUSINESS_SUBACCOUNT_ID: '', RAMP_UNVERIFIED_SUBACCOUNT_ID: '' };
  const { out, folder } = await vitestWith(settings, [
    'run',
    'suites/endpoints/kyc.test.ts',
    'suites/endpoints/taxonomy.test.ts',
    '--reporter=verbose',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--reporter=allure-vitest/reporter',
  ]);
  const { testResults }: { testResults: { assertionResults: object[] }[] } = JSON.parse(readFileSync(file, 'utf8'));
  expect(testResults.flatMap(({ assertionResults }) => assertionResults)).toContainEqual(
    expect.objectContaining({
      title: 'business-kyc.read/is-incorporated-in-the-past',
      status: 'skipped',
      tags: ['implied', 'consistency', 'business-kyc.read'],
      meta: expect.objectContaining({
        requirement: 'business-kyc.read/is-incorporated-in-the-past',
        claim: expect.any(String),
        section: expect.any(String),
        operations: ['business-kyc.read'],
      }),
    }),
  );
  const results = resultsIn(folder);
  expect(out).toMatch(/↓ .*business-kyc\.read\/is-incorporated-in-the-past.* \[RAMP_BUSINESS_SUBACCOUNT_ID is not set/);
  expect(results.get('business-kyc.read/is-incorporated-in-the-past')).toMatchObject({
    status: 'skipped',
    description: expect.stringContaining('RAMP_BUSINESS_SUBACCOUNT_ID is not set'),
  });
  expect(results.get('taxonomy.list/recased-currency')).toMatchObject({ status: 'passed' });
  const broken = results.get('taxonomy.list/orders-its-limits');
  expect(broken).toMatchObject({
    status: 'broken',
    statusDetails: { message: expect.stringContaining('GATEWAY') },
  });
  expect(out).toMatch(/NoResult: .*\nGATEWAY: /);
  expect(out).not.toContain('AssertionError');
});

test('all suites end as a run of the command does, with the same cases for Allure', async () => {
  const always = faultFinder('onramp/the-asset-comes-back-as-another');
  const caseOf = ({ name, status, historyId, labels }: TestResult) => ({
    name,
    status,
    historyId,
    // Its own reporter adds those of Vitest.
    labels: labels
      .flatMap(({ name, value }) =>
        ['framework', 'host', 'language', 'package', 'thread', '_fallbackTestCaseId'].includes(name)
          ? []
          : [`${name} ${value}`],
      )
      .sort(),
  });
  const casesIn = (folder: string) =>
    new Map([...resultsIn(folder)].map(([requirement, result]) => [requirement, caseOf(result)]));
  // One after the other at one address, because a case is known by its target, and each finds the records as they are seeded.
  const first = await startSandbox({ always });
  const command = commandHere({ allure: 'results' });
  await command.run(['run', '--reports', join(command.folder, 'reports')], first.settings);
  await first.close();
  const second = await startSandbox({ always, port: Number(new URL(first.baseUrl).port) });
  const { folder } = await vitestWith(second.settings, [
    ...['run', '--project', 'conformance'],
    '--reporter=allure-vitest/reporter',
  ]);
  await second.close();
  const cases = casesIn(join(command.folder, 'reports'));
  expect(new Set([...cases.values()].map(({ status }) => status))).toEqual(new Set(['passed', 'failed', 'skipped']));
  expect(cases.size).toBe(requirements.length);
  expect(casesIn(folder)).toEqual(cases);
});
