import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { RequirementId } from '#contract';
import type { Verdict } from '#reporting';
import { reasonCodes } from '#run';
import { allOf, planted, runOnSandbox } from '../../testing/in-process.test.support.ts';
import { newFolder, perform, recordedTerminal } from '../../testing/terminal.test.support.ts';

const noRole: RequirementId = 'withdrawal.read/masks-the-address';
const refused: RequirementId = 'offramp.initiate/answers-with-its-record';
const noRecord: RequirementId = 'conversion.list/echoes-the-page';
const kept: RequirementId = 'balances.read/refuses-a-missing-key';
const guilty: RequirementId = 'balances.read/has-its-members';

const service = allOf([
  planted('orders/orders-are-refused-for-a-reason-that-the-document-does-not-know-as-a-problem'),
  planted('listings/the-listings-are-empty-and-their-empty-page-counts-as-one'),
  planted('balances.read/id/missing'),
]);

let verdict: Verdict;
const cwd = newFolder();

const written = (text: string): string => {
  const folder = newFolder();
  mkdirSync(join(folder, 'reports'));
  writeFileSync(join(folder, 'reports/verdict.json'), text);
  return folder;
};

beforeAll(async () => {
  const only = [noRole, refused, noRecord, kept, guilty];
  const run = await runOnSandbox(service, { profile: 'gate', prompt: true, only }, { RAMP_WITHDRAWAL_ID: '' });
  verdict = run.verdict;
  mkdirSync(join(cwd, 'of-a-vendor'));
  writeFileSync(join(cwd, 'of-a-vendor/verdict.json'), JSON.stringify(verdict));
});

const explained = async (id: string, args = ['--reports', 'of-a-vendor'], folder = cwd): Promise<string> => {
  const terminal = recordedTerminal([id, ...args], { cwd: folder });
  expect(await perform('explain', terminal)).toBe(0);
  return terminal.written.out.split(/^(?=Last run)/m)[1] ?? '';
};

test('a role that is not set is the reason, with the variable, and you can change it', async () => {
  const text = await explained(noRole);
  expect(text).toMatch(/^Last run {3}of-a-vendor\/verdict.json\n {11}\d{4}-\d\d-\d\d \d\d:\d\d UTC, \S+$/m);
  expect(text).toMatch(/^Outcome {4}not tested\n {11}compliance.html#requirement-withdrawal.read-masks-the-address$/m);
  expect(text).toMatch(
    /^Reasons {4}1\. RAMP_WITHDRAWAL_ID is not set\n {14}NOT_SET: you can change it; lacks RAMP_WITHDRAWAL_ID$/m,
  );
});

test('an order that the service refuses for its own reason is named, with the requests that were refused', async () => {
  const text = await explained(refused);
  expect(text).toMatch(
    /^Reasons {4}1\. the service refused a valid order for a reason of its own .*\n {14}ORDER_REFUSED: the service can change it/m,
  );
  expect(text).toMatch(/^Requests {3}\d+ answered requests\n( {11}\S+Z POST \/v2\/\S+.*: 422\n)+ {11}and \d+ more$/m);
  expect(text).not.toContain('No liquidity');
});

test('a listing without records is the reason, and nobody can change it', async () => {
  expect(await explained(noRecord)).toMatch(
    /^Reasons {4}1\. the listing has 0 items, and 3 are needed\n {14}FEW_ITEMS: nobody can change it$/m,
  );
});

test('a finding stands with its place in findings.md and the command that tries it again', async () => {
  const [finding] = verdict.requirements.find(({ id }) => id === guilty)?.findings ?? [];
  expect(await explained(guilty)).toMatch(
    new RegExp(
      `^Outcome {4}not kept$[\\s\\S]*^Findings {3}MISSING_MEMBER .*\\[replay ${finding?.id}\\]\\n {13}findings.md, heading 1\\.1$`,
      'm',
    ),
  );
  const held = await explained(kept);
  expect(held).toMatch(/^Outcome {4}kept: [\s\S]*^Requests {3}\d+ answered requests\n$/m);
  expect(held).not.toMatch(/^(?:Reasons|Findings)/m);
});

test('what was not asked for says so', async () => {
  expect(await explained('balances.read/answers-with-its-record')).toMatch(
    /1\. left out by --only\n {14}NOT_SELECTED: you can change it/,
  );
});

test('every requirement without a result has reasons, each with a code of the table', () => {
  const open = verdict.requirements.filter(({ outcome }) => ['untested', 'no-result'].includes(outcome));
  expect(open.length).toBeGreaterThan(500);
  expect(open.filter(({ reasons = [] }) => reasons.length === 0)).toEqual([]);
  const codes = new Set(open.flatMap(({ reasons = [] }) => reasons.map(({ code }) => code)));
  expect([...codes].filter((code) => !(code in reasonCodes))).toEqual([]);
});

test('without a run, with one of an earlier version, and with a file that is no verdict', async () => {
  expect(await explained(kept, [], newFolder())).toBe(
    `Last run   none: reports/verdict.json does not exist; ramp-conformance run --only ${kept} makes one\n`,
  );
  expect(await explained(kept, [], written('{}'))).toMatch(/verdict\.json is no verdict of this version; run again$/m);
  const earlier = verdict.requirements.map(({ reasons: _, requests: __, code: ___, ...each }) => each);
  const before = written(JSON.stringify({ ...verdict, requirements: earlier }));
  expect(await explained(noRole, [], before)).toMatch(/1\. RAMP_WITHDRAWAL_ID is not set\n {14}you can change it$/m);
  const others = earlier.filter(({ id }) => id !== noRole);
  const without = written(JSON.stringify({ ...verdict, requirements: others }));
  expect(await explained(noRole, [], without)).toContain('and does not have this requirement');
});
