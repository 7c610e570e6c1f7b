import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLedger } from '#client';
import { readFileLines } from '#lib';
import { type Verdict, verdictSchema } from '#reporting';
import { startSandbox } from '#sandbox';
import { runProgram } from '../../cli/program.ts';
import { runInProcess } from '../../testing/in-process.test.support.ts';
import { commandHere, recordedTerminal } from '../../testing/terminal.test.support.ts';
import { startWire } from '../../testing/wire.test.support.ts';

const built = commandHere();

const kinds = {
  'deposit.simulate': 'deposits',
  'onramp.initiate': 'onramps',
  'offramp.initiate': 'offramps',
  'lightning-offramp.initiate': 'lightning offramps',
} as const;

for (const [profile, least, seed, tags] of [
  ['smoke', 1, [], []],
  ['gate', 5, [], []],
  // Otherwise it draws anew each time.
  ['deep', 10, ['--seed', '1'], ['release']],
] as const)
  test(`${profile} sends about as much as it has announced, and ends within those orders and that money`, {
    tags: [...tags],
  }, async () => {
    const directory = join(built.folder, profile);
    const { code, out } = await built.run(['run', '--profile', profile, ...seed, '--reports', directory], {});
    const { counts, requests } = JSON.parse(readFileSync(join(directory, 'verdict.json'), 'utf8')) as Verdict;
    expect([code, counts['no-result'] ?? 0]).toEqual([0, 0]);
    const announced = Number(/about (\d+) requests/.exec(out)?.[1]);
    expect(Math.abs(requests.sent / announced - 1)).toBeLessThan(0.05);
    const orders = readLedger(readFileLines(join(directory, 'ledger-sandbox.jsonl'))).orders;
    expect(orders.length).toBeLessThanOrEqual(Number(/sends at most (\d+) orders/.exec(out)?.[1]));
    const usual = Number(/accepts up to (\d+) orders/.exec(out)?.[1]);
    const accepted = orders.filter(({ outcome }) => outcome === 'accepted').length;
    expect(accepted).toBeLessThanOrEqual(usual);
    expect(accepted).toBeGreaterThan(usual / 2);
    expect(usual).toBeLessThanOrEqual(Number(/a faulty one at most (\d+)/.exec(out)?.[1]));
    for (const [operation, noun] of Object.entries(kinds)) {
      const [, most = 0, total = 0] =
        new RegExp(`(\\d+) ${noun} \\(the accepted ones together at most (\\d+) `).exec(out) ?? [];
      const placed = orders.filter((order) => order.operation === operation);
      expect(placed.length).toBeGreaterThanOrEqual(least);
      expect(placed.length).toBeLessThanOrEqual(Number(most));
      const moving = placed.filter(({ outcome }) => outcome === 'accepted');
      const moved = moving.reduce((sum, { amount = '0' }) => sum + Math.abs(Number(amount)), 0);
      expect(moved).toBeLessThanOrEqual(Number(total));
    }
  });

test.each([
  ['9', /accepts up to \d+ orders/],
  ['offramp.read/has-its-members', /^Money +no orders$/m],
])('--only %s announces what it sends', async (only, money) => {
  const terminal = recordedTerminal(['run', '--only', only, '--reports', 'out', '--json']);
  expect(await runProgram(terminal)).toBe(0);
  const { out, err } = terminal.written;
  const { requests, money: moved } = verdictSchema.parse(JSON.parse(out));
  const { sent, controls = 0 } = requests;
  expect(err).toContain(`about ${sent - controls} requests`);
  expect(err).toMatch(money);
  const accepted = moved?.operations.reduce((sum, each) => sum + each.accepted, 0);
  if (only === '9') expect(err).toContain(`accepts up to ${accepted} orders`);
});

test.each(['1', '11', '14', 'authentication/creates-nothing-when-refused', 'records/leave-no-text-empty'])(
  '--only %s has the orders that it needs',
  async (only) => {
    const terminal = recordedTerminal(['run', '--only', only, '--reports', 'out', '--json']);
    await runProgram(terminal);
    const { counts } = verdictSchema.parse(JSON.parse(terminal.written.out));
    expect(counts).toMatchObject({ 'no-result': 0, deviates: 0 });
  },
);

test('all that a run sends is within the budget of the user, the first probes included', async () => {
  const sandbox = await startSandbox();
  const wire = await startWire(Number(new URL(sandbox.baseUrl).port));
  const base = { RAMP_BASE_URL: `http://127.0.0.1:${wire.port}` };
  await runInProcess({ ...sandbox.settings, ...base, RAMP_MAX_REQUESTS: '60' });
  wire.close();
  await sandbox.close();
  expect(wire.requests).toHaveLength(60);
});
