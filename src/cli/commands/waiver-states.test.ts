import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Verdict, verdictSchema } from '#reporting';
import { startSandbox } from '#sandbox';
import type { Ended } from '../../testing/built.test.support.ts';
import { commandHere } from '../../testing/terminal.test.support.ts';

const built = commandHere({ allure: 'results' });

/** Without the many files of Allure, which one test reads. */
const plain = commandHere();

const dayMs = 86_400_000;
const dayIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

interface Change {
  readonly requirement?: string;
  readonly finding?: string;
  readonly where?: string;
  readonly targets?: readonly string[];
  /** Days from now to its end. */
  readonly ends?: number;
}

const waiver = (id: string, { ends = 60, ...change }: Change = {}) => ({
  id,
  requirement: 'withdrawal.read/writes-its-amounts',
  finding: 'WRONG_PLACES',
  where: '$.amount',
  observed: '*',
  reason: 'The vendor mends it with its next release.',
  owner: 'Payments team',
  approvedBy: 'Risk office',
  approvedOn: dayIn(ends - 89),
  expires: dayIn(ends),
  ...change,
});

const amounts = 'withdrawal.read/writes-its-amounts';
const identifiers = 'withdrawal.read/writes-its-identifiers';
const onId = { requirement: identifiers, finding: 'NOT_A_UUID', where: '$.id' };
const oneAskedFor = 'withdrawal.read/returns-the-one-asked-for';

interface Service {
  /** Milliseconds by which its clock is ahead. */
  readonly aheadMs?: number;
}

const spoil = (record: { amount: string }) =>
  // Of the same value, so that it still agrees with the rate.
  Object.assign(record, { id: 'one', amount: Number(record.amount).toFixed(2), fee_amount: '1e5' });

/** Withdrawals with an id and two amounts that are not as promised, under a separate clock. */
const startService = ({ aheadMs = 0 }: Service) =>
  startSandbox({
    always: {
      reply: (reply, { operation }) => {
        reply.headers.date = new Date(Date.now() + aheadMs).toUTCString();
        if (operation === 'withdrawal.read' && reply.status === 200) spoil(reply.body as { amount: string });
      },
    },
  });

interface WaiverRun extends Ended {
  readonly folder: string;
  /** Name of the file of waivers. */
  readonly waivers: string;
  readonly verdict: Verdict;
}

let runs = 0;

/** Runs the withdrawal's requirements with these waivers, then says how the waivers stand. */
async function runWith(
  waivers: readonly ReturnType<typeof waiver>[],
  service: Service = {},
  here = plain,
): Promise<WaiverRun> {
  runs += 1;
  const [name, file] = [`reports-${runs}`, `waivers-${runs}.json`];
  const sandbox = await startService(service);
  const target = new URL(sandbox.baseUrl).host;
  const listed = waivers.map((each) => ({ targets: [target], ...each }));
  writeFileSync(join(here.folder, file), JSON.stringify({ format: 1, waivers: listed }));
  const env = { PATH: process.env.PATH ?? '', ...sandbox.settings, GITHUB_ACTIONS: 'true' };
  const only = [amounts, identifiers, oneAskedFor].flatMap((id) => ['--only', id]);
  const args = [...only, '--reports', name, '--waivers', file];
  try {
    const ended = await here.run(['run', ...args], env);
    const folder = join(here.folder, name);
    const verdict = verdictSchema.parse(JSON.parse(readFileSync(join(folder, 'verdict.json'), 'utf8')));
    return { ...ended, folder, waivers: file, verdict };
  } finally {
    await sandbox.close();
  }
}

const outcomesIn = ({ verdict }: WaiverRun, ...ids: readonly string[]) =>
  ids.map((id) => verdict.requirements.find((each) => each.id === id)?.outcome);

const allureIn = (folder: string): string =>
  readdirSync(join(folder, 'allure-results'))
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => readFileSync(join(folder, 'allure-results', name), 'utf8'))
    .join('\n');

const states = {
  'W-needed': 'in force',
  'W-soon': 'expiring',
  'W-past': 'expired',
  'W-gone': 'stale',
  'W-elsewhere': 'not evaluated',
};

