import { copyFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '#sandbox';
import { readLastVerdict } from '../../cli/output/verdict-file.ts';
import { commandHere } from '../../testing/terminal.test.support.ts';
import { type Gateway, json, startGateway } from '../field/gateway.test.support.ts';

const here = commandHere();

let runs = 0;

/** A run of some requirements through a gateway that is told where the ledger is. */
async function runThrough(gatewayFor: (ledger: string) => Gateway, only: readonly string[]) {
  runs += 1;
  const folder = join(here.folder, `money-${runs}`);
  const sandbox = await startSandbox();
  const { baseUrl, passed, close } = await startGateway(sandbox.baseUrl, gatewayFor(join(folder, 'ledger.jsonl')));
  const env = { PATH: process.env.PATH ?? '', ...sandbox.settings, RAMP_BASE_URL: baseUrl };
  const args = ['run', '--reports', folder, ...only.flatMap((id) => ['--only', id])];
  const ended = await here.run(args, { ...env, RAMP_TIMEOUT_MS: '60000', RAMP_CONCURRENCY: '1' });
  close();
  await sandbox.close();
  const ordersTo = (kind: string) =>
    passed.filter(({ method, path }) => method === 'POST' && path.includes(kind)).length;
  return { ...ended, ordersTo, folder, verdict: readLastVerdict(folder) };
}

const isOrder = ({ method }: { readonly method: string }) => method === 'POST';

test.concurrent.each<[string, (ledger: string) => void]>([
  ['is deleted', (ledger) => rmSync(ledger, { force: true })],
  [
    'is replaced by its own copy',
    (ledger) => {
      copyFileSync(ledger, `${ledger}.copy`);
      renameSync(`${ledger}.copy`, ledger);
    },
  ],
  ['is cut in its place', (ledger) => truncateSync(ledger, 0)],
])('a ledger that %s lets no further order leave, and the run passes nothing', async (_, change) => {
  let changed = false;
  const { code, verdict, ordersTo, out } = await runThrough(
    (ledger) => async (asked, forward) => {
      const answer = await forward();
      if (isOrder(asked) && answer.status < 300 && !changed) {
        changed = true;
        change(ledger);
      }
      return answer;
    },
    ['onramp.initiate/echoes-the-amount', 'offramp.initiate/echoes-the-amount'],
  );
  expect([code, verdict.exitCode]).toEqual([3, 3]);
  // One at a time.
  expect(ordersTo('')).toBe(1);
  expect(out).toContain('deleted, replaced or cut during');
  const reasons = verdict.requirements.filter(({ outcome }) => outcome === 'no-result').map(({ reason }) => reason);
  const why = expect.stringContaining('deleted, replaced or cut during the run');
  expect(reasons).toEqual([why, why]);
});

test.concurrent('one that is deleted after the last order differs from what was sent, and that passes nothing', async () => {
  const { code, verdict, ordersTo } = await runThrough(
    (ledger) => async (asked, forward) => {
      const answer = await forward();
      if (isOrder(asked)) setTimeout(() => rmSync(ledger, { force: true }), 0);
      return answer;
    },
    ['deposit.simulate/answers-success-without-a-body'],
  );
  expect(ordersTo('')).toBeGreaterThan(0);
  expect(code).toBe(3);
  expect(verdict.crashed?.join()).toMatch(/left, but ledger\.jsonl has \d+ of this run/);
});

/** Takes each order, and says that nothing was done. */
const takesAndLimits = (): Gateway => async (asked, forward) => {
  const answer = await forward();
  return isOrder(asked) && answer.status < 300
    ? json(429, { message: 'Too Many Requests' }, { 'retry-after': '0' })
    : answer;
};

test.concurrent.each([
  ['onramp.initiate', 'onramps', undefined],
  ['offramp.initiate', 'offramps', 'listed'],
])(
  'a 429 for each %s, which was taken: no more than announced leave, and what shows is not called refused',
  async (operation, noun, listing) => {
    const { code, verdict, ordersTo, out } = await runThrough(takesAndLimits, [`${operation}/echoes-the-amount`]);
    const announced = Number(new RegExp(`(\\d+) ${noun} \\(`).exec(out)?.[1]);
    expect(ordersTo('')).toBeLessThanOrEqual(announced);
    // Three orders of one kind in a row are given up, and nothing of that kind is sent after them.
    expect(ordersTo('')).toBeLessThanOrEqual(9);
    expect([code, verdict.exitCode]).toEqual([3, 3]);
    expect(verdict.money?.unknown?.[0]?.listing).toBe(listing);
  },
);