const oneOfEach = [
  waiver('W-needed'),
  waiver('W-soon', { requirement: oneAskedFor, finding: 'RULE_BROKEN', where: '$.id', ends: 5 }),
  waiver('W-past', { ...onId, ends: -10 }),
  waiver('W-gone', { where: '$.rate' }),
  waiver('W-elsewhere', { where: '$.gross_amount', targets: ['other.example'] }),
];

/** Expects `waivers check` to say what the run made of its waivers. */
async function expectChecked({ folder, waivers }: WaiverRun): Promise<void> {
  const env = { PATH: process.env.PATH ?? '' };
  const { code, out } = await built.run(['waivers', 'check', waivers, '--reports', folder], env);
  for (const [id, state] of Object.entries(states)) expect(out).toMatch(new RegExp(`^${state} +${id}:`, 'm'));
  expect(code).toBe(1);
}

test('every state is in every report, and another finding of a waived test still fails', async () => {
  const run = await runWith(oneOfEach, {}, built);
  expect({ code: run.code, err: run.err }).toEqual({ code: 1, err: '' });
  const actual = run.verdict.waivers?.map(({ id, state }) => [id, state]);
  expect(Object.fromEntries(actual ?? [])).toEqual(states);
  expect(outcomesIn(run, amounts, oneAskedFor, identifiers)).toEqual(['deviates', 'waived', 'deviates']);
  const findings = run.verdict.requirements.find(({ id }) => id === amounts)?.findings;
  expect(findings?.map(({ code, waiver: by }) => [code, by])).toEqual([
    ['WRONG_PLACES', 'W-needed'],
    ['NOT_A_DECIMAL', undefined],
  ]);
  const read = (name: string) => readFileSync(join(run.folder, name), 'utf8');
  const allure = allureIn(run.folder);
  for (const [id, state] of Object.entries(states)) {
    expect(read('compliance.html')).toMatch(
      new RegExp(`<th scope="row"><span class="word">${id}</span></th>\\s*<td[^>]*>${state}</td>`),
    );
    expect(read('summary.md')).toContain(`- waiver ${id} ${state}, until`);
    for (const text of [read('junit.xml'), read('evidence.csv'), allure])
      expect(text).toContain(`waiver ${id} ${state}, until`);
  }
  const spent = /waiver W-past expired[^\n]*waiver W-gone is no longer needed/;
  expect(run.out).toMatch(new RegExp(`::error title=Waivers and baseline::${spent.source}`));
  expect(run.out).toContain('Accepted deviations: 1 in force, 1 expiring, 1 expired, 1 stale, 1 not evaluated');
  for (const text of [run.out, read('summary.md'), read('compliance.html'), read('junit.xml')])
    expect(text).toMatch(/waiver W-past expired on/i);
  await expectChecked(run);
});

const all = [
  waiver('W-places'),
  waiver('W-decimal', { finding: 'NOT_A_DECIMAL', where: '$.fee_amount' }),
  waiver('W-id', onId),
  waiver('W-one', { requirement: oneAskedFor, finding: 'RULE_BROKEN', where: '$.id' }),
];

test('with every finding waived the run conforms with waivers', async () => {
  const run = await runWith(all);
  expect({ code: run.code, word: run.verdict.verdict }).toEqual({ code: 0, word: 'conforms-with-waivers' });
  expect(run.out).toMatch(/^Conforms in part, with (?:an accepted deviation|accepted deviations): .* left out \(/m);
});

test('a waiver ends by the later clock, also where that is the clock of the service', async () => {
  const run = await runWith(all, { aheadMs: 61 * dayMs });
  expect(run.verdict.waivers?.map(({ state }) => state)).toEqual(all.map(() => 'expired'));
  expect(run.code).toBe(1);
  expect(run.out).toMatch(/waiver W-id expired on [\d-]+ \(it is [\d-]+ by the clock of the service\)/);
  const slow = await runWith(all, { aheadMs: -61 * dayMs });
  expect({ code: slow.code, word: slow.verdict.verdict }).toEqual({ code: 0, word: 'conforms-with-waivers' });
});
